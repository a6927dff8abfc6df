// Days, moments and timestamps.

import Support
import Model
import Testing

@Suite(.blocking) struct TimeTests {
  @Test(arguments: [
    (0, 0, 0), (86_399, 0, 0), (86_400, 0, 1), (-1, 0, -1), (-86_400, 0, -1), (-86_401, 0, -2),
    (0, -3600, -1), (82_800, 3600, 1),
  ])
  func `day of a timestamp`(_ seconds: Int64, _ offset: Int, _ day: Int) {
    expectEqual(Day(of: Timestamp(seconds: seconds), offset: offset).number, day)
  }

  @Test(arguments: [(0, Weekday.thu), (4, .mon), (-1, .wed), (-4, .sun), (20_778, .sat)])
  func `weekdays`(_ day: Int, _ weekday: Weekday) {
    expectEqual(Day(number: day).weekday, weekday)
  }

  @Test func `wall time of a recent moment`() {
    let now = Now(moment: Moment(nanoseconds: 10_000_000_000), wall: Timestamp(seconds: 1000))
    expectEqual(now.wall(at: Moment(nanoseconds: 7_500_000_000)).seconds, 998)
  }

  /// Results out of range are clamped: no input can make time arithmetic trap.
  @Test func `arithmetic stays in range`() {
    let (first, last) = (Moment(nanoseconds: .min), Moment(nanoseconds: .max))
    expectEqual(last + .seconds(1), last)
    expectEqual(first - .seconds(1), first)
    expectEqual(last + .seconds(3e12), last)
    expectEqual(last - first, .nanoseconds(Int64.max))
    expectEqual(first.milliseconds(since: last), Int64.min / 1_000_000)
    expectEqual((Timestamp(seconds: .max) + .seconds(1)).seconds, .max)
    let now = Now(moment: last, wall: Timestamp(seconds: .min))
    expectEqual(now.wall(at: first).seconds, .min)
  }

  @Test func `timestamps round up`() {
    expectEqual((Timestamp(seconds: 5) + .milliseconds(1)).seconds, 6)
    expectEqual((Timestamp(seconds: 5) + .seconds(2)).seconds, 7)
  }

  @Test func `random times round trip`() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<20_000 {
      let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
      expectEqual(Timestamp(Timestamp(seconds: seconds).description)?.seconds, seconds)
    }
  }

  @Test func `times beyond the calendar are clamped in text`() {
    expectEqual(Timestamp(seconds: .max).description, "9999-12-31T23:59:59Z")
    expectEqual(Timestamp(seconds: .min).description, "0001-01-01T00:00:00Z")
  }

  @Test func `local times are in order`() throws {
    let (time, later) = (LocalTime("2026-03-29T02:30:05"), LocalTime("2026-03-29T02:30:06"))
    try #expect(#require(time) < #require(later))
  }
}
