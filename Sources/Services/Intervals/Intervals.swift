// Intervals.icu: the service, signing in, and the account of its requests.

import Codec
package import Model
package import Network

/// Intervals.icu: the account's activities, health data and settings, with the API key that every
/// account has (https://intervals.icu/api/v1/docs).
package struct Intervals: ServiceAccount {
  package static let source = Source.intervals
  package static let endpoints = [api]

  private static let api = Endpoint(
    variable: "VELO_SYNC_INTERVALS_API", standard: "https://intervals.icu/api/v1")

  /// The account of the stored key.
  package let service: any ActivityService
  private let base: String
  private let connection: Connection

  package init(_ parts: ServiceParts) {
    base = parts.endpoints[Self.api]
    connection = parts.connection(.intervals) { _ in nil }
    let credentials = parts.credentials
    let account = IntervalsAccount { () throws(SyncFailure) -> KeyCredentials in
      guard let key = try credentials.loadKey(.intervals) else { throw .notConnected(.intervals) }
      return key
    }
    service = IntervalsService(account: account, base: base, connection: connection)
  }

  package var way: SignInWay {
    .key { (key, athlete) throws(SyncFailure) in try await signIn(key: key, athlete: athlete) }
  }

  /// A key is taken back by making another one on the website.
  package func revoke() -> Bool { true }

  /// Tries a key without storing it.
  ///
  /// - Parameters:
  ///   - key: as the person entered it; blanks around it are ignored.
  ///   - athlete: whose data to read, if not the key's owner: `i12345`.
  /// - Throws: `signInRefused` when the key is not accepted, and the errors of `HTTPClient.get`.
  package func signIn(
    key: Secret, athlete: String? = nil
  ) async throws(SyncFailure) -> KeyCredentials {
    let candidate = KeyCredentials(key: key.trimmed, athleteID: athlete)
    let account = IntervalsAccount { candidate }
    do {
      let owner = try await IntervalsService(
        account: account, base: base, connection: connection
      ).contact()
      return KeyCredentials(key: candidate.key, athleteID: owner.id, athleteName: owner.name)
    } catch {
      if case .auth = error { throw .signInRefused(.intervals) }
      throw error
    }
  }
}

/// The account that requests are made for. The key is read for every request, because the person
/// may have connected again in the meantime.
struct IntervalsAccount: Authorizing {
  /// Stands for the owner of the key.
  private static let owner = "0"

  let credentials: @Sendable () throws(SyncFailure) -> KeyCredentials

  /// The path of the athlete's resources, followed by `rest`.
  func path(_ rest: String = "") throws(SyncFailure) -> String {
    "/athlete/\(try credentials().athleteID ?? Self.owner)\(rest)"
  }

  /// Whether a text is an athlete's id, which becomes part of paths.
  static func isID(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      }
  }

  func authorization() throws(SyncFailure) -> Secret {
    // The user name is the same for everyone.
    .basic(user: "API_KEY", password: try credentials().key)
  }

  func authorization(after refused: Secret) throws(SyncFailure) -> Secret? {
    let current = try authorization()
    return current == refused ? nil : current
  }
}
