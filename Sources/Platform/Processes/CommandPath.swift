// Resolves a command in `PATH` as a shell does.

import CLibrary
package import Model

/// Resolves commands.
package enum CommandPath {
  /// The search path if `PATH` is not set.
  private static let standard = "/usr/bin:/bin"

  /// The file of a command: the name itself if it contains a slash, otherwise the first executable
  /// in the folders of `PATH`. An empty entry is the current folder.
  ///
  /// - Throws: the reason that nothing can be executed.
  package static func find(
    _ name: String, _ environment: [String: String]
  ) throws(ChildFailure) -> String {
    if name.isEmpty { throw .notFound }
    if name.utf8.contains(UInt8(ascii: "/")) {
      if let obstacle = obstacle(to: name) { throw obstacle }
      return name
    }
    var first: ChildFailure?
    let folders = (environment["PATH"] ?? standard)
      .split(separator: ":", omittingEmptySubsequences: false)
    for folder in folders {
      let path = (folder.isEmpty ? "." : folder) + "/" + name
      switch obstacle(to: path) {
      case nil: return path
      case .notFound: break
      // A file that is not executable does not hide a later match.
      case .some(let obstacle): first = first ?? obstacle
      }
    }
    throw first ?? .notFound
  }

  /// Why a file cannot be executed; nil if it appears to be executable.
  private static func obstacle(to path: String) -> ChildFailure? {
    var status = stat()
    while stat(path.cPath, &status) != 0 {
      if errno == EINTR { continue }
      return [ENOENT, ENOTDIR].contains(errno) ? .notFound : .notExecutable(errno)
    }
    if mode_t(status.st_mode) & S_IFMT == S_IFDIR { return .notExecutable(EISDIR) }
    return access(path.cPath, X_OK) == 0 ? nil : .notExecutable(errno)
  }
}

/// Why a command did not start.
package enum ChildFailure: Error, Hashable, Sendable {
  /// The command does not exist.
  case notFound
  /// The file exists but cannot be executed, with the `errno`.
  case notExecutable(Int32)
  /// No processes or descriptors left.
  case exhausted(SystemLimit)
}
