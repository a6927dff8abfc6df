// The clock that leaves out what a person held up.

import Reporting
import Support
import SyncModel
import Testing

@Suite struct RunClockTests {
  @Test func leavesOutAPause() {
    let time = ManualTime()
    let clock = RunClock(time)
    time.advance(by: .seconds(3))
    let stopped = clock.moment()
    time.advance(by: .seconds(3600))
    #expect(clock.moment() - stopped == .seconds(3600))
    clock.goOn(from: stopped)
    #expect(clock.moment() == stopped)
    time.advance(by: .seconds(2))
    #expect(clock.moment() - stopped == .seconds(2))
    // The calendar goes on.
    #expect(clock.wallClock() == time.wallClock())
  }

  @Test func sleepsAsLongAsItWasAskedFor() async throws {
    let time = ManualTime(.leap)
    let clock = RunClock(time)
    time.advance(by: .seconds(60))
    clock.goOn(from: Moment(nanoseconds: 0))
    try await clock.sleep(for: .seconds(5))
    #expect(clock.moment() == Moment(nanoseconds: 5_000_000_000))
  }
}
