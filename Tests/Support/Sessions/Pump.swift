// The test's side of a program: reads its output, writes its input, and knows how it ends.

import CLibrary
import Platform

package enum ProgramStream: Sendable, Hashable, CaseIterable {
  case output, errors, terminal
}

/// Moves bytes on a thread of its own until the program has ended and all its output was read.
final class Pump: Sendable {
  /// The most that is read of a stream, in bytes, so that endless output cannot fill the memory.
  static let most = 1 << 26

  struct State: Sendable {
    struct Source: Sendable {
      var descriptor: Int32?
      var bytes: [UInt8] = []
      var isPaused = false
    }

    var sources: [ProgramStream: Source] = [:]
    var input: Int32?
    var (ownsInput, endsInput) = (false, false)
    var pending: [UInt8] = []
    /// How the program ended, and the settings of the terminal then.
    var status: ProgramStatus?
    var modesAfter: TerminalModes?
    var (isStopped, isDone) = (false, false)

    /// What to wait for: the outputs, and nil for the input.
    var awaited: [(stream: ProgramStream?, descriptor: Int32)] {
      let writes = status == nil && !pending.isEmpty
      return sources.compactMap { stream, source in
        source.isPaused && status == nil ? nil : source.descriptor.map { (stream, $0) }
      } + (writes ? input.map { [(nil, $0)] } ?? [] : [])
    }
  }

  let state = Monitor(State())
  private let wake: SelfPipe
  /// Kept so that its descriptor is not reused while it is still read.
  let terminal: PseudoTerminal?

  init(_ terminal: PseudoTerminal?) throws {
    self.terminal = terminal
    wake = try SelfPipe()
    guard let terminal else { return }
    change { state in
      state.sources[.terminal] = .init(descriptor: terminal.master)
      state.input = terminal.master
    }
  }

  deinit { wake.close() }

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
    SelfPipe.send(0, to: wake.writeEnd)
  }

  /// Notes how the program ended; what it wrote is still read.
  func end(_ status: ProgramStatus) {
    change { state in
      state.status = state.status ?? status
      state.isStopped = false
      state.modesAfter = terminal?.modes
    }
  }

  /// Waits for bytes and moves them; false when nothing more can arrive.
  private func step() -> Bool {
    let (awaited, hasEnded) = state.withLock { ($0.awaited, $0.status != nil) }
    var entries = [PollEntry(wake.readEnd, .reading)]
    entries += awaited.map { PollEntry($0.descriptor, $0.stream == nil ? .writing : .reading) }
    _ = PollEntry.wait(for: &entries, timeout: hasEnded ? 0 : -1)
    if entries[0].isReady { _ = wake.receive() }
    var hasMoved = false
    for (entry, (stream, descriptor)) in zip(entries.dropFirst(), awaited) where entry.isReady {
      state.withLock { state in
        if let stream {
          hasMoved = Self.read(stream, descriptor, in: &state) || hasMoved
        } else {
          Self.writePending(in: &state)
        }
      }
    }
    return !hasEnded || hasMoved
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
      interruptible { write(input, buffer.baseAddress, buffer.count) }
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
      RawDescriptor.close(descriptor)
    }
    state.sources[stream]?.descriptor = nil
  }

  static func closeInput(in state: inout State) {
    if state.ownsInput, let input = state.input { RawDescriptor.close(input) }
    state.input = nil
  }
}
