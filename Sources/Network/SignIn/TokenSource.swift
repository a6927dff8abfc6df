// Provides a valid access token and refreshes it when it expires.

import Codec
package import Model
import Synchronization

/// The access token of an OAuth source, shared by all requests and processes through the file and
/// its lock. The file is read for every request, because the user may have signed in again.
///
/// Services revoke the old refresh token when they issue a new one. So a new pair is saved before
/// it is used, a full disk is found before the old one is used up, and a refresh is never
/// cancelled. A pair that cannot be saved is used all the same, and saved as soon as possible.
package final class TokenSource: Authorizing {
  /// How long before its expiry a token counts as expired.
  static let margin = Duration.seconds(300)

  private let source: Source
  private let store: CredentialStore
  private let endpoint: TokenEndpoint
  private let oldPairLives: Bool
  private let unsaved = Mutex<UnsavedTokens?>(nil)

  /// - Parameters:
  ///   - url: the token endpoint.
  ///   - oldPairLives: whether the previous pair stays valid until the new one is used: then a new
  ///     pair is not used before it is saved.
  package init(
    url: String, store: CredentialStore, connection: Connection, oldPairLives: Bool = false
  ) {
    source = connection.source
    (self.store, self.oldPairLives) = (store, oldPairLives)
    endpoint = TokenEndpoint(url: url, connection: connection)
  }

  package func authorization(after refused: Secret?) async throws(SyncFailure) -> Secret? {
    // What still cannot be saved is used all the same.
    try? await settle()
    if let value = fresh(try load(), after: refused) { return value }
    let lock = try await store.lock(for: source)
    defer { lock.release() }
    let current = try load()
    if let value = fresh(current, after: refused) { return value }
    // Not cancelled from here on, so that issued tokens are not lost.
    let work = Task(executorPreference: CurrentWork.executor) {
      await Result { () async throws(SyncFailure) in try await self.refresh(current) }
    }
    guard let token = try await work.value.get().tokens.access else { throw .auth(source) }
    return .bearer(token)
  }

  package func settle() async throws(SyncFailure) {
    guard isUnsaved else { return }
    let lock = try await store.lock(for: source)
    defer { lock.release() }
    guard let pending = pending(over: try? store.load(source)) else { return }
    do {
      try store.write(pending.credentials, for: source, over: store.read())
    } catch {
      throw .storage(pending.failure)
    }
    unsaved.withLock { $0 = nil }
  }

  /// The value of the access token, unless it expires soon or was refused. Where nobody has said
  /// when it expires, it is used until it is refused.
  private func fresh(_ credentials: Credentials, after refused: Secret?) -> Secret? {
    let soon = endpoint.connection.time.wallClock() + Self.margin
    guard let value = credentials.tokens.access.map({ Secret.bearer($0) }), value != refused,
      credentials.tokens.expires.map({ soon < $0 }) ?? true
    else { return nil }
    return value
  }

  private func load() throws(SyncFailure) -> Credentials {
    guard let credentials = try store.load(source) else { throw .notConnected(source) }
    return pending(over: credentials)?.credentials ?? credentials
  }

  private var isUnsaved: Bool { unsaved.withLock { $0 != nil } }

  /// The pair to use instead of the stored one; nil if there is none, or another was stored since.
  private func pending(over stored: Credentials?) -> UnsavedTokens? {
    unsaved.withLock { unsaved in
      if let stored, stored.tokens != unsaved?.stored { unsaved = nil }
      return unsaved
    }
  }

  // MARK: Refreshing; requires the lock

  /// The credentials with the new pair, already saved or in `unsaved`.
  private func refresh(_ start: Credentials) async throws(SyncFailure) -> Credentials {
    var credentials = start
    let file = try store.read()
    // Detects a full disk before the token is used; that of an unsaved pair is used up anyway.
    if !isUnsaved { try store.rewrite() }
    var hasAskedAgain = false
    while true {
      switch await ask(credentials) {
      case .success(let grant):
        credentials.rotate(
          to: TokenPair(
            access: grant.access, refresh: grant.refresh ?? credentials.tokens.refresh,
            expires: grant.expires))
        do {
          try store.write(credentials, for: source, over: file)
        } catch {
          try retain(credentials, after: error)
        }
        return credentials
      case .failure(.other(let failure)): throw failure
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

  /// Keeps credentials that could not be saved.
  ///
  /// - Throws: `storage` if they can be discarded, because nothing is lost yet.
  private func retain(_ credentials: Credentials, after error: FileError) throws(SyncFailure) {
    let isSpent = credentials.previous?.refresh != credentials.tokens.refresh
    if oldPairLives || !isSpent { throw SyncFailure(error) }
    let failure = StorageFailure(error, losing: source)
    unsaved.withLock { unsaved in
      let stored = unsaved.map(\.stored) ?? credentials.previous
      unsaved = UnsavedTokens(credentials: credentials, stored: stored, failure: failure)
    }
  }
}

/// A pair that could not be saved yet.
private struct UnsavedTokens {
  let credentials: Credentials
  /// The stored pair that the credentials derive from.
  let stored: TokenPair?
  /// The failure of the last attempt.
  let failure: StorageFailure
}
