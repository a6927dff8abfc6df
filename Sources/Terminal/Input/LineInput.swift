// Reads single lines from standard input when requested.

import Model
import Platform
import Synchronization

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
