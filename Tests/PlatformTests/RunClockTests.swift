// The clocks of a run: pauses and replays.

import Platform
import Support
import Model
import Testing

@Suite struct RunClockTests {
  private let time = ManualTime(.leap)
  private let clock: RunClock

  init() { clock = RunClock(time) }

  @Test func `leaves out a pause`() {
    time.advance(by: .seconds(3))
    let stopped = clock.moment()
    time.advance(by: .seconds(3600))
    expectEqual(clock.moment() - stopped, .seconds(3600))
    clock.resume(from: stopped)
    expectEqual(clock.moment(), stopped)
    time.advance(by: .seconds(2))
    expectEqual(clock.moment() - stopped, .seconds(2))
    // The wall clock does not pause.
    expectEqual(clock.wallClock(), time.wallClock())
  }

  @Test func `sleeps as long as it was asked for`() async throws {
    time.advance(by: .seconds(60))
    clock.resume(from: Moment(nanoseconds: 0))
    try await clock.sleep(for: .seconds(5))
    expectEqual(clock.moment(), Moment(nanoseconds: 5_000_000_000))
  }

  // MARK: A recorded run

  /// Run time passes faster, animation time does not.
  @Test func `plays faster than real and moves as ever`() throws {
    time.advance(by: .seconds(5))
    let start = clock.animation()
    clock.play(from: start, speed: 4)
    time.advance(by: .seconds(2))
    expectEqual(clock.moment() - start, .seconds(8))
    expectEqual(clock.animation() - start, .seconds(2))
    expectEqual(clock.animation(of: start + .seconds(20)), start + .seconds(5))
    // A pause stops both.
    let stopped = clock.animation()
    time.advance(by: .seconds(100))
    clock.resume(from: stopped)
    expectEqual(clock.moment() - start, .seconds(8))
    clock.jump(to: start + .seconds(60))
    time.advance(by: .seconds(1))
    expectEqual(clock.moment() - start, .seconds(64))
  }

  @Test func `stands still between jumps`() {
    clock.play(from: clock.animation(), speed: 0)
    clock.jump(to: Moment(nanoseconds: 7))
    time.advance(by: .seconds(9))
    expectEqual(clock.moment(), Moment(nanoseconds: 7))
    expectEqual(clock.animation(of: Moment(nanoseconds: 8)), nil)
  }

  /// The whole seconds of several events narrow down when the run began.
  @Test func `the wall clock is that of the run`() {
    expectEqual(clock.wallClock(), time.wallClock())
    clock.play(from: Moment(nanoseconds: 0), speed: 0)
    let dawn: Int64 = 1_000_000
    // The run began at 0.7 s past a second.
    for milliseconds: Int64 in [0, 100, 350, 900, 1250, 1300, 2400] {
      let moment = Moment(nanoseconds: milliseconds * 1_000_000)
      let stamp = Timestamp(seconds: dawn + (milliseconds + 700) / 1000)
      clock.setWallClock(stamp, at: moment)
      clock.jump(to: moment)
      expectEqual(clock.wallClock(), stamp)
    }
    clock.jump(to: Moment(nanoseconds: 3_310_000_000))
    expectEqual(clock.wallClock(), Timestamp(seconds: dawn + 4))
  }
}
