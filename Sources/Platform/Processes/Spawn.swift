// Starts child processes with posix_spawn(3), and the pipes to read their output from.

import CLibrary
package import Model

/// The properties of a child process that differ from this process.
package struct Spawn {
  /// Pairs of our descriptors and the child's numbers for them.
  package var descriptors: [(own: Int32, child: Int32)] = []
  /// Descriptors that the child does not have.
  package var closed: [Int32] = []
  /// The device of a pseudo terminal that becomes the child's controlling terminal, and the child's
  /// descriptors for it.
  package var terminal: (path: String, descriptors: [Int32])?
  /// Signals that have the default action and are unblocked in the child.
  package var standardSignals: [Int32] = []
  /// Whether the child's standard streams are /dev/null.
  package var isSilent = false
  /// Whether the child starts a new session, without a controlling terminal.
  package var startsSession = false

  package init() {}

  /// Starts a program in the current working directory.
  ///
  /// - Parameter words: argv: the program's name and its arguments.
  /// - Throws: `notExecutable` if the system cannot run it, `exhausted` if it has no processes or
  ///   descriptors left.
  package func start(
    _ path: String, _ words: [String], _ environment: [String: String]
  ) throws(ChildFailure) -> Child {
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    var pid = pid_t()
    var code = spawn(&pid, path, words, variables)
    // As shells do for a script without a `#!` line.
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
    // The leader of a new session gets the first terminal that it opens without O_NOCTTY.
    let device = terminal?.path ?? "/dev/null"
    for descriptor in terminal?.descriptors ?? (isSilent ? [0, 1, 2] : []) {
      let code = posix_spawn_file_actions_addopen(&actions, descriptor, device, O_RDWR, 0)
      if code != 0 { return code }
    }
    for descriptor in descriptors {
      let code = posix_spawn_file_actions_adddup2(&actions, descriptor.own, descriptor.child)
      if code != 0 { return code }
    }
    for descriptor in closed {
      let code = posix_spawn_file_actions_addclose(&actions, descriptor)
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
    if startsSession || terminal != nil { flags |= Self.setSession }
    posix_spawnattr_setflags(&attributes, flags)
    let code = withCStrings(words) { words in
      withCStrings(variables) { posix_spawn(&pid, path, &actions, &attributes, words, $0) }
    }
    return (code ?? nil) ?? ENOMEM
  }

  /// POSIX_SPAWN_SETSID, which glibc declares only under _GNU_SOURCE.
  private static var setSession: Int16 {
    #if canImport(Darwin)
      0x400
    #else
      0x80
    #endif
  }
}

/// A child process. After it was reaped, its process ID may be reused.
package struct Child: Sendable {
  let pid: pid_t

  package func send(_ signal: Int32) {
    _ = kill(pid, signal)
  }

  /// Sends a signal to the process group that the child leads.
  package func sendToGroup(_ signal: Int32) {
    _ = kill(-pid, signal)
  }

  /// Whether the child's own process group is in the foreground of the terminal.
  ///
  /// - Parameter terminal: the controlling side of the child's pseudo terminal.
  package func isForeground(of terminal: Int32) -> Bool {
    tcgetpgrp(terminal) == pid
  }

  /// Its exit status, reported once; nil while it runs.
  package func takeEnd() -> ChildEnd? {
    var status: Int32 = 0
    let found = retrying { waitpid(pid, &status, WNOHANG) }
    if found == 0 { return nil }
    // Nothing else reaps this child, so this is a bug; report an exit so that the run ends.
    if found == -1 { return .exited(126) }
    // WTERMSIG and WEXITSTATUS are macros that Swift cannot see.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}

/// Calls `body` with a nil-terminated array of C strings.
///
/// - Returns: nil if memory is exhausted.
private func withCStrings<Answer>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
) -> Answer? {
  let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  guard pointers.dropLast().allSatisfy({ $0 != nil }) else { return nil }
  return pointers.withUnsafeBufferPointer { $0.baseAddress.map(body) }
}

/// A pipe that a command writes to. Both ends are close-on-exec; the command gets a duplicate.
package struct ChildPipe {
  package let channel: ByteChannel
  package let readEnd: Int32
  package let writeEnd: Int32

  /// - Throws: `exhausted` if the process has no descriptors left.
  package init(_ channel: ByteChannel) throws(ChildFailure) {
    guard let ends = RawDescriptor.makePipe() else { throw .exhausted(.descriptors) }
    // Non-blocking applies only to the read end; the command's writes block as usual.
    RawDescriptor.setNonBlocking(ends.readEnd)
    (self.channel, readEnd, writeEnd) = (channel, ends.readEnd, ends.writeEnd)
  }

  /// The lowest descriptor that a command does not inherit. Low numbers matter: shells accept only
  /// one digit in `>&3`.
  package static func freeNumber(besides taken: [Int32]) -> Int32 {
    var number: Int32 = 3
    while true {
      let flags = fcntl(number, F_GETFD)
      if flags == -1 || flags & FD_CLOEXEC != 0, !taken.contains(number) { return number }
      number += 1
    }
  }
}
