// What the fake services share: a server, the account's data, and faults on request.

/// The data of a service, and its right answers.
package protocol FakeAccount: Sendable {
  /// Answers a request, with all its effects.
  mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse
}

/// A wrong answer of a service.
package struct Trouble<Account: FakeAccount>: Sendable {
  let answer: @Sendable (inout Account, HTTPRequest, Int) -> HTTPResponse

  /// This answer, whatever the request.
  package static func response(_ response: HTTPResponse) -> Trouble {
    Trouble { _, _, _ in response }
  }

  /// The right answer, with all its effects, delivered badly: cut, reset or stalled.
  package static func delivered(_ delivery: HTTPResponse.Delivery) -> Trouble {
    Trouble { $0.reply(to: $1, at: $2).delivered(delivery) }
  }
}

/// A service on 127.0.0.1 that keeps its published contract but where a test orders otherwise.
package class FakeService<Account: FakeAccount>: @unchecked Sendable {
  /// What happens at a request.
  enum Effect: Sendable {
    /// Another answer than the right one.
    case answer(Trouble<Account>)
    /// A change just before the answer, such as an upload during a listing.
    case edit(@Sendable (inout Account) -> Void)
  }

  private struct Order: Sendable {
    let matches: @Sendable (HTTPRequest) -> Bool
    var toSkip: Int
    var remaining: Int
    let effect: Effect
  }

  private struct State: Sendable {
    var account: Account
    var orders: [Order] = []

    /// Orders given first are obeyed first; each request gets one other answer at most.
    mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse {
      var trouble: Trouble<Account>?
      for index in orders.indices where orders[index].remaining > 0 {
        guard orders[index].matches(request) else { continue }
        if orders[index].toSkip > 0 {
          orders[index].toSkip -= 1
          continue
        }
        switch orders[index].effect {
        case .answer where trouble != nil: continue
        case .answer(let ordered): trouble = ordered
        case .edit(let change): change(&account)
        }
        orders[index].remaining -= 1
      }
      return trouble?.answer(&account, request, now) ?? account.reply(to: request, at: now)
    }
  }

  /// The server behind it: recorded requests, gates, `stop`.
  package let server: HTTPServer
  /// Its clock, in seconds since 1970.
  let clock: @Sendable () -> Int
  private let state: Monitor<State>

  init(_ account: Account, now: @escaping @Sendable () -> Int) throws {
    let state = Monitor(State(account: account))
    server = try HTTPServer { request in state.withLock { $0.reply(to: request, at: now()) } }
    (self.state, clock) = (state, now)
  }

  /// Reads or changes the service's data, between any two requests.
  @discardableResult
  package func edit<Result, Failure: Error>(
    _ body: (inout Account) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in try body(&state.account) }
  }

  /// Answers a request that came by another server.
  package func reply(to request: HTTPRequest) -> HTTPResponse {
    state.withLock { $0.reply(to: request, at: clock()) }
  }

  /// Sets a fault for coming requests whose path ends like this, from the `nth` on; faults set
  /// first are used first.
  package func answer(
    _ path: String, with trouble: Trouble<Account>, nth: Int = 1, times: Int = 1
  ) {
    order(.answer(trouble), nth: nth, times: times) { $0.path.hasSuffix(path) }
  }

  /// Sets a change to make just before such a request is answered.
  package func before(
    _ path: String, nth: Int = 1, times: Int = 1,
    _ change: @escaping @Sendable (inout Account) -> Void
  ) {
    order(.edit(change), nth: nth, times: times) { $0.path.hasSuffix(path) }
  }

  /// Orders an effect for coming requests of a kind, from the `nth` on.
  func order(
    _ effect: Effect, nth: Int, times: Int, where matches: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    state.withLock {
      $0.orders.append(
        Order(matches: matches, toSkip: nth - 1, remaining: times, effect: effect))
    }
  }

  /// Discards the orders that were not obeyed yet.
  package func behave() { state.withLock { $0.orders.removeAll() } }
}
