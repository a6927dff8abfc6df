// Hands out a valid access token, and gets a new one when it is due.

import Codec
import SyncModel

/// The access token of an OAuth source, shared through the file and its lock by all requests and all
/// processes. The file is read for every request: a person may have signed in again meanwhile.
///
/// Services kill the old refresh token when they hand out a new one. So a new pair is on the disk
/// before it is used, room for it is proven before the old one is spent, and a refresh once begun is
/// not cancelled.
struct TokenSource: Authorizing {
  /// How long before its end a token counts as ended.
  static let margin = Duration.seconds(300)

  private let source: Source
  private let store: CredentialStore
  private let endpoint: TokenEndpoint

  /// - Parameters:
  ///   - url: the token endpoint.
  ///   - explain: what a refusal of tokens says about permissions, if anything.
  init(
    url: String, store: CredentialStore, connection: Connection,
    explain: @escaping @Sendable (Reply) -> Refusal? = { _ in nil }
  ) {
    source = connection.source
    self.store = store
    endpoint = TokenEndpoint(url: url, connection: connection, explain: explain)
  }

  func authorization() async throws(SyncFailure) -> Secret {
    if let token = fresh(try load(), after: nil) { return .bearer(token) }
    return .bearer(try await token(after: nil))
  }

  func authorization(after refused: Secret) async throws(SyncFailure) -> Secret? {
    .bearer(try await token(after: refused))
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
    let refresh = Refresh(source: source, store: store, endpoint: endpoint)
    let refreshed = try await Task { await refresh.run(current) }.value.get()
    guard let token = refreshed.tokens.access else { throw .auth(source) }
    return token
  }

  private func load() throws(SyncFailure) -> Credentials {
    guard let credentials = try store.load(source) else { throw .notConnected(source) }
    return credentials
  }
}
