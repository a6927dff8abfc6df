// Waits on 127.0.0.1 for the browser to come back from the service.

import Codec
import Platform
import Model
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A listening socket with a thread of its own. Everything but the expected redirect is answered
/// with 400, and it keeps listening.
final class RedirectListener: Sendable {
  /// Why there is no redirect.
  enum Absence: Error { case deadline, cancelled, broken }

  private typealias Outcome = Result<FormPairs, Absence>

  private enum State {
    case listening
    case awaited(CheckedContinuation<Outcome, Never>)
    case over(Outcome)
  }

  let expected: ExpectedRedirect
  private let wake: Int32
  private let state = Mutex(State.listening)

  /// Listens from now on; nil when the port cannot be had.
  ///
  /// - Parameter port: 0 lets the system choose.
  init?(port: UInt16, path: String, state: String) {
    guard let (listener, port) = LoopbackSocket.listening(on: port) else { return nil }
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else {
      listener.close()
      return nil
    }
    let (reading, writing) = (LoopbackSocket(descriptor: pipes[0]), pipes[1])
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wake = writing
    expected = ExpectedRedirect(path: path, host: "127.0.0.1:\(port)", state: state)
    let hasThread = DedicatedThread.start { [weak self, expected] in
      var server = RedirectServer(
        listener: listener, wake: reading.descriptor, expected: expected)
      let redirect = server.run()
      listener.close()
      reading.close()
      self?.end(redirect.map { .success($0) } ?? .failure(.broken))
    }
    guard hasThread else {
      listener.close()
      reading.close()
      return nil
    }
  }

  deinit {
    // The other end becomes readable, and the thread goes.
    _ = close(wake)
  }

  /// The query of the redirect.
  ///
  /// - Throws: `deadline` when it does not come in time, `cancelled` when the task is cancelled.
  func redirect(until deadline: Moment, time: any Time) async throws(Absence) -> FormPairs {
    let watchdog = Task(executorPreference: CurrentWork.executor) { [weak self] in
      do {
        try await time.sleep(until: deadline)
        self?.end(.failure(.deadline))
      } catch {
        // Cancelled: the redirect came.
      }
    }
    defer { watchdog.cancel() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known: Outcome? = state.withLock { state in
          if case .over(let outcome) = state { return outcome }
          state = .awaited(continuation)
          return nil
        }
        if let known { continuation.resume(returning: known) }
        // The handler below may have run before anybody waited.
        if Task.isCancelled { end(.failure(.cancelled)) }
      }
    } onCancel: {
      end(.failure(.cancelled))
    }
    return try outcome.get()
  }

  private func end(_ outcome: Outcome) {
    let caller = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      switch state {
      case .over: return nil
      case .listening:
        state = .over(outcome)
        return nil
      case .awaited(let continuation):
        state = .over(outcome)
        return continuation
      }
    }
    caller?.resume(returning: outcome)
  }
}
