// Hands out a valid access token, and gets a new one when it is due.

import Codec
package import Model
import Synchronization

/// The access token of an OAuth source, shared through the file and its lock by all requests and all
/// processes. The file is read for every request: a person may have signed in again meanwhile.
///
/// Services kill the old refresh token when they hand out a new one. So a new pair is on the disk
/// before it is used, space for it is reserved before the old one is spent, and a refresh once begun
/// is not cancelled. A pair that the disk did not take is used all the same, and saved as soon as the
/// disk allows.
package struct TokenSource: Authorizing {
  /// How long before its end a token counts as ended.
  static let margin = Duration.seconds(300)

  private let source: Source
  private let store: CredentialStore
  private let endpoint: TokenEndpoint
  private let unsaved: UnsavedTokens

  /// - Parameters:
  ///   - url: the token endpoint.
  ///   - oldPairLives: whether the pair before stays good until the new one is used.
  ///   - explain: what a refusal of tokens says about permissions, if anything.
  package init(
    url: String, store: CredentialStore, connection: Connection, oldPairLives: Bool = false,
    explain: @escaping @Sendable (Reply) -> Refusal? = { _ in nil }
  ) {
    source = connection.source
    self.store = store
    unsaved = UnsavedTokens(oldPairLives: oldPairLives)
    endpoint = TokenEndpoint(url: url, connection: connection, explain: explain)
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
    guard unsaved.instead(of: try? store.load(source)) != nil,
      let (credentials, trouble) = unsaved.pending
    else { return }
    do {
      let reserve = try CredentialReserve(for: source, in: store)
      defer { reserve.discard() }
      try reserve.write(credentials)
    } catch {
      throw .storage(trouble)
    }
    unsaved.forget()
  }

  /// The token, when it will do for a while and is not the one that was refused.
  private func fresh(_ credentials: Credentials, after refused: Secret?) -> Secret? {
    guard let access = credentials.tokens.access, let expires = credentials.tokens.expires,
      endpoint.connection.time.wallClock() + Self.margin < expires,
      .bearer(access) != refused
    else { return nil }
    return access
  }

  private func token(after refused: Secret?) async throws(SyncFailure) -> Secret {
    let lock = try await store.lock(for: source)
    defer { lock.release() }
    let current = try load()
    if let token = fresh(current, after: refused) { return token }
    // From here on a cancelled run must not forget what the service has handed out already.
    let refresh = Refresh(source: source, store: store, endpoint: endpoint, unsaved: unsaved)
    let work = Task(executorPreference: CurrentWork.executor) { await refresh.run(current) }
    let refreshed = try await work.value.get()
    guard let token = refreshed.tokens.access else { throw .auth(source) }
    return token
  }

  private func load() throws(SyncFailure) -> Credentials {
    guard let credentials = try store.load(source) else { throw .notConnected(source) }
    return unsaved.instead(of: credentials) ?? credentials
  }
}

/// What is to be saved as soon as the disk allows. All requests of a run share it.
final class UnsavedTokens: Sendable {
  private struct State {
    let credentials: Credentials
    /// The pair that is stored: what the credentials descend from.
    let stored: TokenPair?
    /// What stood in the way the last time.
    let trouble: StorageTrouble
  }

  private let state = Mutex<State?>(nil)
  private let oldPairLives: Bool

  /// - Parameter oldPairLives: whether the pair before stays good until the new one is used: then the
  ///   new one is not used before it is saved.
  init(oldPairLives: Bool) {
    self.oldPairLives = oldPairLives
  }

  /// Keeps credentials that could not be saved.
  ///
  /// - Throws: `storage` where they are better forgotten, because nothing is lost yet.
  func take(
    _ credentials: Credentials, after error: FileError, of source: Source
  ) throws(SyncFailure) {
    let isSpent = credentials.previous?.refresh != credentials.tokens.refresh
    if oldPairLives || !isSpent { throw SyncFailure(error) }
    let trouble = StorageTrouble(error, losing: source)
    state.withLock { state in
      let stored = state.map(\.stored) ?? credentials.previous
      state = State(credentials: credentials, stored: stored, trouble: trouble)
    }
  }

  /// The credentials that count instead of the stored ones; nil when there are none, or when somebody
  /// has stored others since.
  func instead(of stored: Credentials?) -> Credentials? {
    state.withLock { state in
      if let stored, stored.tokens != state?.stored { state = nil }
      return state?.credentials
    }
  }

  /// What to save, and what stood in the way the last time.
  var pending: (credentials: Credentials, trouble: StorageTrouble)? {
    state.withLock { $0.map { ($0.credentials, $0.trouble) } }
  }

  func forget() {
    state.withLock { $0 = nil }
  }
}
