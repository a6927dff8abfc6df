// One refresh of a token pair, so that no trouble on the way costs the sign-in.

import Codec
import Model

/// Spends a refresh token and saves what comes for it. The lock must be held.
struct Refresh {
  let source: Source
  let store: CredentialStore
  let endpoint: TokenEndpoint
  /// Takes a pair that the disk did not take, so that the run can go on with it.
  let unsaved: UnsavedTokens

  /// The credentials with the new pair, which is on the disk by then or in `unsaved`.
  func run(_ credentials: Credentials) async -> Result<Credentials, SyncFailure> {
    do {
      return .success(try await refresh(credentials))
    } catch {
      return .failure(error)
    }
  }

  private func refresh(_ start: Credentials) async throws(SyncFailure) -> Credentials {
    var credentials = start
    // A full disk shows now, before the token is spent.
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
        // The token may be spent or not; asking once more finds out.
        guard !hasAskedAgain else { throw failure }
      case .failure(.invalid):
        // Somebody without our lock (a person, an older program) may have been faster.
        guard let other = try store.load(source),
          other.tokens.refresh != credentials.tokens.refresh, !hasAskedAgain
        else { throw .auth(source) }
        credentials = other
      }
      hasAskedAgain = true
    }
  }

  private func ask(_ credentials: Credentials) async -> Result<TokenGrant, TokenRefusal> {
    do {
      return .success(
        try await endpoint.post([
          "client_id": credentials.clientID,
          "client_secret": credentials.clientSecret.reveal(),
          "grant_type": "refresh_token",
          "refresh_token": credentials.tokens.refresh.reveal(),
        ]))
    } catch {
      return .failure(error)
    }
  }
}
