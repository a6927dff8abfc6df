// The way of a process signal from its handler to the loop.

package import Model
import Platform
import Synchronization

/// Holds the signals that arrived and were not taken yet, in order.
package final class SignalQueue: Sendable {
  private struct State {
    var pending: [Signal] = []
    var requestsToLeave = 0
    /// The command that runs beside us.
    var child: ChildProcess?
    /// Whether it may have ended since somebody looked.
    var mayHaveEnded = false
  }

  private let pipe: SelfPipe
  private let state = Mutex(State())

  /// - Throws: `exhausted` when the process has no descriptors left.
  package init() throws(SyncFailure) {
    pipe = try SelfPipe()
  }

  deinit {
    pipe.close()
  }

  /// Takes what arrived.
  package func take() -> [Signal] {
    collect { state in
      defer { state.pending = [] }
      return state.pending
    }
  }

  /// From now on passes on to a command what is sent to this process alone, and tells of its end.
  func watch(_ child: ChildProcess) {
    state.withLock {
      $0.child = child
      // Its end may have come before this.
      $0.mayHaveEnded = true
    }
  }

  /// How often the process was asked to leave since the beginning: SIGINT, SIGTERM, SIGHUP.
  package var requestsToLeave: Int { collect { $0.requestsToLeave } }

  /// Whether something came out of the pipe already and waits to be taken.
  var hasPending: Bool { state.withLock { !$0.pending.isEmpty || $0.mayHaveEnded } }

  /// Takes the wishes to stop the process out of their turn; false when there were none.
  func takeSuspend() -> Bool {
    collect { state in
      let before = state.pending.count
      state.pending.removeAll { if case .suspend = $0 { true } else { false } }
      return state.pending.count < before
    }
  }

  /// Readable while signals wait in the pipe.
  var descriptor: Int32 { pipe.readEnd }

  /// Where a handler writes the number of its signal.
  var handlerDescriptor: Int32 { pipe.writeEnd }

  /// Adds a signal by its number, as a handler does; from any thread.
  package func post(_ number: Int32) {
    SelfPipe.send(UInt8(truncatingIfNeeded: number), to: pipe.writeEnd)
  }

  private func collect<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer {
    state.withLock { state in
      for byte in pipe.receive() {
        let number = Int32(byte & ~SignalDelivery.sentByProcess)
        // Whatever comes: the pipe may have been too full for the news itself.
        state.mayHaveEnded = state.child != nil
        if byte & SignalDelivery.sentByProcess != 0 || isForUsAlone(number) {
          state.child?.send(number)
        }
        guard let signal = Signal(number: number) else { continue }
        switch signal {
        case .interrupt, .terminate, .hangup: state.requestsToLeave += 1
        case .resize: state.pending.removeAll { if case .resize = $0 { true } else { false } }
        default: break
        }
        state.pending.append(signal)
      }
      if state.mayHaveEnded {
        state.mayHaveEnded = false
        if let end = state.child?.takeEnd() {
          state.child = nil
          state.pending.append(.childEnded(end))
        }
      }
      return body(&state)
    }
  }
}

/// Whether the system sends the signal to this process and not to its group: a terminal that hangs
/// up tells the leader of its session alone.
private func isForUsAlone(_ number: Int32) -> Bool {
  number == SignalNumber.hangup && CurrentProcess.leadsSession
}
