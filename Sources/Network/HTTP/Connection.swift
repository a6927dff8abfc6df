// What every request of one source needs around it.

package import Model

/// A source's way to its service: the transport, and the ports that patience needs.
package struct Connection: Sendable {
  let source: Source
  let transport: any Transport
  let events: any EventSink
  package let time: any Time
  let random: any Random
  /// The longest wait for a limit.
  let patience: Duration
  /// When the whole run gives up.
  let deadline: Moment?

  package init(
    source: Source, transport: any Transport, events: any EventSink, time: any Time,
    random: any Random, patience: Duration, deadline: Moment?
  ) {
    self.source = source
    self.transport = transport
    self.events = events
    self.time = time
    self.random = random
    self.patience = patience
    self.deadline = deadline
  }

  /// Sends one request once and posts its trace, whatever comes of it.
  ///
  /// - Parameters:
  ///   - attempt: from 1, for the trace.
  ///   - began: when it was decided to send it; now by default.
  package func send(
    _ request: Request, attempt: Int = 1, began: Moment? = nil
  ) async throws(TransportFailure) -> Reply {
    let start = time.moment()
    let outcome: Result<Reply, TransportFailure>
    do {
      outcome = .success(try await transport.send(request))
    } catch {
      outcome = .failure(error)
    }
    let reply: Reply?
    var trouble: DisplayText?
    switch outcome {
    case .success(let answer): reply = answer
    case .failure(let failure): (reply, trouble) = (nil, DisplayText(failure.explanation))
    }
    events.post(
      .request(
        RequestTrace(
          source: source, method: request.method, url: DisplayText(request.url),
          status: reply?.status, bytes: reply?.body.count, attempt: attempt,
          duration: time.moment() - start, began: began ?? start, trouble: trouble)))
    return try outcome.get()
  }

  /// Posts a wait and sleeps it through.
  ///
  /// - Parameter silently: whether the wait was posted already, by a request beside this one.
  /// - Throws: `interrupted` when the task is cancelled.
  func wait(
    _ reason: Wait.Reason, for duration: Duration, silently: Bool = false
  ) async throws(SyncFailure) {
    let until = time.wallClock() + duration
    if !silently {
      events.post(
        .waiting(Wait(reason: reason, source: source, until: until, duration: duration)))
    }
    do {
      try await time.sleep(for: duration)
    } catch {
      throw .interrupted
    }
  }

  /// Whether the run goes on for longer than that.
  func allows(_ duration: Duration) -> Bool {
    deadline.map { time.moment() + duration <= $0 } ?? true
  }
}
