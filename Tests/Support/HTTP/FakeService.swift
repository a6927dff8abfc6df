// What the fake services share: a server, the account's data, and faults on request.

import CLibrary

/// The data of a service, which a test may read and change at any time, and its right answers.
package protocol FakeAccount: Sendable {
  /// The end of the path of its list of activities.
  static var list: String { get }
  /// Leads a program to the service at this address.
  static func environment(_ address: String) -> [String: String]
  /// Answers a request, with all its effects.
  mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse
}

/// A service on 127.0.0.1 that keeps its published contract but where a test orders otherwise.
package final class FakeService<Account: FakeAccount>: Sendable {
  private struct Order: Sendable {
    let matches: @Sendable (HTTPRequest) -> Bool
    var toSkip: Int
    var remaining: Int
    /// In place of the right answer; nil for that one.
    var answer: HTTPResponse?
    /// A change just before the answer, such as an upload during a listing.
    var change: (@Sendable (inout Account) -> Void)?
  }

  private struct State: Sendable {
    var account: Account
    var orders: [Order] = []

    /// Orders given first are obeyed first; each request gets one other answer at most.
    mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse {
      var answer: HTTPResponse?
      for index in orders.indices where orders[index].remaining > 0 {
        guard orders[index].matches(request) else { continue }
        if orders[index].toSkip > 0 {
          orders[index].toSkip -= 1
          continue
        }
        if answer != nil, orders[index].answer != nil { continue }
        answer = answer ?? orders[index].answer
        orders[index].change?(&account)
        orders[index].remaining -= 1
      }
      return answer ?? account.reply(to: request, at: now)
    }
  }

  /// The server behind it: recorded requests, gates, `stop`.
  package let server: HTTPServer
  private let now: @Sendable () -> Int
  private let state: Monitor<State>

  /// - Parameter now: its clock, in seconds since 1970; the machine's by default.
  package init(_ account: Account, now: @escaping @Sendable () -> Int = { time(nil) }) throws {
    let state = Monitor(State(account: account))
    server = try HTTPServer { request in state.withLock { $0.reply(to: request, at: now()) } }
    (self.state, self.now) = (state, now)
  }

  package var environment: [String: String] { Account.environment(server.address) }

  /// The requests for activities.
  package var listRequests: [HTTPRequest] { server.requests(of: Account.list) }
  package var account: Account { state.withLock { $0.account } }

  /// Reads or changes the service's data, between any two requests.
  @discardableResult
  package func edit<Result>(_ body: (inout Account) throws -> Result) rethrows -> Result {
    try state.withLock { try body(&$0.account) }
  }

  /// Answers a request that came by another server.
  package func reply(to request: HTTPRequest) -> HTTPResponse {
    state.withLock { $0.reply(to: request, at: now()) }
  }

  /// Answers requests whose path ends like this, from the `nth` on; they have no effect.
  package func answer(
    _ path: String = "", with answer: HTTPResponse, nth: Int = 1, times: Int = 1,
    where matches: @escaping @Sendable (HTTPRequest) -> Bool = { _ in true }
  ) {
    order(
      Order(
        matches: { $0.path.hasSuffix(path) && matches($0) }, toSkip: nth - 1, remaining: times,
        answer: answer))
  }

  /// Sets a change to make just before such a request is answered.
  package func before(
    _ path: String, nth: Int = 1, times: Int = 1,
    _ change: @escaping @Sendable (inout Account) -> Void
  ) {
    order(
      Order(
        matches: { $0.path.hasSuffix(path) }, toSkip: nth - 1, remaining: times, change: change))
  }

  private func order(_ order: Order) { state.withLock { $0.orders.append(order) } }

  /// Discards the orders that were not obeyed yet.
  package func behave() { state.withLock { $0.orders.removeAll() } }
}

extension FakeService where Account: OAuthAccount {
  /// Plays the person who opened the authorize address and grants scopes, or nil for a click on
  /// Cancel: returns the address the browser is then redirected to.
  package func approve(
    _ address: String, _ grant: (_ wanted: [String]) -> [String]? = { $0 }
  ) throws -> String {
    try edit { try $0.redirect(NamedValues(queryOf: address), grant) }
  }

  /// Signs in without the browser and returns tokens for the client's credential file, whose access
  /// token lasts so many seconds (negative: already expired) or as usual.
  package func signIn(
    scopes: [String] = Account.allScopes, lasting seconds: Int? = nil
  ) -> IssuedTokens {
    edit { $0.grants.make(scopes, lasting: seconds, at: now()) }
  }
}
