// Everything of Intervals.icu, put together.

import Codec
package import Model

/// Intervals.icu: the account's activities, health data and settings, by the API key that every
/// account has (https://intervals.icu/api/v1/docs).
package struct Intervals: Sendable {
  /// The account that the stored key is of.
  package let service: any ActivityService
  private let base: String
  private let connection: Connection

  /// - Parameters:
  ///   - patience: the longest wait for a limit.
  ///   - deadline: when the whole run gives up.
  package init(
    endpoints: Endpoints, transport: any Transport, credentials: CredentialStore,
    events: any EventSink, time: any Time, random: any Random, patience: Duration,
    deadline: Moment?
  ) {
    base = endpoints.intervalsAPI
    connection = Connection(
      source: .intervals, transport: transport, events: events, time: time, random: random,
      patience: patience, deadline: deadline)
    let account = IntervalsAccount { () throws(SyncFailure) -> KeyCredentials in
      guard let key = try credentials.loadKey(.intervals) else { throw .notConnected(.intervals) }
      return key
    }
    service = IntervalsService(account: account, base: base, connection: connection)
  }

  /// Tries a key; nothing is stored.
  ///
  /// - Parameters:
  ///   - key: as the person gave it; blanks around it do not count.
  ///   - athlete: whose data to read, where that is not the key's owner: `i12345`.
  /// - Throws: `signInRefused` when the key is no good, and what `HTTPClient.get` throws.
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
