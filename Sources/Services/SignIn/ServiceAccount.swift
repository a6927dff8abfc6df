// What a run can do at a service, whichever it is: the one place that knows them all.

import Codec
package import Model

/// An account at a service.
package protocol ServiceAccount: Sendable {
  /// The account that the stored credentials are of.
  var service: any ActivityService { get }
  var way: SignInWay { get }

  /// Takes the permission back at the service; true when the service confirmed it, and where there
  /// is nothing to take back. The credentials stay.
  ///
  /// - Throws: as `CredentialStore.load`; `interrupted` when the task is cancelled.
  func revoke() async throws(SyncFailure) -> Bool
}

/// How a person signs in.
package enum SignInWay: Sendable {
  /// With the browser.
  case browser(OAuthSignIn)
  /// With a key, for oneself or for the athlete of that id; it is tried.
  case key(@Sendable (Secret, String?) async throws(SyncFailure) -> KeyCredentials)
}

/// What every service is made of.
package struct ServiceParts: Sendable {
  private let endpoints: Endpoints
  private let transport: any Transport
  private let credentials: CredentialStore
  private let events: any EventSink
  private let time: any Time
  private let random: any Random
  private let patience: Duration
  private let deadline: Moment?

  /// - Parameters:
  ///   - patience: the longest wait for a limit.
  ///   - deadline: when the whole run gives up.
  package init(
    endpoints: Endpoints, transport: any Transport, credentials: CredentialStore,
    events: any EventSink, time: any Time, random: any Random, patience: Duration,
    deadline: Moment?
  ) {
    self.endpoints = endpoints
    self.transport = transport
    self.credentials = credentials
    self.events = events
    self.time = time
    self.random = random
    self.patience = patience
    self.deadline = deadline
  }

  /// The account at a source; nil for one whose data come as files.
  package func account(at source: Source) -> (any ServiceAccount)? {
    switch source {
    case .strava:
      Strava(
        endpoints: endpoints, transport: transport, credentials: credentials, events: events,
        time: time, random: random, patience: patience, deadline: deadline)
    case .intervals:
      Intervals(
        endpoints: endpoints, transport: transport, credentials: credentials, events: events,
        time: time, random: random, patience: patience, deadline: deadline)
    case .wahoo:
      Wahoo(
        endpoints: endpoints, transport: transport, credentials: credentials, events: events,
        time: time, random: random, patience: patience, deadline: deadline)
    case .appleHealth, .garmin, .trainerroad: nil
    }
  }
}

extension Strava: ServiceAccount {
  package var way: SignInWay { .browser(signIn) }
}

extension Wahoo: ServiceAccount {
  package var way: SignInWay { .browser(signIn) }
}

extension Intervals: ServiceAccount {
  package var way: SignInWay {
    .key { (key, athlete) throws(SyncFailure) in try await signIn(key: key, athlete: athlete) }
  }

  /// A key is taken back by making another one on the website.
  package func revoke() -> Bool { true }
}
