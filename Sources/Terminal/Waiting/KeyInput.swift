// Keys from the keyboard while somebody waits for one.

import Model
import Platform
import Synchronization

/// A terminal's keys one by one. Only while they are wanted is anything read, and never more than
/// what the key takes: what is typed behind it belongs to whoever reads next. The terminal must be
/// in `TerminalMode.Typing.keys`, else keys come with the end of their line.
package final class KeyInput: Sendable {
  private struct State {
    var isWanted = false
    var decoder = KeyDecoder()
  }

  let descriptor: Int32
  private let state = Mutex(State())

  package init(descriptor: Int32 = 0) {
    self.descriptor = descriptor
  }

  /// Asks for keys: each arrives as `Signal.key`, the end of the input as `inputClosed`, until they
  /// are not wanted any more. Lines must not be wanted at the same time.
  package func ask() {
    state.withLock { $0 = State(isWanted: true) }
  }

  /// Takes the asking back. A sequence that has begun is forgotten.
  package func cancel() {
    state.withLock { $0 = State() }
  }

  /// Whether keys are awaited.
  package var isWanted: Bool { state.withLock { $0.isWanted } }

  /// Whether the keyboard belongs to another job: reading from it would stop this one.
  var isElsewhere: Bool { TerminalDevice.belongsToAnotherJob(descriptor) }

  /// Until when a lone ESC is undecided.
  var deadline: Moment? { state.withLock { $0.decoder.deadline } }

  /// The key that is one because nothing came behind it.
  func settle(at moment: Moment) -> Signal? {
    state.withLock { $0.decoder.settle(at: moment).map { .key($0) } }
  }

  /// Reads up to the end of a key or of what has come; to be called when there is something.
  func read(at moment: Moment) -> [Signal] {
    state.withLock { state in
      while true {
        var byte: UInt8 = 0
        switch withUnsafeMutableBytes(of: &byte, { RawDescriptor.read(descriptor, into: $0) }) {
        case .success(1...):
          let keys = state.decoder.take([byte], at: moment)
          // The rest of a sequence is here already, or may be on its way.
          if !keys.isEmpty || !isReadable(descriptor) { return keys.map { .key($0) } }
        case .failure(let error) where error.isInterruption || error.wouldBlock:
          return []
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
