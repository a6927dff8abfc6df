// Wahoo: the service, signing in, and signing out.

import Codec
package import Model
package import Network

/// Wahoo: the account's workouts, signing in, and signing out (Cloud API,
/// https://cloud-api.wahooligan.com).
///
/// Each refresh returns a new pair of tokens; the old pair becomes invalid with the first request
/// that uses the new one. At most ten new pairs may be unused, so tokens are refreshed immediately
/// before a request, and never in advance.
package struct Wahoo: ServiceAccount {
  package static let source = Source.wahoo
  package static let endpoints = [api]

  private static let api = Endpoint(
    variable: "VELO_SYNC_WAHOO_API", standard: "https://api.wahooligan.com")
  /// Wahoo does not redirect to plain http on this machine.
  private static let redirect = "https://localhost/velo-sync"
  private static let scopes = ["user_read", "workouts_read", "power_zones_read", "offline_data"]

  /// The account of the stored credentials.
  package let service: any ActivityService
  /// Signs in; needs no credentials.
  package let signIn: OAuthSignIn
  private let base: String
  private let credentials: CredentialStore
  private let tokens: TokenSource
  private let connection: Connection

  package init(_ parts: ServiceParts) {
    let base = parts.endpoints[Self.api]
    let connection = parts.connection(.wahoo) { WahooFault.refusal($0, scopes: Self.scopes) }
    let limits = RetryAfterLimits(wait: WahooLimits.wait)
    let recordings = WahooRecordings(connection: connection, read: parts.readRecording)
    @Sendable func service(for authorizer: any Authorizing) -> WahooService {
      WahooService(
        client: HTTPClient(
          base: base, connection: connection, authorizer: authorizer, limits: limits),
        recordings: recordings)
    }
    let tokens = TokenSource(
      url: base + "/oauth/token", store: parts.credentials, connection: connection,
      oldPairLives: true)
    self.service = service(for: tokens)
    signIn = OAuthSignIn(
      authorizeURL: base + "/oauth/authorize", tokenURL: base + "/oauth/token",
      scopes: Self.scopes, separator: " ", redirect: Self.redirect,
      isClientID: {
        // 43 characters of base64url in the documentation; others may come.
        (8...200).contains($0.utf8.count) && $0.place(of: "://") == nil
          && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      },
      identify: { token throws(SyncFailure) in
        try await service(for: FreshToken(value: .bearer(token))).contact()
      }, connection: connection)
    self.base = base
    credentials = parts.credentials
    self.tokens = tokens
    self.connection = connection
  }

  package var way: SignInWay { .browser(signIn) }

  /// Revokes all permissions at Wahoo, after at most one refresh; true when Wahoo confirmed it. The
  /// credentials are kept.
  ///
  /// - Throws: as `CredentialStore.load`; `interrupted` when the task is cancelled.
  package func revoke() async throws(SyncFailure) -> Bool {
    guard let stored = try credentials.load(.wahoo) else { return true }
    do {
      let authorization = try await tokens.authorization()
      let reply = try await delete(authorization)
      let isStored = stored.tokens.access.map { .bearer($0) } == authorization
      guard reply.status == 401, isStored,
        let other = try await tokens.authorization(after: authorization)
      else { return reply.isSuccess }
      return try await delete(other).isSuccess
    } catch {
      if error == .interrupted { throw error }
      return false
    }
  }

  private func delete(_ authorization: Secret) async throws(SyncFailure) -> Reply {
    let headers = [
      Request.Header("Authorization", authorization),
      Request.Header("Accept", Secret("application/json")),
    ]
    do {
      return try await connection.send(
        Request("DELETE", base + "/v1/permissions", headers: headers))
    } catch {
      throw SyncFailure(error, of: .wahoo)
    }
  }
}

/// A token that has not been stored and cannot be refreshed.
private struct FreshToken: Authorizing {
  let value: Secret

  func authorization() -> Secret { value }
  func authorization(after refused: Secret) -> Secret? { nil }
}

/// The limits reported by Wahoo's answers: of a day, an hour and five minutes
/// (https://cloud-api.wahooligan.com, "Rate Limiting").
enum WahooLimits {
  /// The windows in the order of the headers, in seconds.
  private static let windows: [Int64] = [86_400, 3600, 300]

  /// The seconds to wait after a reply; nil while nothing is used up.
  static func wait(_ reply: Reply, _ refusals: Int, _ now: Timestamp) -> Int64? {
    let exhausted = exhausted(reply)
    guard reply.status == 429 || exhausted != nil else { return nil }
    // The value is 0 while nothing is used up.
    let reported = numbers(reply.header("X-RateLimit-Reset")).max() ?? 0
    let window = exhausted ?? windows[2]
    // A service that reports 0 must not be asked again without end.
    return max(reported > 0 ? reported : reply.retryAfter(at: now) ?? window, 1)
  }

  /// The longest window that is used up.
  private static func exhausted(_ reply: Reply) -> Int64? {
    let left = numbers(reply.header("X-RateLimit-Remaining"))
    guard left.count == windows.count else { return nil }
    return zip(windows, left).first { $0.1 <= 0 }?.0
  }

  /// Integers separated by commas; empty when one of them is something else.
  private static func numbers(_ text: String?) -> [Int64] {
    let parts = (text ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Int64(String($0.filter { $0 != " " })) }
    return numbers.contains(nil) ? [] : numbers.compactMap { $0 }
  }
}
