// The sample athlete's services and their pauses; the simulated failures are in the transcript
// sample-failures and the sessions of the panel.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct SampleServiceTests {
  private let athlete = SampleAthlete(today: Day(number: 20_778))
  private let time = ManualTime(.leap, at: 1_795_219_201)

  private var service: SampleService {
    SampleService(athlete, SampleScript(time: time, speed: 1, simulation: nil))
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
  func `a rehearsal takes its time`(
    _ speed: Double?, isSlow: Bool, seconds: ClosedRange<Double>
  ) async throws {
    let simulation = isSlow ? Simulation(.slow, at: nil) : nil
    let script = SampleScript(time: time, speed: speed, simulation: simulation)
    _ = await list(SampleService(athlete, script))
    #expect(seconds.contains((time.elapsed + script.statusPause * 9).inSeconds))
  }

  @Test func `the list comes in pages and its length is known`() async {
    expectEqual(service.count(in: ListRange()), 183)
    let (pages, failure) = await list(service)
    expectEqual(pages, Array(repeating: 10, count: 18) + [3])
    expectEqual(failure, nil)
  }

  @Test func `the range is respected`() async {
    let range = ListRange(after: athlete.today.advanced(by: -30).startOfDayUTC)
    let (pages, _) = await list(service, range)
    let count = pages.reduce(0, +)
    expectEqual(count, service.count(in: range))
    #expect((15...20).contains(count))
    let nothing = ListRange(after: athlete.today.advanced(by: 2).startOfDayUTC)
    await expectEqual(list(service, nothing).pages, [0])
  }

  @Test func `cancelling ends a pause`() async {
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
