// The running process: its ID, environment, working directory and core dump settings.

import CLibrary
import CPlatform

/// Properties of the running process.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  /// The commit that this program was built from and its date; nil for any other build.
  package static var commit: String? {
    let text = String(cString: program_commit())
    return text.isEmpty ? nil : text
  }

  /// Whether this process leads its session: a terminal that hangs up signals only the session
  /// leader.
  package static var leadsSession: Bool { getsid(0) == getpid() }

  /// Sends a signal to the process group of this process.
  package static func signalGroup(_ number: Int32) { _ = kill(0, number) }

  /// Whether there is a process with this id, whoever it belongs to.
  package static func isRunning(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// nil if it was removed or is not readable.
  package static var workingDirectory: String? {
    guard let buffer = getcwd(nil, 0) else { return nil }
    defer { free(buffer) }
    return String(cPath: buffer)
  }

  /// An argument of this process, which may be a path.
  package static func text(_ argument: UnsafePointer<CChar>) -> String { String(cPath: argument) }

  /// All environment variables; the first of duplicates wins, as in getenv(3).
  package static var environment: [String: String] {
    var result: [String: String] = [:]
    guard var entry = environmentBlock else { return result }
    while let variable = entry.pointee {
      let text = String(cPath: variable)
      // By bytes: a mark at the beginning of a value combines with the sign.
      if let split = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(text[..<split])
        if result[name] == nil { result[name] = String(text[text.utf8.index(after: split)...]) }
      }
      entry += 1
    }
    return result
  }

  /// The variables as a nil-terminated array of C strings.
  private static var environmentBlock: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      return _NSGetEnviron()?.pointee
    #else
      return environ
    #endif
  }

  /// Disables core files and, on Linux, reading of this process's memory by other processes of the
  /// same user, debuggers included. Child processes inherit only the soft core file limit.
  /// Idempotent.
  package static func protectSecrets() { secrets_protect() }
}
