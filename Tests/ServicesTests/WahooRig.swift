// A signed-in Wahoo account against the fake service, with real files and real sockets.

import Platform
import Services
import Support
import Model

@testable import Network

/// Everything the tests of Wahoo need.
struct WahooRig: ServiceRig {
  let fake: FakeWahoo
  let folder: TemporaryFolder
  let time: ManualTime
  let events = EventLog()
  let transport: CurlTransport
  let credentials: CredentialStore

  /// - Parameter lasting: the lifetime of the access token in seconds; nil leaves the account
  ///   unconnected.
  init(
    workouts: [WahooWorkout] = [], lasting seconds: Int? = 7200,
    time: ManualTime = ManualTime(.leap)
  ) async throws {
    self.time = time
    fake = try FakeWahoo(WahooAccount(workouts), now: { Int(time.wallClock().seconds) })
    fake.edit { $0.limits.lift() }
    folder = try TemporaryFolder()
    transport = CurlTransport(time: ManualTime(.last), limits: .patient)
    credentials = CredentialStore(files: POSIXFiles(), folder: folder.path, time: time)
    if let seconds { try await signIn(lasting: seconds) }
  }

  /// Tokens as a sign-in would have left them.
  func signIn(scopes: [String] = WahooAccount.allScopes, lasting seconds: Int = 7200) async throws {
    let tokens = fake.signIn(scopes: scopes, lasting: seconds)
    let application = fake.account.application
    try await credentials.save(
      Credentials(
        clientID: application.clientID, clientSecret: Secret(application.clientSecret),
        tokens: TokenPair(
          access: Secret(tokens.access), refresh: Secret(tokens.refresh),
          expires: Timestamp(seconds: Int64(tokens.expiresAt))),
        scopes: scopes, athleteID: "60462"), for: .wahoo)
  }

  /// Wahoo as a run would create it.
  func wahoo(
    patience: Duration = .seconds(60), deadline: Moment? = nil,
    credentials other: CredentialStore? = nil
  ) throws -> Wahoo {
    Wahoo(
      ServiceParts(
        endpoints: try Endpoints(environment: fake.environment), transport: transport,
        credentials: other ?? credentials, events: events, time: time, random: TestRandom(),
        patience: patience, deadline: deadline, readRecording: { _ in nil }))
  }

  func service(patience: Duration, deadline: Moment?) throws -> any ActivityService {
    try wahoo(patience: patience, deadline: deadline).service
  }

  /// The ids of a listing, in the order they arrived.
  func ids(_ range: ListRange = ListRange()) async throws -> [String] {
    try await pages(range).flatMap(\.activities).map(\.id.sourceID)
  }

  /// The requested pages of the list.
  var pagesAsked: [String] { fake.listRequests.compactMap { $0.query["page"] } }

  var tokenRequests: [HTTPRequest] { fake.server.requests(of: "/oauth/token") }
}
