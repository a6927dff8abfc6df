// Where a command is found, as a shell finds it.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds commands.
package enum CommandPath {
  /// What is searched where `PATH` is not set.
  private static let standard = "/usr/bin:/bin"

  /// The file of a command: itself when its name has a slash, else the first in the folders of
  /// `PATH` that can be executed. An empty folder in there is the current one.
  ///
  /// - Throws: why there is none.
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
      // One that is no program does not hide another behind it.
      case .some(let obstacle): first = first ?? obstacle
      }
    }
    throw first ?? .notFound
  }

  /// Why a file cannot be executed; nil when it can be, as far as one sees.
  private static func obstacle(to path: String) -> ChildFailure? {
    var status = stat()
    while stat(path, &status) != 0 {
      if errno == EINTR { continue }
      return [ENOENT, ENOTDIR].contains(errno) ? .notFound : .notExecutable(errno)
    }
    if mode_t(status.st_mode) & S_IFMT == S_IFDIR { return .notExecutable(EISDIR) }
    return access(path, X_OK) == 0 ? nil : .notExecutable(errno)
  }
}

/// Why a command did not start.
package enum ChildFailure: Error, Hashable, Sendable {
  /// There is no such command.
  case notFound
  /// There is one, but the system does not run it; with its `errno`.
  case notExecutable(Int32)
  /// The system has no more processes or descriptors to give.
  case exhausted(SystemLimit)
}
