// A signed-in Strava account against the fake service, with real files and real sockets.

import Platform
import Services
import Support
import Model

@testable import Network

/// Everything the tests of Strava need.
struct StravaRig: ServiceRig {
  let fake: FakeStrava
  let folder: TemporaryFolder
  let time: ManualTime
  let events = EventLog()
  let transport: CurlTransport
  let credentials: CredentialStore

  /// - Parameter lasting: the lifetime of the access token in seconds; nil leaves the account
  ///   unconnected.
  init(
    rides: [Ride] = [], lasting seconds: Int? = 21_600, limits: TransportLimits = .patient,
    time: ManualTime = ManualTime(.leap)
  ) async throws {
    self.time = time
    fake = try FakeStrava(StravaAccount(rides), now: { Int(time.wallClock().seconds) })
    folder = try TemporaryFolder()
    transport = CurlTransport(time: ManualTime(.last), limits: limits)
    credentials = CredentialStore(files: POSIXFiles(), folder: folder.path, time: time)
    if let seconds { try await signIn(lasting: seconds) }
  }

  /// Tokens as a sign-in would have left them.
  func signIn(scopes: [String] = StravaAccount.allScopes, lasting seconds: Int = 21_600)
    async throws
  {
    let tokens = fake.signIn(scopes: scopes, lasting: seconds)
    try await credentials.save(
      Credentials(
        clientID: "54321", clientSecret: Secret(fake.account.application.clientSecret),
        tokens: TokenPair(
          access: Secret(tokens.access), refresh: Secret(tokens.refresh),
          expires: Timestamp(seconds: Int64(tokens.expiresAt))),
        scopes: scopes), for: .strava)
  }

  /// Strava as a run would create it.
  func strava(
    patience: Duration = .seconds(60), deadline: Moment? = nil, time other: ManualTime? = nil
  ) throws -> Strava {
    Strava(
      ServiceParts(
        endpoints: try Endpoints(environment: fake.environment), transport: transport,
        credentials: credentials, events: events, time: other ?? time, random: TestRandom(),
        patience: patience, deadline: deadline, readRecording: { _ in nil }))
  }

  /// All activities of an unlimited listing, and the number of records left out.
  func listed(
    _ range: ListRange = ListRange(), patience: Duration = .seconds(60)
  ) async throws -> (activities: [Activity], skipped: Int) {
    let pages = try await pages(range, patience: patience)
    return (pages.flatMap(\.activities), pages.reduce(0) { $0 + $1.skipped })
  }

  /// All activities of an unlimited listing, by a run that may already know the limits.
  func listed(knowingTheLimits: Bool) async throws -> [Activity] {
    let service = try strava().service
    if knowingTheLimits { _ = try await service.contact() }
    var activities: [Activity] = []
    try await service.list(ListRange()) { activities += $0.activities }
    return activities
  }

  func service(patience: Duration, deadline: Moment?) throws -> any ActivityService {
    try strava(patience: patience, deadline: deadline).service
  }

  /// Requests to the API, without token requests.
  var apiRequests: [HTTPRequest] {
    fake.server.requests.filter { $0.path.hasPrefix("/api/v3/") }
  }

  var tokenRequests: [HTTPRequest] { fake.server.requests(of: "/oauth/token") }
}
