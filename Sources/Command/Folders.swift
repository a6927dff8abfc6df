// Where data, state and settings lie, by the XDG base directory specification.

import Model

/// The folders of a run.
struct Folders: Sendable {
  /// The store.
  let store: String
  /// Credentials, cursors, locks.
  let state: String

  /// - Parameters:
  ///   - given: `--store`, relative to `current`.
  ///   - isSample: whether the sample athlete's own store is meant.
  /// - Throws: `config` when neither a home folder nor the variables say where; `missingInput` when
  ///   `current` was removed.
  init(
    environment: [String: String], store given: String?, isSample: Bool, current: String?
  ) throws(SyncFailure) {
    guard let state = Folders.state(environment) else { throw .config(.noHome) }
    self.state = state
    if let given, !given.isEmpty {
      store = try Folders.absolute(given, from: current)
    } else {
      guard let data = Folders.base("XDG_DATA_HOME", ".local/share", environment) else {
        throw .config(.noHome)
      }
      store = data + (isSample ? "/velo-sync-sample" : "/velo-sync")
    }
  }

  /// Where credentials, cursors, locks and the last run lie; nil when there is no place for them.
  static func state(_ environment: [String: String]) -> String? {
    base("XDG_STATE_HOME", ".local/state", environment).map { $0 + "/velo-sync" }
  }

  /// The folder that a variable names, or the one in the home folder that stands in for it.
  private static func base(
    _ variable: String, _ fallback: String, _ environment: [String: String]
  ) -> String? {
    absolute(environment[variable]) ?? absolute(environment["HOME"]).map { "\($0)/\(fallback)" }
  }

  /// The config file that is read when no other is named; nil when there is no place for one.
  static func config(_ environment: [String: String]) -> String? {
    base("XDG_CONFIG_HOME", ".config", environment).map { $0 + "/velo-sync/config" }
  }

  /// A folder from the environment: empty and relative values do not count.
  static func absolute(_ value: String?) -> String? {
    guard let value, value.hasPrefix("/") else { return nil }
    return tidied(value)
  }

  /// A path as it was given, made absolute.
  ///
  /// - Throws: `missingInput` when there is no folder that a relative one could begin at.
  static func absolute(_ path: String, from current: String?) throws(SyncFailure) -> String {
    if path.hasPrefix("/") { return tidied(path) }
    guard let current else { throw .missingInput(file: DisplayText(path)) }
    return tidied("\(current)/\(path)")
  }

  /// The path without empty components, `.` and a slash at its end.
  static func tidied(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }
}
