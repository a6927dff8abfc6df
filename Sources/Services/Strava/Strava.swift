// Strava: the service, signing in, and signing out.

import Codec
package import Model
package import Network

/// Strava: the account's activities, signing in, and signing out.
package struct Strava: ServiceAccount {
  package static let source = Source.strava
  package static let endpoints = [api, oauth]

  private static let api = Endpoint(
    variable: "VELO_SYNC_STRAVA_API", standard: "https://www.strava.com/api/v3")
  private static let oauth = Endpoint(
    variable: "VELO_SYNC_STRAVA_OAUTH", standard: "https://www.strava.com/oauth")

  /// The account of the stored credentials.
  package let service: any ActivityService
  /// Signs in; needs no credentials.
  package let signIn: OAuthSignIn
  private let oauth: String
  private let credentials: CredentialStore
  private let connection: Connection

  package init(_ parts: ServiceParts) {
    connection = parts.connection(.strava) { StravaFault.refusal($0) }
    oauth = parts.endpoints[Self.oauth]
    credentials = parts.credentials
    let time = connection.time
    let tokens = TokenSource(url: oauth + "/token", store: credentials, connection: connection)
    let limits = StravaLimits()
    let client = HTTPClient(
      base: parts.endpoints[Self.api], connection: connection, authorizer: tokens, limits: limits)
    service = StravaService(client: client) { limits.allowance(at: time.wallClock()) }
    signIn = OAuthSignIn(
      authorizeURL: oauth + "/authorize", tokenURL: oauth + "/token",
      scopes: ["read", "profile:read_all", "activity:read_all"],
      // Always shows the permission boxes: a box that was left unticked could not be ticked later
      // otherwise.
      extra: ["approval_prompt": "force"],
      isClientID: {
        (1...19).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }, connection: connection)
  }

  package var way: SignInWay { .browser(signIn) }

  /// Revokes the permission at Strava; true when Strava confirmed it. The credentials are kept.
  ///
  /// - Throws: as `CredentialStore.load`; `interrupted` when the task is cancelled.
  package func revoke() async throws(SyncFailure) -> Bool {
    guard let credentials = try credentials.load(.strava) else { return true }
    let client = Secret.basic(user: credentials.clientID, password: credentials.clientSecret)
    let isRevoked = try await confirms(
      .form(
        ["token": credentials.tokens.refresh.reveal(), "token_type_hint": "refresh_token"],
        to: oauth + "/revoke", authorization: client))
    if isRevoked { return true }
    guard let access = credentials.tokens.access else { return false }
    // The older endpoint, available until 2027-06-01.
    return try await confirms(.form(["access_token": access.reveal()], to: oauth + "/deauthorize"))
  }

  private func confirms(_ request: Request) async throws(SyncFailure) -> Bool {
    do {
      return try await connection.send(request).isSuccess
    } catch {
      if error == .cancelled { throw .interrupted }
      return false
    }
  }
}
