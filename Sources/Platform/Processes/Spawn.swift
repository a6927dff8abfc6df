// posix_spawn(3) under one name on all platforms.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a child differs from this process.
package struct Spawn {
  /// Our descriptors, and the child's that are to be the same.
  package var descriptors: [(own: Int32, child: Int32)] = []
  /// Signals that do in the child what the system does with them, and are not held back.
  package var standardSignals: [Int32] = []
  /// Whether standard input, output and error of the child are /dev/null.
  package var isSilent = false
  /// Whether the child begins a session of its own: no terminal reaches it.
  package var startsSession = false

  package init() {}

  /// Starts a program in the folder of this process.
  ///
  /// - Parameter words: its name and its arguments.
  /// - Throws: `notExecutable` when the system does not run it, `exhausted` when it cannot run another.
  package func start(
    _ path: String, _ words: [String], _ environment: [String: String]
  ) throws(ChildFailure) -> Child {
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    var pid = pid_t()
    var code = spawn(&pid, path, words, variables)
    // As shells do with a script that does not say who reads it.
    if code == ENOEXEC {
      code = spawn(&pid, "/bin/sh", ["sh", path] + words.dropFirst(), variables)
    }
    switch code {
    case 0: return Child(pid: pid)
    case EAGAIN, ENOMEM: throw .exhausted(.threads)
    case EMFILE, ENFILE: throw .exhausted(.descriptors)
    default: throw .notExecutable(code)
    }
  }

  private func spawn(
    _ pid: inout pid_t, _ path: String, _ words: [String], _ variables: [String]
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return ENOMEM }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return ENOMEM }
    defer { posix_spawnattr_destroy(&attributes) }
    if isSilent {
      for descriptor in Int32(0)...2 {
        let code = posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        if code != 0 { return code }
      }
    }
    for descriptor in descriptors {
      let code = posix_spawn_file_actions_adddup2(&actions, descriptor.own, descriptor.child)
      if code != 0 { return code }
    }
    var defaults = sigset_t()
    var mask = sigset_t()
    _ = sigemptyset(&defaults)
    _ = pthread_sigmask(SIG_SETMASK, nil, &mask)
    for number in standardSignals {
      _ = sigaddset(&defaults, number)
      _ = sigdelset(&mask, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &mask)
    var flags = Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK))
    if startsSession { flags |= Self.setSession }
    posix_spawnattr_setflags(&attributes, flags)
    let code = withCStrings(words) { words in
      withCStrings(variables) { posix_spawn(&pid, path, &actions, &attributes, words, $0) }
    }
    return (code ?? nil) ?? ENOMEM
  }

  /// POSIX_SPAWN_SETSID, which glibc's headers show to GNU programs only.
  private static var setSession: Int16 {
    #if canImport(Darwin)
      0x400
    #else
      0x80
    #endif
  }
}

/// A program that was started. Once its end was told, its number may be that of another.
package struct Child: Sendable {
  fileprivate let pid: pid_t

  package func send(_ signal: Int32) {
    _ = kill(pid, signal)
  }

  /// How it ended, told once; nil while it runs.
  package func takeEnd() -> ChildEnd? {
    var status: Int32 = 0
    let found = retrying { waitpid(pid, &status, WNOHANG) }
    if found == 0 { return nil }
    // Nobody else waits for it, so that this is our own mistake; the run must end all the same.
    if found == -1 { return .exited(126) }
    // WTERMSIG and WEXITSTATUS are macros that Swift cannot see.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}

/// Calls `body` with the strings as C has them, nil after the last.
///
/// - Returns: nil when there is no memory for them: a list that ends too early would be another one.
private func withCStrings<Answer>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
) -> Answer? {
  let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  guard pointers.dropLast().allSatisfy({ $0 != nil }) else { return nil }
  return pointers.withUnsafeBufferPointer { $0.baseAddress.map(body) }
}
