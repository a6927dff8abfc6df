// Carries process signals and wake-ups from handlers and other threads to the loop.

package import Model
package import Platform
import Synchronization

/// Pending signals in order of arrival.
package final class SignalQueue: Sendable {
  private struct State {
    var pending: [Signal] = []
    var terminationRequests = 0
    var child: (any WatchedChild)?
    /// Whether to check if the command has stopped or ended.
    var mayHaveChanged = false
  }

  private let pipe: SelfPipe
  private let state = Mutex(State())

  /// - Throws: `exhausted` when the process has no descriptors left.
  package init() throws(SyncFailure) { pipe = try SelfPipe() }

  deinit { pipe.close() }

  /// Takes the pending signals.
  package func drain() -> [Signal] {
    collect { state in
      defer { state.pending = [] }
      return state.pending
    }
  }

  /// Forwards to `child` the signals sent only to this process, and reports its stops and its end.
  package func watch(_ child: any WatchedChild) {
    state.withLock {
      $0.child = child
      // It may have exited before this call.
      $0.mayHaveChanged = true
    }
  }

  /// How many SIGINT, SIGTERM and SIGHUP arrived since the beginning.
  package var terminationRequests: Int { collect { $0.terminationRequests } }

  /// Whether signals were read from the pipe and not taken yet.
  var hasPending: Bool { state.withLock { !$0.pending.isEmpty || $0.mayHaveChanged } }

  /// Removes pending stops: requests to this process (SIGTSTP), or, if it stops with a command,
  /// those of the command; false if there were none.
  func takeStop() -> Bool {
    collect { state in
      let before = state.pending.count
      let followsStops = state.child?.followsStops == true
      state.pending.removeAll {
        switch $0 {
        case .suspend: !followsStops
        case .childStopped: followsStops
        default: false
        }
      }
      return state.pending.count < before
    }
  }

  /// Continues a command after a stop that was taken.
  func resumeChild() { state.withLock { $0.child?.resume() } }

  /// Removes the first pending request to leave; nil if there is none. Everything else stays.
  package func takeTermination() -> Int32? {
    collect { state in
      for (index, signal) in state.pending.enumerated() {
        guard let number = signal.terminationNumber else { continue }
        state.pending.remove(at: index)
        return number
      }
      return nil
    }
  }

  /// Readable while the pipe holds signals.
  var descriptor: Int32 { pipe.readEnd }

  /// The descriptor that handlers write signal numbers to.
  var handlerDescriptor: Int32 { pipe.writeEnd }

  /// Adds a signal as a handler does; callable from any thread.
  package func post(_ number: Int32) {
    SelfPipe.send(UInt8(truncatingIfNeeded: number), to: pipe.writeEnd)
  }

  private func collect<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer {
    state.withLock { state in
      for byte in pipe.receive() {
        let number = Int32(byte & ~SignalAction.sentByProcess)
        // Check on every byte: a full pipe may have dropped the SIGCHLD itself.
        state.mayHaveChanged = state.child != nil
        if !isForUs(number) {
          state.child?.forward(number, isSentByProcess: byte & SignalAction.sentByProcess != 0)
        }
        guard let signal = Signal(number: number) else { continue }
        switch signal {
        case .interrupt, .terminate, .hangup: state.terminationRequests += 1
        case .resize: state.pending.removeAll { if case .resize = $0 { true } else { false } }
        default: break
        }
        state.pending.append(signal)
      }
      if state.mayHaveChanged {
        state.mayHaveChanged = false
        switch state.child?.takeChange() {
        case .stopped: state.pending.append(.childStopped)
        case .ended(let end):
          state.child = nil
          state.pending.append(.childEnded(end))
        case nil: break
        }
      }
      return body(&state)
    }
  }
}

/// A command that gets the signals sent to this process, and whose stops and end are signals to it.
package protocol WatchedChild: AnyObject, Sendable {
  /// Whether this process stops with the command, and continues it.
  var followsStops: Bool { get }

  /// Forwards a signal that this process has received, unless the command has received it, too.
  func forward(_ number: Int32, isSentByProcess: Bool)

  /// Continues the command after a stop that was reported.
  func resume()

  /// Its stop or its end, reported once; nil while nothing has changed.
  func takeChange() -> ChildChange?
}

/// Whether the signal is a request to this process, which a command must not get: for a line of
/// progress, or about the window.
private func isForUs(_ number: Int32) -> Bool {
  number == 0 || number == SignalNumber.user1 || number == SignalNumber.information
    || number == SignalNumber.windowChange || number == SignalNumber.child
}

/// Wakes the loop. Calls before the loop wakes collapse into one. Shares the signals' pipe: each
/// further descriptor would cost time in every `poll`.
package final class WakeUp: Sendable {
  /// No signal is numbered 0.
  private static let byte: UInt8 = 0

  private let queue: SignalQueue
  private let isPending = Atomic(false)

  /// - Parameter queue: the queue whose pipe wakes the loop.
  package init(_ queue: SignalQueue) { self.queue = queue }

  /// Wakes the loop; never blocks, callable from any thread. Store what the loop should find before
  /// the call.
  package func wake() {
    if !isPending.exchange(true, ordering: .acquiringAndReleasing) {
      SelfPipe.send(Self.byte, to: queue.handlerDescriptor)
    }
  }

  /// Whether a wake-up is pending. Its byte may have been read already along with signals.
  var isCalled: Bool { isPending.load(ordering: .relaxed) }

  /// Clears the pending wake-up; false if there was none. Take what it announced after this call,
  /// never before.
  func clear() -> Bool { isCalled && isPending.exchange(false, ordering: .acquiringAndReleasing) }
}

extension Signal {
  /// The loop's signal for a process signal; nil if it has no meaning to the loop.
  init?(number: Int32) {
    switch number {
    case SignalNumber.interrupt: self = .interrupt
    case SignalNumber.terminate: self = .terminate
    case SignalNumber.hangup: self = .hangup
    case SignalNumber.windowChange: self = .resize
    case SignalNumber.suspend: self = .suspend
    case SignalNumber.resume: self = .resume
    case SignalNumber.user1, SignalNumber.information: self = .progressRequest
    default: return nil
    }
  }

  /// The signal number if this asks the process to end.
  package var terminationNumber: Int32? {
    switch self {
    case .interrupt: SignalNumber.interrupt
    case .terminate: SignalNumber.terminate
    case .hangup: SignalNumber.hangup
    default: nil
    }
  }
}
