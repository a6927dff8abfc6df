// Starts a process with exactly the given environment, signals and descriptors; calls on those.

import CLibrary
import Platform

/// Starts a program in a session of its own with default signals, none blocked, that the terminal
/// controls. Descriptors are the program's numbers, and ours.
func spawn(
  _ path: String, _ arguments: [String], environment: [String], folder: String?,
  terminal: String? = nil, descriptors: [(Int32, Int32)]
) throws -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    let flags = Int32(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    // POSIX_SPAWN_SETSID, which Swift's module of the library hides.
    let flags: Int32 = 0x80
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  var signals = sigset_t()
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  posix_spawnattr_setflags(
    &attributes, Int16(flags | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)))

  // Opening it is enough: one of ours then takes its number.
  if let terminal { posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0) }
  for (number, own) in descriptors {
    posix_spawn_file_actions_adddup2(&actions, own, number)
  }
  #if !canImport(Darwin)
    let first = (descriptors.map { $0.0 }.max() ?? 2) + 1
    _ = fileAction("posix_spawn_file_actions_addclosefrom_np", as: CloseFrom.self)?(&actions, first)
  #endif
  if let folder {
    guard let change = fileAction("posix_spawn_file_actions_addchdir_np", as: ChangeFolder.self)
    else { throw SystemFailure("posix_spawn_file_actions_addchdir_np", code: ENOSYS) }
    _ = change(&actions, folder)
  }

  var pid: pid_t = 0
  let code = withCStrings([path] + arguments) { argv in
    withCStrings(environment) { posix_spawn(&pid, path, &actions, &attributes, argv, $0) }
  }
  guard code == 0 else { throw SystemFailure("start \(path)", code: code) }
  return pid
}

#if canImport(Darwin)
  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t?>
#else
  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
  private typealias CloseFrom = @convention(c) (Actions, Int32) -> Int32
#endif
private typealias ChangeFolder = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32

/// A function of the C library that Swift's module hides.
private func fileAction<Function>(_ name: String, as type: Function.Type) -> Function? {
  dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { pointers.forEach { free($0) } }
  return body(&pointers)
}

/// Waits for a child process and says how it ended.
@discardableResult
func reap(_ pid: pid_t) -> ProgramStatus {
  var status: Int32 = 0
  guard interruptible({ Int(waitpid(pid, &status, 0)) }) == pid else { return .exited(-1) }
  // WTERMSIG and WEXITSTATUS are macros that Swift cannot see.
  let signal = status & 0x7F
  return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
}

/// A pipe, both ends closed on exec and out of the way of a child's own descriptors.
func makePipe() throws -> (reading: Int32, writing: Int32) {
  guard let ends = RawDescriptor.makePipe() else { throw SystemFailure("pipe") }
  return (try raised(ends.readEnd), try raised(ends.writeEnd))
}

/// Opens a file for a child, closed on exec and out of the way of the child's own descriptors.
func openFile(_ path: String, _ flags: Int32) throws -> Int32 {
  let descriptor = open(path, flags)
  guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
  return try raised(descriptor)
}

/// Moves a descriptor above those of a child, so that none of them replaces it too early.
private func raised(_ descriptor: Int32) throws -> Int32 {
  let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 100)
  guard high >= 0 else { throw SystemFailure("fcntl") }
  RawDescriptor.close(descriptor)
  return high
}

func setNonBlocking(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}

/// The next bytes of a descriptor: empty at its end, nil when it fails, with `errno` set.
func readBytes(_ descriptor: Int32, atMost most: Int = 1 << 16) -> [UInt8]? {
  var count = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
    count = interruptible { read(descriptor, buffer.baseAddress, most) }
    initialized = max(0, count)
  }
  return count < 0 ? nil : bytes
}

/// Writes everything by a call like `write`; false when it cannot.
func writeAll(
  _ bytes: some Collection<UInt8>, by write: (UnsafeRawPointer?, Int) -> Int
) -> Bool {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = interruptible { rest.withUnsafeBytes { write($0.baseAddress, $0.count) } }
    guard count > 0 else { return false }
    rest.removeFirst(count)
  }
  return true
}

/// Writes everything to a descriptor that waits; false when it cannot.
@discardableResult
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
  writeAll(bytes) { write(descriptor, $0, $1) }
}

/// Repeats a call that a signal interrupted.
func interruptible(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

extension [UInt8] {
  /// Where `pattern` begins, from an offset on. Quick even in long transcripts.
  package func firstIndex(of pattern: [UInt8], from start: Int = 0) -> Int? {
    guard let head = pattern.first else { return start <= count ? start : nil }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var offset = start
      while offset + pattern.count <= bytes.count {
        let rest = bytes.count - pattern.count - offset + 1
        guard let found = memchr(base + offset, Int32(head), rest) else { return nil }
        offset = UnsafeRawPointer(found) - base
        if memcmp(base + offset, pattern, pattern.count) == 0 { return offset }
        offset += 1
      }
      return nil
    }
  }
}
