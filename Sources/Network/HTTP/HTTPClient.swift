// Asks a service: who is asking, retries, limits, and what an answer means.

package import Codec
package import Model
import Synchronization

/// Reads from one service, below one base URL. The `Authorization` header never leaves for another
/// origin, because no request does.
package struct HTTPClient: Sendable {
  /// How often a request is tried when the trouble is likely to pass.
  static let tries = 3

  private let base: String
  private let connection: Connection
  private let authorizer: any Authorizing
  private let limits: any RateLimits
  private let pace: RequestPace?
  private let explain: @Sendable (Reply) -> Refusal?

  /// - Parameters:
  ///   - base: without a slash at its end.
  ///   - limits: how the service writes its limits.
  ///   - pace: how fast we ask at most; nil leaves it to the limits.
  ///   - explain: what a refusal (401, 403, 422) says about permissions, if anything.
  package init(
    base: String, connection: Connection, authorizer: any Authorizing, limits: any RateLimits,
    pace: RequestPace? = nil, explain: @escaping @Sendable (Reply) -> Refusal?
  ) {
    self.base = base
    self.connection = connection
    self.authorizer = authorizer
    self.limits = limits
    self.pace = pace
    self.explain = explain
  }

  /// Asks for `path` and returns the answer, which is a success.
  ///
  /// Broken connections, timeouts and 5xx are tried three times in all, with full jitter between.
  /// A 401 is answered by one refresh and one repeat. A limit is waited for when that fits.
  ///
  /// - Parameters:
  ///   - path: begins with a slash.
  ///   - answerLimit: how large the answer may be, in bytes.
  /// - Throws: what `FailureMap.swift` makes of it; `interrupted` when the task is cancelled.
  package func get(
    _ path: String, query: FormPairs = [:], answerLimit: Int = Request.answerLimit
  ) async throws(SyncFailure) -> Reply {
    let reply = try await ask(path, query: query, answerLimit: answerLimit)
    guard reply.isSuccess else { throw SyncFailure(reply, of: source) }
    return reply
  }

  /// As `get`, for one record among many; nil when the service has no such record (404, 422).
  package func find(_ path: String, query: FormPairs = [:]) async throws(SyncFailure) -> Reply? {
    let reply = try await ask(path, query: query)
    if [404, 422].contains(reply.status) { return nil }
    guard reply.isSuccess else { throw SyncFailure(reply, of: source) }
    return reply
  }

  /// Saves what signing in has left unsaved.
  ///
  /// - Throws: `storage` when it cannot be saved.
  package func settle() async throws(SyncFailure) { try await authorizer.settle() }

  /// The answer, when asking again would not change it.
  private func ask(
    _ path: String, query: FormPairs, answerLimit: Int = Request.answerLimit
  ) async throws(SyncFailure) -> Reply {
    var request = Request(
      "GET", base + path + (query.pairs.isEmpty ? "" : "?" + query.encoded),
      answerLimit: answerLimit)
    guard path.first == "/" else { throw .internal("a path without its slash") }
    var authorization = try await authorizer.authorization()
    var attempt = 1
    var refreshed = false
    var patience = connection.patience
    while true {
      request.headers = [
        .init("Authorization", authorization), .init("Accept", Secret("application/json")),
      ]
      try await pace?.turn(by: connection.time)
      // Read before the limit is asked: a request that the limit lets go began before any wait for it.
      var began = connection.time.moment()
      while let limit = limits.begin(at: connection.time.wallClock()) {
        try await waitOut(limit, &patience)
        began = connection.time.moment()
      }
      let reply: Reply
      do {
        reply = try await connection.send(request, attempt: attempt, began: began)
      } catch {
        limits.end(nil, at: connection.time.wallClock())
        let failure = SyncFailure(error, of: source)
        guard error.isTransient else { throw failure }
        try await retry(after: &attempt, or: failure)
        continue
      }
      limits.end(reply, at: connection.time.wallClock())
      if reply.isSuccess { return reply }
      if reply.status == 429 { continue }
      if reply.isTransient {
        try await retry(after: &attempt, or: SyncFailure(reply, of: source))
        continue
      }
      if [401, 403, 422].contains(reply.status), let refusal = explain(reply) {
        throw .permission(source, refusal)
      }
      guard reply.status == 401, !refreshed,
        let other = try await authorizer.authorization(after: authorization)
      else { return reply }
      authorization = other
      refreshed = true
    }
  }

  private var source: Source { connection.source }

  /// Sleeps up to 1 s, then up to 2 s, and counts; throws `failure` after the last try.
  private func retry(
    after attempt: inout Int, or failure: SyncFailure
  ) async throws(SyncFailure) {
    guard attempt < Self.tries else { throw failure }
    let longest = Double(1 << (attempt - 1))
    let delay = Duration.milliseconds(Int64(connection.random.fraction() * longest * 1000))
    guard connection.allows(delay) else { throw failure }
    attempt += 1
    try await connection.wait(.retry(attempt: attempt, of: Self.tries), for: delay)
  }

  /// - Parameter patience: what is left of it for this request, so that a service that never relents
  ///   is not waited for without end.
  private func waitOut(
    _ limit: RateLimit, _ patience: inout Duration
  ) async throws(SyncFailure) {
    let seconds = limit.retryAt.seconds - connection.time.wallClock().seconds
    let duration = Duration.seconds(max(0, seconds))
    guard duration <= patience, connection.allows(duration) else {
      throw .rateLimited(source, limit)
    }
    patience -= duration
    try await connection.wait(.rateLimit, for: duration, silently: !limits.announces(limit))
    limits.passed(limit)
  }
}

/// Lets at most so many requests go in any second. All requests of a run share it.
package final class RequestPace: Sendable {
  private static let span = Duration.seconds(1)

  private let limit: Int
  /// When the last requests went or will go, as many as the limit.
  private let recent = Mutex<[Moment]>([])

  /// - Parameter limit: requests a second, above zero.
  package init(perSecond limit: Int) {
    self.limit = limit
  }

  /// Sleeps until the next request may go.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func turn(by time: any Time) async throws(SyncFailure) {
    let wait = recent.withLock { recent -> Moment? in
      let now = time.moment()
      let slot = recent.count < limit ? now : max(now, recent[0] + Self.span)
      recent.append(slot)
      if recent.count > limit { recent.removeFirst() }
      return slot > now ? slot : nil
    }
    guard let wait else { return }
    do {
      try await time.sleep(until: wait)
    } catch {
      throw .interrupted
    }
  }
}
