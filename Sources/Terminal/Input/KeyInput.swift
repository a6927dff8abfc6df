// Reads single keys, and single lines, while they are requested.

import Model
import Platform
import Synchronization

/// Reads keys only while requested, and no further than the end of the key: later input belongs to
/// the next reader. The terminal must be in `TerminalMode.Typing.keys`, or keys arrive only with
/// the end of their line.
package final class KeyInput: Sendable {
  private struct State {
    var isWanted = false
    var decoder = KeyDecoder()
  }

  let descriptor: Int32
  private let state = Mutex(State())

  package init(descriptor: Int32 = 0) { self.descriptor = descriptor }

  /// Starts reading keys: each arrives as `Signal.key`, the end of input as `inputClosed`, until
  /// `cancel`. Lines must not be requested at the same time.
  package func ask() { state.withLock { $0 = State(isWanted: true) } }

  /// Stops reading keys. An unfinished sequence is discarded.
  package func cancel() { state.withLock { $0 = State() } }

  package var isWanted: Bool { state.withLock { $0.isWanted } }

  /// The deadline of a lone ESC; nil if there is none.
  var deadline: Moment? { state.withLock { $0.decoder.deadline } }

  /// A lone ESC as a key, once its deadline has passed.
  func settle(at moment: Moment) -> Signal? {
    state.withLock { $0.decoder.settle(at: moment).map { .key($0) } }
  }

  /// Reads up to the end of a key or of the pending input. Call when the descriptor is readable.
  func read(at moment: Moment) -> [Signal] {
    state.withLock { state in
      while true {
        var byte: UInt8 = 0
        switch withUnsafeMutableBytes(of: &byte, { RawDescriptor.read(descriptor, into: $0) }) {
        case .success(1...):
          let keys = state.decoder.decode(byte, at: moment)
          // The rest of a sequence may be pending already.
          if !keys.isEmpty || !isReadable(descriptor) { return keys.map { .key($0) } }
        case .failure(let error) where error.isInterruption || error.wouldBlock: return []
        default:
          state = State()
          return [.inputClosed]
        }
      }
    }
  }
}

private func isReadable(_ descriptor: Int32) -> Bool {
  var wanted = PollEntry(descriptor, .reading)
  return if case .success(1) = wanted.wait(timeout: 0) { true } else { false }
}

/// Reads standard input only after a line was requested; input after the line is kept for the next
/// request.
package final class LineInput: Sendable {
  private struct State {
    var isWanted = false
    var hasEnded = false
    var buffer: [UInt8] = []
  }

  /// Bounds memory for a stream without line ends, bytes.
  private static let longestLine = 1 << 16

  let descriptor: Int32
  private let state = Mutex(State())

  package init(descriptor: Int32 = 0) { self.descriptor = descriptor }

  /// Requests the next line, which arrives as `Signal.line`, or as `inputClosed` at the end of
  /// input.
  package func ask() { state.withLock { $0.isWanted = true } }

  /// Cancels the request.
  package func cancel() { state.withLock { $0.isWanted = false } }

  var isWanted: Bool { state.withLock { $0.isWanted } }

  /// The answer that needs no read; nil if there is none.
  func takeBuffered() -> Signal? {
    state.withLock { state in
      guard state.isWanted else { return nil }
      if let end = state.buffer.firstIndex(of: 0x0A) {
        var line = state.buffer[..<end]
        if line.last == 0x0D { line.removeLast() }
        state.buffer.removeSubrange(...end)
        state.isWanted = false
        return .line(String(decoding: line, as: UTF8.self))
      }
      if state.buffer.count > Self.longestLine {
        state.buffer = []
        state.hasEnded = true
      }
      guard state.hasEnded else { return nil }
      state.isWanted = false
      if state.buffer.isEmpty { return .inputClosed }
      defer { state.buffer = [] }
      return .line(String(decoding: state.buffer, as: UTF8.self))
    }
  }

  /// Reads once. Call when the descriptor is readable.
  func read() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let result = chunk.withUnsafeMutableBytes { RawDescriptor.read(descriptor, into: $0) }
    state.withLock { state in
      switch result {
      case .success(let count) where count > 0: state.buffer += chunk[..<count]
      case .failure(let error) where error.isInterruption || error.wouldBlock: break
      default: state.hasEnded = true
      }
    }
  }
}
