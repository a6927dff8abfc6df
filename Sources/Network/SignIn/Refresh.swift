// Refreshes a token pair without losing the sign-in on failures.

import Codec
import Model

/// Uses a refresh token and saves the new pair. Requires the lock.
struct Refresh {
  let source: Source
  let store: CredentialStore
  let endpoint: TokenEndpoint
  /// Keeps a pair that could not be saved, so that the run can continue.
  let unsaved: UnsavedTokens

  /// The credentials with the new pair, already saved or in `unsaved`.
  func run(_ start: Credentials) async throws(SyncFailure) -> Credentials {
    var credentials = start
    // Detects a full disk before the token is used.
    let reserve = try CredentialReserve(for: source, in: store)
    defer { reserve.discard() }
    var hasAskedAgain = false
    while true {
      switch await ask(credentials) {
      case .success(let grant):
        credentials.rotate(
          to: TokenPair(
            access: grant.access, refresh: grant.refresh ?? credentials.tokens.refresh,
            expires: grant.expires))
        do {
          try reserve.write(credentials)
        } catch {
          try unsaved.take(credentials, after: error, of: source)
        }
        return credentials
      case .failure(.clientSecret):
        let id = DisplayText(credentials.clientID)
        throw .signInRefused(source, .clientSecret(clientID: id))
      case .failure(.other(let failure)):
        throw failure
      case .failure(.lost(let failure)):
        // The token may have been used up; one more request finds out.
        guard !hasAskedAgain else { throw failure }
      case .failure(.invalid):
        // A process without our lock may have refreshed it first.
        guard let other = try store.load(source),
          other.tokens.refresh != credentials.tokens.refresh, !hasAskedAgain
        else { throw .auth(source) }
        credentials = other
      }
      hasAskedAgain = true
    }
  }

  private func ask(_ credentials: Credentials) async -> Result<TokenGrant, TokenRefusal> {
    await Result { () async throws(TokenRefusal) in
      try await endpoint.post([
        "client_id": credentials.clientID,
        "client_secret": credentials.clientSecret.reveal(),
        "grant_type": "refresh_token",
        "refresh_token": credentials.tokens.refresh.reveal(),
      ])
    }
  }
}
