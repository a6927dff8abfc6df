// The sample athlete's services: pauses and simulated failures.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct SampleServiceTests {
  private let athlete = SampleAthlete(today: Day(number: 20_778))
  private let time = ManualTime(.leap, at: 1_795_219_201)

  private func script(
    _ simulation: SimulationCase? = nil, speed: Double? = 1
  ) -> SampleScript {
    SampleScript(
      time: time, speed: speed, simulation: simulation.map { Simulation($0, at: nil) })
  }

  private func service(
    _ simulation: SimulationCase? = nil, speed: Double? = 1
  ) -> SampleService {
    SampleService(athlete, script(simulation, speed: speed))
  }

  /// The length of every page, and the failure that ended the list.
  private func list(
    _ service: SampleService, _ range: ListRange = ListRange()
  ) async -> (pages: [Int], failure: SyncFailure?) {
    var pages: [Int] = []
    do throws(SyncFailure) {
      try await service.list(range) { (page) async throws(SyncFailure) in
        pages.append(page.activities.count)
      }
      return (pages, nil)
    } catch {
      return (pages, error)
    }
  }

  /// Eight to ten seconds with its nine statuses, divided by the speed; without a speed there are
  /// no pauses.
  @Test(
    arguments: [
      (1, false, 8...10), (10, false, 0.8...1), (nil, false, 0...0), (1, true, 49.5...50.5),
    ] as [(Double?, Bool, ClosedRange<Double>)])
  func aRehearsalTakesItsTime(
    _ speed: Double?, isSlow: Bool, seconds: ClosedRange<Double>
  ) async throws {
    let script = script(isSlow ? .slow : nil, speed: speed)
    _ = await list(SampleService(athlete, script))
    #expect(seconds.contains((time.elapsed + script.statusPause * 9).inSeconds))
  }

  @Test func theListComesInPagesAndItsLengthIsKnown() async {
    expectEqual(service().count(in: ListRange()), 183)
    let (pages, failure) = await list(service())
    expectEqual(pages, Array(repeating: 10, count: 18) + [3])
    expectEqual(failure, nil)
  }

  @Test func theRangeIsRespected() async {
    let range = ListRange(after: athlete.today.advanced(by: -30).startOfDayUTC)
    let (pages, _) = await list(service(), range)
    let count = pages.reduce(0, +)
    expectEqual(count, service().count(in: range))
    #expect((15...20).contains(count))
    let nothing = ListRange(after: athlete.today.advanced(by: 2).startOfDayUTC)
    await expectEqual(list(service(), nothing).pages, [0])
  }

  @Test func aLimitCutsTheDownloadInTheMiddleUntilTheNextQuarterHour() async {
    let (pages, failure) = await list(service(.rateLimit, speed: nil))
    #expect((5...15).contains(pages.count))
    let quarter = Timestamp(seconds: 1_795_220_100)
    expectEqual(failure, .rateLimited(.strava, RateLimit(window: .quarterHour, retryAt: quarter)))
    expectEqual(quarter.seconds % 900, 0)
  }

  @Test(arguments: [
    (SimulationCase.network, SyncFailure.network(.strava)),
    (.offline, .network(.strava)), (.timeout, .timeout(.answer(.strava))),
    (.server, .server(.strava)), (.auth, .auth(.strava)),
  ])
  func contactFailsOnceAsSimulated(what: SimulationCase, failure: SyncFailure) async throws {
    let service = service(what)
    await #expect(throws: failure) { try await service.contact() }
    #expect(try await service.contact().rider.ftpWatts != nil)
  }

  @Test func anInterruptedListSucceedsOnRetry() async {
    let service = service(.badReply, speed: nil)
    await expectEqual(list(service).failure, .badReply(.strava))
    await expectEqual(list(service).pages.reduce(0, +), 183)
  }

  @Test func aFailureAffectsOnlyItsSource() async throws {
    let simulation = Simulation(.network, at: .appleHealth)
    let script = SampleScript(time: time, speed: nil, simulation: simulation)
    _ = try await SampleService(athlete, script).contact()
    await #expect(throws: SyncFailure.network(.appleHealth)) {
      try await SampleHealth(athlete, script).days()
    }
  }

  /// The store fails as requested, once.
  @Test func theStoreFailsOnce() {
    let full = SyncFailure.storage(StorageFailure(path: "~/store", reason: .diskFull))
    let locked = SyncFailure.locked(LockHolder(process: 4711, since: nil))
    for (what, failures) in [
      (SimulationCase.diskFull, [nil, full, nil]), (.locked, [locked, nil, nil]),
      (.network, [nil, nil, nil]),
    ] {
      let simulation = Simulation(what, at: nil)
      expectEqual([locked, full, full].map { simulation.failure(of: $0) }, failures)
    }
  }

  @Test func cancellingEndsAPause() async {
    let service = service()
    let task = Task {
      // Cancelled before or while it runs: the result is the same.
      while !Task.isCancelled { await Task.yield() }
      return await list(service)
    }
    task.cancel()
    let (pages, failure) = await task.value
    #expect(pages.isEmpty)
    expectEqual(failure, .interrupted)
  }
}
