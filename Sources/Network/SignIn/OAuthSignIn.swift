// Starts a sign-in in the browser (RFC 6749 §4.1).

package import Codec
package import Model

/// Starts sign-ins at one service.
package struct OAuthSignIn: Sendable {
  /// How long to wait for the browser.
  static let patience = Duration.seconds(300)
  private static let path = "/velo-sync"

  let authorizeURL: String
  let tokenURL: String
  /// All are required.
  let scopes: [String]
  let separator: String
  /// Extra parameters of the authorize URL.
  let extra: FormPairs
  /// The redirect URL to register at a service that does not allow loopback redirects, so that the
  /// user must paste it; nil for a loopback redirect.
  package let redirect: String?
  /// Whether the service may have given this client ID.
  let isClientID: @Sendable (String) -> Bool
  /// Requests the account of an access token, if the token reply does not include it.
  let identify: (@Sendable (Secret) async throws(SyncFailure) -> Athlete)?
  let connection: Connection

  package init(
    authorizeURL: String, tokenURL: String, scopes: [String], separator: String = ",",
    extra: FormPairs = [:], redirect: String? = nil,
    isClientID: @escaping @Sendable (String) -> Bool = { !$0.isEmpty },
    identify: (@Sendable (Secret) async throws(SyncFailure) -> Athlete)? = nil,
    connection: Connection
  ) {
    (self.authorizeURL, self.tokenURL, self.connection) = (authorizeURL, tokenURL, connection)
    (self.scopes, self.separator, self.extra) = (scopes, separator, extra)
    (self.redirect, self.isClientID, self.identify) = (redirect, isClientID, identify)
  }

  /// The client ID that was typed; nil for what cannot be one, so that a slip is found before the
  /// browser opens.
  package func clientID(typed: String) -> String? {
    let text = typed.trimmed
    return isClientID(text) ? text : nil
  }

  /// Listens on 127.0.0.1 for the redirect and posts the URL to open.
  ///
  /// - Parameter port: 0 lets the system choose.
  /// - Throws: `usage` if the given port is taken; `exhausted` if `port` is 0 and the system has no
  ///   socket left.
  package func listen(clientID: String, port: UInt16 = 0) throws(SyncFailure) -> SignInAttempt {
    let state = newState()
    guard let listener = RedirectListener(port: port, path: Self.path, state: state) else {
      if port == 0 { throw .exhausted(.descriptors) }
      throw .usage(
        .badValue(
          option: "--port", value: DisplayText(String(port)), expected: "a port that is free",
          fault: .unavailable))
    }
    let redirect = "http://\(listener.expected.host)\(Self.path)"
    return begin(clientID, redirect, expected: listener.expected, listener: listener)
  }

  /// Posts the URL to open; the user pastes the redirect URL.
  ///
  /// - Parameters:
  ///   - port: the port in the redirect URL; nothing listens on it.
  ///   - other: the registered redirect URL, if it is not `redirect`.
  package func paste(
    clientID: String, port: UInt16 = 0, redirect other: String? = nil
  ) -> SignInAttempt {
    let host = port == 0 ? "127.0.0.1" : "127.0.0.1:\(port)"
    let expected = ExpectedRedirect(path: Self.path, host: host, state: newState())
    let redirect = redirect.map { other ?? $0 } ?? "http://\(host)\(Self.path)"
    return begin(clientID, redirect, expected: expected, listener: nil)
  }

  private func begin(
    _ clientID: String, _ redirect: String, expected: ExpectedRedirect, listener: RedirectListener?
  ) -> SignInAttempt {
    var query: FormPairs = [
      "client_id": clientID, "response_type": "code", "redirect_uri": redirect,
      "scope": scopes.joined(separator: separator), "state": expected.state,
    ]
    for pair in extra.pairs { query.append(pair.name, pair.value) }
    let now = connection.time.now()
    let attempt = SignInAttempt(
      url: authorizeURL + "?" + query.encoded, deadline: now.moment + Self.patience,
      clientID: clientID, redirect: redirect, signIn: self, expected: expected, listener: listener)
    connection.events.post(
      .signIn(
        SignIn(
          source: connection.source, url: DisplayText(attempt.url),
          until: now.wall + Self.patience, isPasted: listener == nil)))
    return attempt
  }

  /// 128 random bits.
  private func newState() -> String {
    Hex.encode((0..<16).map { _ in UInt8(connection.random.next() >> 56) })
  }
}
