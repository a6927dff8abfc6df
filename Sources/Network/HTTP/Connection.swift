// The transport, ports and limits that the requests of one source share.

package import Model

/// The transport of one source and the ports for tracing, waiting and retries.
package struct Connection: Sendable {
  /// The permission failure that an error reply of the service describes, if any: of requests with
  /// status 401, 403 or 422, of the token endpoint with any 4xx.
  package typealias Explain = @Sendable (Reply) -> Refusal?

  let source: Source
  let transport: any Transport
  let events: any EventSink
  package let time: any Time
  let random: any Random
  /// The longest wait for a rate limit.
  let patience: Duration
  /// The deadline of the whole run.
  let deadline: Moment?
  let explain: Explain

  package init(
    source: Source, transport: any Transport, events: any EventSink, time: any Time,
    random: any Random, patience: Duration, deadline: Moment?,
    explain: @escaping Explain = { _ in nil }
  ) {
    (self.source, self.transport, self.events) = (source, transport, events)
    (self.time, self.random, self.patience) = (time, random, patience)
    (self.deadline, self.explain) = (deadline, explain)
  }

  /// Sends a request once and posts its trace, also on failure.
  ///
  /// - Parameters:
  ///   - attempt: the attempt number for the trace, from 1.
  ///   - began: the start time for the trace; now by default.
  package func send(
    _ request: Request, attempt: Int = 1, began: Moment? = nil
  ) async throws(TransportFailure) -> Reply {
    let start = time.moment()
    let outcome = await Result { () async throws(TransportFailure) in
      try await transport.send(request)
    }
    let reply = try? outcome.get()
    let failure: TransportFailure? =
      if case .failure(let failure) = outcome { failure } else { nil }
    events.post(
      .request(
        RequestTrace(
          source: source, method: request.method, url: DisplayText(request.url),
          status: reply?.status, bytes: reply?.body.count, attempt: attempt,
          duration: time.moment() - start, began: began ?? start, failure: failure)))
    return try outcome.get()
  }

  /// Posts a wait and sleeps until it is over.
  ///
  /// - Parameter silently: whether a concurrent request posted the wait already.
  /// - Throws: `interrupted` if the task is cancelled.
  func wait(
    _ reason: Wait.Reason, for duration: Duration, silently: Bool = false
  ) async throws(SyncFailure) {
    let until = time.wallClock() + duration
    if !silently {
      events.post(.waiting(Wait(reason: reason, source: source, until: until, duration: duration)))
    }
    try await time.wait(until: time.moment() + duration)
  }

  /// Whether `duration` fits before the run's deadline.
  func allows(_ duration: Duration) -> Bool {
    deadline.map { time.moment() + duration <= $0 } ?? true
  }
}

extension Result {
  /// The result of asynchronous work.
  package init(catching work: () async throws(Failure) -> Success) async {
    do {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
