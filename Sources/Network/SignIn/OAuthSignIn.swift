// Begins a sign-in in the browser (RFC 6749 §4.1).

package import Codec
package import Model

/// A service's OAuth, as far as it differs from others'.
package struct OAuthService: Sendable {
  let authorizeURL: String
  let tokenURL: String
  /// All of them must be granted.
  let scopes: [String]
  /// What stands between scopes in the authorize URL.
  let separator: String
  /// What the authorize URL carries besides.
  let extra: FormPairs
  /// Where the browser ends at a service that sends nobody to this machine by http, so that the
  /// address has to be pasted; nil for this machine.
  let redirect: String?
  /// What a refusal of tokens says about permissions, if anything.
  let explain: @Sendable (Reply) -> Refusal?
  /// Asks whose account an access token opens, where the answer with the token does not say.
  let identify: (@Sendable (Secret) async throws(SyncFailure) -> Athlete)?

  package init(
    authorizeURL: String, tokenURL: String, scopes: [String], separator: String = ",",
    extra: FormPairs = [:], redirect: String? = nil,
    explain: @escaping @Sendable (Reply) -> Refusal? = { _ in nil },
    identify: (@Sendable (Secret) async throws(SyncFailure) -> Athlete)? = nil
  ) {
    self.authorizeURL = authorizeURL
    self.tokenURL = tokenURL
    self.scopes = scopes
    self.separator = separator
    self.extra = extra
    self.redirect = redirect
    self.explain = explain
    self.identify = identify
  }
}

/// Signs a person in.
package struct OAuthSignIn: Sendable {
  /// How long the browser is waited for.
  static let patience = Duration.seconds(300)
  private static let path = "/velo-sync"

  let service: OAuthService
  let connection: Connection

  package init(service: OAuthService, connection: Connection) {
    self.service = service
    self.connection = connection
  }

  /// The redirect to register, at a service whose redirects cannot be listened for; nil elsewhere.
  package var redirect: String? { service.redirect }

  /// Listens on 127.0.0.1 for the browser to come back, and posts where it has to go.
  ///
  /// - Parameter port: 0 lets the system choose.
  /// - Throws: `usage` when the given port is taken; `exhausted` when the system, which is free to
  ///   choose one, has no socket left.
  package func listen(clientID: String, port: UInt16 = 0) throws(SyncFailure) -> SignInAttempt {
    let state = newState()
    guard let listener = RedirectListener(port: port, path: Self.path, state: state) else {
      if port == 0 { throw .exhausted(.descriptors) }
      throw .usage(
        .badValue(
          option: "--port", value: DisplayText(String(port)), expected: "a port that is free"))
    }
    let redirect = "http://\(listener.expected.host)\(Self.path)"
    return begin(clientID, redirect, expected: listener.expected, listener: listener)
  }

  /// Posts where the browser has to go; its last address is pasted by the person.
  ///
  /// - Parameters:
  ///   - port: for the redirect; nothing listens there.
  ///   - other: the redirect that was registered instead of `redirect`, where there is one.
  package func paste(
    clientID: String, port: UInt16 = 0, redirect other: String? = nil
  ) -> SignInAttempt {
    let host = port == 0 ? "127.0.0.1" : "127.0.0.1:\(port)"
    let expected = ExpectedRedirect(path: Self.path, host: host, state: newState())
    let redirect = redirect.map { other ?? $0 } ?? "http://\(host)\(Self.path)"
    return begin(clientID, redirect, expected: expected, listener: nil)
  }

  private func begin(
    _ clientID: String, _ redirect: String, expected: ExpectedRedirect,
    listener: RedirectListener?
  ) -> SignInAttempt {
    var query: FormPairs = [
      "client_id": clientID, "response_type": "code", "redirect_uri": redirect,
      "scope": service.scopes.joined(separator: service.separator), "state": expected.state,
    ]
    for pair in service.extra.pairs { query.append(pair.name, pair.value) }
    let now = connection.time.now()
    let attempt = SignInAttempt(
      url: service.authorizeURL + "?" + query.encoded, until: now.wall + Self.patience,
      deadline: now.moment + Self.patience, clientID: clientID, redirect: redirect,
      service: service, connection: connection, expected: expected, listener: listener)
    connection.events.post(
      .signIn(
        SignIn(source: connection.source, url: DisplayText(attempt.url), until: attempt.until)))
    return attempt
  }

  /// 128 bits that nobody can guess.
  private func newState() -> String {
    let bits = [connection.random.next(), connection.random.next()]
    return Hex.encode(
      bits.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } })
  }
}
