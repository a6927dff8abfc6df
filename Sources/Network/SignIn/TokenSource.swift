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
package struct TokenSource: Authorizing {
  /// How long before its expiry a token counts as expired.
  static let margin = Duration.seconds(300)

  private let source: Source
  private let store: CredentialStore
  private let endpoint: TokenEndpoint
  private let unsaved: UnsavedTokens

  /// - Parameters:
  ///   - url: the token endpoint.
  ///   - oldPairLives: whether the previous pair stays valid until the new one is used.
  package init(
    url: String, store: CredentialStore, connection: Connection, oldPairLives: Bool = false
  ) {
    source = connection.source
    self.store = store
    unsaved = UnsavedTokens(oldPairLives: oldPairLives)
    endpoint = TokenEndpoint(url: url, connection: connection)
  }

  package func authorization() async throws(SyncFailure) -> Secret {
    if unsaved.pending != nil { try? await settle() }
    if let token = fresh(try load(), after: nil) { return .bearer(token) }
    return .bearer(try await token(after: nil))
  }

  package func authorization(after refused: Secret) async throws(SyncFailure) -> Secret? {
    .bearer(try await token(after: refused))
  }

  package func settle() async throws(SyncFailure) {
    guard unsaved.pending != nil else { return }
    let lock = try await store.lock(for: source)
    defer { lock.release() }
    guard unsaved.replacement(for: try? store.load(source)) != nil,
      let (credentials, failure) = unsaved.pending
    else { return }
    do {
      try store.write(credentials, for: source, over: store.read())
    } catch {
      throw .storage(failure)
    }
    unsaved.forget()
  }

  /// The token, unless it expires soon or was refused.
  private func fresh(_ credentials: Credentials, after refused: Secret?) -> Secret? {
    guard let access = credentials.tokens.access, let expires = credentials.tokens.expires,
      endpoint.connection.time.wallClock() + Self.margin < expires, .bearer(access) != refused
    else { return nil }
    return access
  }

  private func token(after refused: Secret?) async throws(SyncFailure) -> Secret {
    let lock = try await store.lock(for: source)
    defer { lock.release() }
    let current = try load()
    if let token = fresh(current, after: refused) { return token }
    // Not cancelled from here on, so that issued tokens are not lost.
    let work = Task(executorPreference: CurrentWork.executor) {
      await Result { () async throws(SyncFailure) in try await refresh(current) }
    }
    let refreshed = try await work.value.get()
    guard let token = refreshed.tokens.access else { throw .auth(source) }
    return token
  }

  private func load() throws(SyncFailure) -> Credentials {
    guard let credentials = try store.load(source) else { throw .notConnected(source) }
    return unsaved.replacement(for: credentials) ?? credentials
  }

  // MARK: Refreshing; requires the lock

  /// The credentials with the new pair, already saved or in `unsaved`.
  private func refresh(_ start: Credentials) async throws(SyncFailure) -> Credentials {
    var credentials = start
    let file = try store.read()
    // Detects a full disk before the token is used; that of an unsaved pair is used up anyway.
    if unsaved.pending == nil { try store.rewrite() }
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
          try unsaved.retain(credentials, after: error, of: source)
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
}

/// A pair that could not be saved yet. Shared by all requests of a run.
final class UnsavedTokens: Sendable {
  private struct State {
    let credentials: Credentials
    /// The stored pair that the credentials derive from.
    let stored: TokenPair?
    /// The failure of the last attempt.
    let failure: StorageFailure
  }

  private let state = Mutex<State?>(nil)
  private let oldPairLives: Bool

  /// - Parameter oldPairLives: whether the previous pair stays valid until the new one is used:
  ///   then a new pair is not used before it is saved.
  init(oldPairLives: Bool) { self.oldPairLives = oldPairLives }

  /// Keeps credentials that could not be saved.
  ///
  /// - Throws: `storage` if they can be discarded, because nothing is lost yet.
  func retain(
    _ credentials: Credentials, after error: FileError, of source: Source
  ) throws(SyncFailure) {
    let isSpent = credentials.previous?.refresh != credentials.tokens.refresh
    if oldPairLives || !isSpent { throw SyncFailure(error) }
    let failure = StorageFailure(error, losing: source)
    state.withLock { state in
      let stored = state.map(\.stored) ?? credentials.previous
      state = State(credentials: credentials, stored: stored, failure: failure)
    }
  }

  /// The credentials to use instead of the stored ones; nil if there are none, or others were
  /// stored since.
  func replacement(for stored: Credentials?) -> Credentials? {
    state.withLock { state in
      if let stored, stored.tokens != state?.stored { state = nil }
      return state?.credentials
    }
  }

  /// The credentials to save and the last failure.
  var pending: (credentials: Credentials, failure: StorageFailure)? {
    state.withLock { $0.map { ($0.credentials, $0.failure) } }
  }

  func forget() { state.withLock { $0 = nil } }
}
