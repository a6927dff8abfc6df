// The folders for data, state and settings, by the XDG base directory specification.

import Model

struct Folders: Sendable {
  let store: String
  /// Credentials, cursors, locks.
  let state: String
  /// The store without `--store`; nil when it cannot be determined.
  let defaultStore: String?

  /// For a run that keeps nothing: no folder can be made here.
  static let nowhere = Folders(store: "/dev/null/store", state: "/dev/null/state")

  private init(store: String, state: String) {
    (self.store, self.state, defaultStore) = (store, state, nil)
  }

  /// - Parameters:
  ///   - given: `--store`, relative to `current`.
  ///   - isSample: whether to use the sample athlete's own store.
  /// - Throws: `config` when neither a home folder nor the variables determine the folders;
  ///   `missingInput` when `current` was removed.
  init(
    environment: [String: String], store given: String?, isSample: Bool, current: String?
  ) throws(SyncFailure) {
    guard let state = Folders.state(environment) else { throw .config(.noHome) }
    self.state = state
    let data = Folders.base("XDG_DATA_HOME", ".local/share", environment)
    defaultStore = data.map { $0 + "/velo-sync" }
    if let given, !given.isEmpty {
      store = try Folders.absolute(given, from: current)
    } else {
      guard let data else { throw .config(.noHome) }
      store = data + (isSample ? "/velo-sync-sample" : "/velo-sync")
    }
  }

  /// The folder for credentials, cursors, locks and the last run; nil when it cannot be determined.
  static func state(_ environment: [String: String]) -> String? {
    base("XDG_STATE_HOME", ".local/state", environment).map { $0 + "/velo-sync" }
  }

  /// The folder in a variable, or its default in the home folder.
  private static func base(
    _ variable: String, _ fallback: String, _ environment: [String: String]
  ) -> String? {
    absolute(environment[variable]) ?? absolute(environment["HOME"]).map { "\($0)/\(fallback)" }
  }

  /// The default config file; nil when it cannot be determined.
  static func config(_ environment: [String: String]) -> String? {
    base("XDG_CONFIG_HOME", ".config", environment).map { $0 + "/velo-sync/config" }
  }

  /// A folder from the environment; empty and relative values are ignored.
  static func absolute(_ value: String?) -> String? {
    guard let value, value.hasPrefix("/") else { return nil }
    return tidied(value)
  }

  /// Makes a given path absolute.
  ///
  /// - Throws: `missingInput` for a relative path when the current folder was removed.
  static func absolute(_ path: String, from current: String?) throws(SyncFailure) -> String {
    if path.hasPrefix("/") { return tidied(path) }
    guard let current else { throw .missingInput(file: DisplayText(path)) }
    return tidied("\(current)/\(path)")
  }

  /// The path without empty components, `.` and a trailing slash.
  static func tidied(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }
}
