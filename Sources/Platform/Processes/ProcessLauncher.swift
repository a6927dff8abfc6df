// Starts child processes, found in `PATH` as a shell does, and the pipes to read their output from.

import CLibrary
import CPlatform
package import Model

/// The properties of a child process that differ from this process.
package struct ProcessLauncher {
  /// Pairs of our descriptors and the child's numbers for them.
  package var descriptors: [(own: Int32, child: Int32)] = []
  /// Descriptors that the child does not have.
  package var closed: [Int32] = []
  /// The pseudo terminal that becomes the child's controlling terminal.
  package var terminal: SpawnTerminal?
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
  /// - Throws: `notExecutable` if the system cannot run it, `exhausted` if it has no processes,
  ///   descriptors or memory left.
  package func start(
    _ path: String, _ words: [String], _ environment: [String: String]
  ) throws(ChildFailure) -> Child {
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    // As shells run a script without a `#!` line.
    let script = ["sh", path] + words.dropFirst()
    var child = Child(pid: 0, monitor: nil)
    let code =
      withCStrings(words) { words in
        withCStrings(script) { script in
          withCStrings(variables) { variables in
            start(&child, path, words, script: script, variables)
          }
        }
      } ?? ENOMEM
    switch code {
    case 0: return child
    case EAGAIN: throw .exhausted(.threads)
    case ENOMEM: throw .exhausted(.memory)
    case EMFILE, ENFILE: throw .exhausted(.descriptors)
    default: throw .notExecutable(code)
    }
  }

  /// - Returns: 0, or the reason as `errno`.
  private func start(
    _ child: inout Child, _ path: String, _ words: CStrings, script: CStrings, _ variables: CStrings
  ) -> Int32 {
    guard let reports = RawDescriptor.makePipe() else { return EMFILE }
    defer { RawDescriptor.close(reports.readEnd) }
    func copy(_ own: Int, to child: Int32) -> session_copy {
      session_copy(own: Int32(own), child: child)
    }
    var copies = (terminal?.descriptors ?? []).map { copy(session_device, to: $0) }
    if isSilent { copies += [0, 1, 2].map { copy(session_null, to: $0) } }
    copies += descriptors.map { session_copy(own: $0.own, child: $0.child) }
    copies += closed.map { copy(session_closed, to: $0) }
    let first = copies.withUnsafeBufferPointer { copies in
      standardSignals.withUnsafeBufferPointer { signals in
        path.cPath.withUnsafeBufferPointer { path in
          (terminal?.path ?? "").withCString { device in
            var program = session_program(
              path: path.baseAddress, arguments: words, script_arguments: script,
              variables: variables, device: device,
              copies: copies.baseAddress, copy_count: copies.count,
              standard_signals: signals.baseAddress, standard_signal_count: signals.count,
              reports: reports.writeEnd, follows_stops: terminal?.followsStops ?? false,
              starts_session: startsSession)
            return session_start(&program)
          }
        }
      }
    }
    let error = errno
    RawDescriptor.close(reports.writeEnd)
    if first == -1 { return error }
    var report: (pid: Int32, error: Int32) = (0, 0)
    withUnsafeMutableBytes(of: &report) { report in
      var count = 0
      while count < report.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: report[count...])
        switch RawDescriptor.read(reports.readEnd, into: rest) {
        case .success(0): return
        case .success(let more): count += more
        case .failure(let error) where error.isInterruption: continue
        case .failure: return
        }
      }
    }
    if report.error != 0 {
      _ = retrying { waitpid(first, nil, 0) }
      return report.error
    }
    // Without a monitor it is known even if it died before its report.
    child =
      terminal == nil ? Child(pid: first, monitor: nil) : Child(pid: report.pid, monitor: first)
    return 0
  }
}

/// The pseudo terminal of a child, which runs in the foreground of a session of its own, below a
/// monitor process that leads the session.
package struct SpawnTerminal: Sendable {
  /// The path of its device.
  let path: String
  /// The child's descriptors that are the terminal.
  let descriptors: [Int32]
  /// Whether stops of the child are reported; only then is `resume` needed after one.
  let followsStops: Bool

  package init(_ path: String, descriptors: [Int32], followsStops: Bool) {
    (self.path, self.descriptors, self.followsStops) = (path, descriptors, followsStops)
  }
}

/// A child process. After it was reaped, its process ID may be reused.
package struct Child: Sendable {
  fileprivate(set) var pid: pid_t
  /// The monitor process, if any.
  fileprivate let monitor: pid_t?

  package func send(_ signal: Int32) {
    // The monitor reaps the child, and this process the monitor, whose ID is that of the session.
    // 0 stands for our own process group: of a child that died before its report.
    if let monitor, pid == 0 || getsid(pid) != monitor { return }
    _ = kill(pid, signal)
  }

  /// Continues it after a stop that was reported.
  package func resume() { if let monitor { _ = kill(monitor, SIGCONT) } }

  /// Its stop or its exit, each reported once; nil while nothing has changed. Stops are reported on
  /// a pseudo terminal only.
  package func takeChange() -> ChildChange? {
    var status: Int32 = 0
    let options = monitor == nil ? WNOHANG : WNOHANG | WUNTRACED
    let found = retrying { waitpid(monitor ?? pid, &status, options) }
    if found == 0 { return nil }
    // Nothing else reaps this child, so this is a bug; report an exit so that the run ends.
    if found == -1 { return .ended(.exited(126)) }
    // WTERMSIG and WEXITSTATUS are macros that Swift cannot see.
    return switch status & 0x7F {
    case 0: .ended(.exited(status >> 8 & 0xFF))
    case 0x7F: .stopped
    case let signal: .ended(.signalled(signal))
    }
  }
}

/// A change of a child's state.
package enum ChildChange: Sendable {
  case stopped
  case ended(ChildEnd)
}

private typealias CStrings = UnsafePointer<UnsafeMutablePointer<CChar>?>

/// Calls `body` with a nil-terminated array of C strings.
///
/// - Returns: nil if memory is exhausted.
private func withCStrings<Answer>(_ strings: [String], _ body: (CStrings) -> Answer?) -> Answer? {
  let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0.cPath) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  guard pointers.dropLast().allSatisfy({ $0 != nil }) else { return nil }
  return pointers.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
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
