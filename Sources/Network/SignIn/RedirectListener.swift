// Waits on 127.0.0.1 for the browser to come back from the service.

import Codec
import Model
import Platform
import Synchronization

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
    guard let ends = RawDescriptor.makePipe() else {
      listener.close()
      return nil
    }
    wake = ends.writeEnd
    expected = ExpectedRedirect(path: path, host: "127.0.0.1:\(port)", state: state)
    let hasThread = DedicatedThread.start { [weak self, expected] in
      var server = RedirectServer(
        listener: listener, wake: ends.readEnd, expected: expected)
      let redirect = server.run()
      listener.close()
      RawDescriptor.close(ends.readEnd)
      self?.end(redirect.map { .success($0) } ?? .failure(.broken))
    }
    guard hasThread else {
      listener.close()
      RawDescriptor.close(ends.readEnd)
      return nil
    }
  }

  deinit {
    // The other end becomes readable, and the thread goes.
    RawDescriptor.close(wake)
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

/// The redirect that a sign-in expects: this path at this host, with this state.
struct ExpectedRedirect: Sendable {
  /// Without a query: `/velo-sync`.
  let path: String
  /// As the `Host` header writes it: `127.0.0.1:53124`.
  let host: String
  let state: String

  /// The query of the redirect; nil for anything else, forged requests included.
  ///
  /// - Parameter head: request line and headers, without the empty line.
  func query(in head: [UInt8]) -> FormPairs? {
    let lines = String(decoding: head, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1."),
      hosts(in: lines.dropFirst()) == [host], words[1].hasPrefix(path + "?"),
      let query = FormPairs(parsing: words[1].dropFirst(path.count + 1)), matches(query)
    else { return nil }
    return query
  }

  /// Whether the query carries our state, whatever it compares to: the time tells nothing.
  func matches(_ query: FormPairs) -> Bool {
    let given = Array((query["state"] ?? "").utf8)
    let wanted = Array(state.utf8)
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func hosts(in lines: ArraySlice<Substring>) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "host" else { return nil }
      return parts[1].filter { $0 != " " && $0 != "\t" }
    }
  }
}
