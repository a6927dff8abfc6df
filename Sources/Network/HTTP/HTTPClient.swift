// Requests to one service, with authorization, retries and rate limits.

package import Codec
package import Model
import Synchronization

/// Reads from one service below one base URL. The `Authorization` header is never sent to another
/// origin, because all requests go to the base URL.
package struct HTTPClient: Sendable {
  /// The number of attempts for transient failures.
  static let tries = 3

  private let base: String
  private let connection: Connection
  private let authorizer: (any Authorizing)?
  private let limits: any RateLimits
  private let pace: RequestPace?

  /// - Parameters:
  ///   - base: the base URL, without a trailing slash.
  ///   - authorizer: nil sends no `Authorization`.
  ///   - limits: what the service allows, and what its replies say of that.
  ///   - pace: limits the request rate; nil leaves it to the limits.
  package init(
    base: String, connection: Connection, authorizer: (any Authorizing)?, limits: any RateLimits,
    pace: RequestPace? = nil
  ) {
    (self.base, self.connection, self.authorizer) = (base, connection, authorizer)
    (self.limits, self.pace) = (limits, pace)
  }

  /// Requests `path` and returns the successful reply.
  ///
  /// Broken connections, timeouts and 5xx are tried three times in total, with full jitter. After a
  /// 401, the token is refreshed once and the request repeated. Rate limits are waited for if the
  /// patience and the deadline allow.
  ///
  /// - Parameters:
  ///   - path: starts with a slash.
  ///   - accepted: statuses of errors that are answers, too.
  ///   - answerLimit: the maximum size of the body, in bytes.
  /// - Throws: the failures of `FailureMap.swift`; `interrupted` if the task is cancelled.
  package func get(
    _ path: String, query: FormPairs = [:], accepting accepted: [Int] = [],
    answerLimit: Int = Request.answerLimit
  ) async throws(SyncFailure) -> Reply {
    var request = Request(
      "GET", base + path + (query.pairs.isEmpty ? "" : "?" + query.encoded),
      answerLimit: answerLimit)
    guard path.first == "/" else { throw .internal("a path without its slash") }
    var authorization = try await authorizer?.authorization(after: nil)
    var attempt = 1
    var refreshed = false
    var patience = connection.patience
    while true {
      request.headers =
        if let authorization {
          [("Authorization", authorization), ("Accept", Secret("application/json"))]
        } else {
          []
        }
      try await pace?.waitForSlot(by: connection.time)
      // Read before the limit: the trace of an unthrottled request starts before any wait.
      var began = connection.time.moment()
      while let limit = await limits.begin(at: connection.time.wallClock()) {
        try await waitFor(limit, &patience)
        began = connection.time.moment()
      }
      let reply: Reply
      do {
        reply = try await connection.send(request, attempt: attempt, began: began)
      } catch {
        limits.end(nil, at: connection.time.wallClock())
        let failure = SyncFailure(error, of: source)
        guard error.isTransient else { throw failure }
        try await retry(after: &attempt, isAnswered: false, or: failure)
        continue
      }
      limits.end(reply, at: connection.time.wallClock())
      if reply.isSuccess { return reply }
      // It has set a limit, for which the next request waits.
      if reply.status == 429 { continue }
      if reply.isTransient {
        try await retry(after: &attempt, or: SyncFailure(reply, of: source))
        continue
      }
      if [401, 403, 422].contains(reply.status), let refusal = connection.explain(reply) {
        throw .permission(source, refusal)
      }
      guard reply.status == 401, !refreshed, let refused = authorization,
        let other = try await authorizer?.authorization(after: refused)
      else {
        if accepted.contains(reply.status) { return reply }
        throw SyncFailure(reply, of: source)
      }
      authorization = other
      refreshed = true
    }
  }

  /// Like `get`, for a record that may not exist: nil for 404 and 422.
  package func find(_ path: String, query: FormPairs = [:]) async throws(SyncFailure) -> Reply? {
    let reply = try await get(path, query: query, accepting: [404, 422])
    return reply.isSuccess ? reply : nil
  }

  /// Saves tokens that could not be saved before.
  ///
  /// - Throws: `storage` if saving fails.
  package func settle() async throws(SyncFailure) { try await authorizer?.settle() }

  private var source: Source { connection.source }

  /// Sleeps up to 1 s, then up to 2 s; throws `failure` after the last attempt.
  private func retry(
    after attempt: inout Int, isAnswered: Bool = true, or failure: SyncFailure
  ) async throws(SyncFailure) {
    guard attempt < Self.tries else { throw failure }
    let longest = Double(1 << (attempt - 1))
    let delay = Duration.milliseconds(Int64(connection.random.fraction() * longest * 1000))
    guard connection.allows(delay) else { throw failure }
    attempt += 1
    let reason = Wait.Reason.retry(attempt: attempt, of: Self.tries, isAnswered: isAnswered)
    try await connection.wait(reason, for: delay)
  }

  /// - Parameter patience: what is left of it for this request; bounds the wait for a service that
  ///   never relents.
  private func waitFor(_ limit: RateLimit, _ patience: inout Duration) async throws(SyncFailure) {
    let seconds = limit.retryAt.seconds - connection.time.wallClock().seconds
    let duration = Duration.seconds(max(0, seconds))
    guard duration <= patience, connection.allows(duration) else {
      throw .rateLimited(source, limit)
    }
    patience -= duration
    try await connection.wait(.rateLimit, for: duration, silently: !limits.announces(limit))
    // Runs that waited for one limit do not all begin again at once.
    let spread = Duration.milliseconds(Int64(connection.random.fraction() * 2000))
    if connection.allows(spread) {
      try await connection.time.wait(until: connection.time.moment() + spread)
    }
    limits.passed(limit)
  }
}

/// Limits the requests per second. Shared by all requests of a run.
package final class RequestPace: Sendable {
  private static let span = Duration.seconds(1)

  private let limit: Int
  /// The send times of the last `limit` requests, some in the future.
  private let recent = Mutex<[Moment]>([])

  /// - Parameter limit: requests per second; greater than zero.
  package init(perSecond limit: Int) { self.limit = limit }

  /// Waits until the next request may be sent.
  ///
  /// - Throws: `interrupted` if the task is cancelled.
  func waitForSlot(by time: any Time) async throws(SyncFailure) {
    let wait = recent.withLock { recent -> Moment? in
      let now = time.moment()
      let slot = recent.count < limit ? now : max(now, recent[0] + Self.span)
      recent.append(slot)
      if recent.count > limit { recent.removeFirst() }
      return slot > now ? slot : nil
    }
    if let wait { try await time.wait(until: wait) }
  }
}

/// A source of authorization values.
package protocol Authorizing: Sendable {
  /// The value of the `Authorization` header, after a 401 for `refused` another one; nil if there
  /// is none.
  ///
  /// - Throws: `auth` if the sign-in has expired; `interrupted` if the task is cancelled.
  func authorization(after refused: Secret?) async throws(SyncFailure) -> Secret?

  /// Saves tokens that could not be saved before.
  ///
  /// - Throws: `storage` if saving fails.
  func settle() async throws(SyncFailure)
}

extension Authorizing {
  package func settle() async throws(SyncFailure) {}
}

extension Secret {
  /// `Basic …` (RFC 7617).
  package static func basic(user: String, password: Secret) -> Secret {
    Secret("Basic " + Base64.encode(Array("\(user):\(password.reveal())".utf8)))
  }

  /// `Bearer …` (RFC 6750).
  package static func bearer(_ token: Secret) -> Secret { Secret("Bearer " + token.reveal()) }
}
