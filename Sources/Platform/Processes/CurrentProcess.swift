// This process: its number, its environment, its working directory, and what a crash leaves behind.

import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Facts about the running process.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  /// Whether a terminal that hangs up tells this process alone, as the leader of its session.
  package static var leadsSession: Bool { getsid(0) == getpid() }

  /// nil when it was removed or may not be read.
  package static var workingDirectory: String? {
    guard let buffer = getcwd(nil, 0) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// All environment variables by name; the first of two with the same name counts, as for getenv(3).
  package static var environment: [String: String] {
    var result: [String: String] = [:]
    guard var entry = environmentBlock else { return result }
    while let variable = entry.pointee {
      let text = String(cString: variable)
      if let split = text.firstIndex(of: "=") {
        let name = String(text[..<split])
        if result[name] == nil { result[name] = String(text[text.index(after: split)...]) }
      }
      entry += 1
    }
    return result
  }

  /// The variables as C strings, the last followed by nil.
  private static var environmentBlock: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      return _NSGetEnviron()?.pointee
    #else
      return environ
    #endif
  }

  /// From now on a crash leaves no core file, and on Linux no other process of the same user, a debugger
  /// neither, can read this one's memory. Programs started later are not affected, but for the soft
  /// limit of core files. May be called again.
  package static func protectSecrets() {
    secrets_protect()
  }

  /// From now on the system keeps no copy of this process's memory when a signal ends it.
  package static func disableCoreDumps() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      _ = setrlimit(RLIMIT_CORE, &none)
    #endif
  }
}
