// Reads single keys while they are requested.

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

  /// Whether another process group is in the foreground: reading would stop this process.
  var isInBackground: Bool { TerminalDevice.belongsToAnotherJob(descriptor) }

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
          let keys = state.decoder.decode([byte], at: moment)
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
