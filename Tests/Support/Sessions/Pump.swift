// The test's side of a program: reads its output, writes its input, and knows how it ends.

import CLibrary

/// A stream of a program that a test reads.
package enum ProgramStream: Sendable, Hashable, CaseIterable {
  case output
  case errors
  case terminal
}

/// Moves bytes on a thread of its own until the program has ended and all its output was read.
final class Pump: Sendable {
  /// The most that is kept of a stream, in bytes: more than any test checks. Beyond it nothing is
  /// read, so that endless output cannot fill the memory.
  static let most = 1 << 26

  struct State: Sendable {
    struct Source: Sendable {
      var descriptor: Int32?
      var bytes: [UInt8] = []
      var isPaused = false
    }

    var sources: [ProgramStream: Source] = [:]
    var input: Int32?
    var ownsInput = false
    var pending: [UInt8] = []
    var endsInput = false
    /// How the program ended, and the settings of the terminal then.
    var status: ProgramStatus?
    var modesAfter: TerminalModes?
    var isStopped = false
    var isDone = false
  }

  let state = Monitor(State())
  private let wake: (reading: Int32, writing: Int32)
  /// Kept so that its descriptor is not reused while it is still read.
  let terminal: PseudoTerminal?

  init(_ terminal: PseudoTerminal?) throws {
    self.terminal = terminal
    wake = try makePipe()
    setNonBlocking(wake.reading)
    setNonBlocking(wake.writing)
    guard let terminal else { return }
    setNonBlocking(terminal.master)
    change { state in
      state.sources[.terminal] = .init(descriptor: terminal.master)
      state.input = terminal.master
    }
  }

  deinit {
    closeDescriptor(wake.reading)
    closeDescriptor(wake.writing)
  }

  func start() {
    startThread { [self] in
      while step() {}
      state.withLock { state in
        for stream in state.sources.keys { Self.close(stream, in: &state) }
        Self.closeInput(in: &state)
        state.isDone = true
      }
    }
  }

  /// Changes the state and wakes the thread.
  func change(_ body: (inout State) -> Void) {
    state.withLock(body)
    _ = systemWrite(wake.writing, "!", 1)
  }

  /// Notes how the program ended; what it wrote is still read.
  func end(_ status: ProgramStatus) {
    change { state in
      state.status = state.status ?? status
      state.isStopped = false
      state.modesAfter = terminal?.modes
    }
  }

  private enum Role {
    case source(ProgramStream)
    case input
  }

  /// Waits for bytes and moves them; false when nothing more can arrive.
  private func step() -> Bool {
    let (roles, ended) = state.withLock { state in (Self.waiting(in: state), state.status != nil) }
    var polled = [pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)]
    polled += roles.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    guard poll(&polled, nfds_t(polled.count), ended ? 0 : -1) >= 0 else { return true }
    if polled[0].revents != 0 {
      while readBytes(wake.reading, atMost: 256)?.isEmpty == false {}
    }
    var moved = false
    for (entry, role) in zip(polled.dropFirst(), roles) where entry.revents != 0 {
      state.withLock { state in
        switch role.role {
        case .source(let stream): moved = Self.read(stream, role.descriptor, in: &state) || moved
        case .input: Self.writePending(in: &state)
        }
      }
    }
    return !ended || moved
  }

  private static func waiting(
    in state: State
  ) -> [(descriptor: Int32, events: Int16, role: Role)] {
    var waiting: [(Int32, Int16, Role)] = []
    for (stream, source) in state.sources where !source.isPaused || state.status != nil {
      if let descriptor = source.descriptor {
        waiting.append((descriptor, Int16(POLLIN), .source(stream)))
      }
    }
    if let input = state.input, !state.pending.isEmpty, state.status == nil {
      waiting.append((input, Int16(POLLOUT), .input))
    }
    return waiting
  }

  private static func read(
    _ stream: ProgramStream, _ descriptor: Int32, in state: inout State
  ) -> Bool {
    guard state.sources[stream]?.descriptor == descriptor else { return false }
    let bytes = readBytes(descriptor)
    if bytes == nil, errno == EAGAIN { return false }
    if let bytes, !bytes.isEmpty {
      state.sources[stream]?.bytes += bytes
      if state.sources[stream]?.bytes.count ?? 0 < most { return true }
    }
    close(stream, in: &state)
    return false
  }

  private static func writePending(in state: inout State) {
    guard let input = state.input else { return }
    let count = state.pending.withUnsafeBytes { buffer in
      interruptible { systemWrite(input, buffer.baseAddress, buffer.count) }
    }
    if count >= 0 {
      state.pending.removeFirst(count)
    } else if errno != EAGAIN {
      state.pending = []
      closeInput(in: &state)
    }
    if state.pending.isEmpty, state.endsInput { closeInput(in: &state) }
  }

  static func close(_ stream: ProgramStream, in state: inout State) {
    // The terminal's descriptor belongs to the terminal.
    if stream != .terminal, let descriptor = state.sources[stream]?.descriptor {
      closeDescriptor(descriptor)
    }
    state.sources[stream]?.descriptor = nil
  }

  static func closeInput(in state: inout State) {
    if state.ownsInput, let input = state.input { closeDescriptor(input) }
    state.input = nil
  }
}
