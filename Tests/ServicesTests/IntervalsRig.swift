// A connected Intervals.icu account at the fake service, with real files and sockets.

import Platform
import Network
import Services
import Support
import Model

/// Everything the tests of Intervals.icu need.
struct IntervalsRig: ServiceRig {
  let fake: FakeIntervals
  let folder: TemporaryFolder
  let time: ManualTime
  let events = EventLog()
  let transport: CurlTransport
  let credentials: CredentialStore

  init(
    activities: [IntervalsActivity] = [], days: [IntervalsDay] = [],
    time: ManualTime = ManualTime(.leap), limits: TransportLimits = .patient
  ) async throws {
    self.time = time
    fake = try FakeIntervals(IntervalsData(activities, days))
    folder = try TemporaryFolder()
    transport = CurlTransport(time: ManualTime(.last), limits: limits)
    credentials = CredentialStore(files: POSIXFiles(), folder: folder.path, time: time)
    try await credentials.save(
      KeyCredentials(key: Secret(fake.account.key), athleteID: "i134815"), for: .intervals)
  }

  /// Intervals.icu as a run would create it.
  func intervals(
    patience: Duration = .seconds(60), deadline: Moment? = nil, time other: ManualTime? = nil
  ) throws -> Intervals {
    Intervals(
      ServiceParts(
        endpoints: try Endpoints(environment: fake.environment), transport: transport,
        credentials: credentials, events: events, time: other ?? time, random: TestRandom(),
        patience: patience, deadline: deadline, readRecording: { _ in nil }))
  }

  /// The activities of a listing, in the order they arrived.
  func listed(_ range: ListRange = ListRange()) async throws -> [Activity] {
    try await pages(range).flatMap(\.activities)
  }

  func service(patience: Duration, deadline: Moment?) throws -> any ActivityService {
    try intervals(patience: patience, deadline: deadline).service
  }
}
