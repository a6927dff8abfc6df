// The time left, measured against work whose end is known: steady, stepped and in bursts.

import Model
import Support
import Testing

@testable import Reporting

/// A piece of work whose whole course is known.
private struct KnownWork {
  let total: Int
  /// Seconds at which so much is done, in order.
  let course: [(at: Double, done: Int)]

  var end: Double { course.last?.at ?? 0 }

  /// - Parameter pace: the seconds until the next `step` units are done, at this share of the work.
  init(total: Int, step: Int, pace: (_ share: Double) -> Double) {
    var (now, done) = (0.0, 0)
    var course: [(at: Double, done: Int)] = []
    while done < total {
      now += pace(Double(done) / Double(total))
      done = min(total, done + step)
      course.append((now, done))
    }
    (self.total, self.course) = (total, course)
  }

  /// The time left as a line shows it, read twenty times a second; nil while it is not shown.
  func readings() -> [(at: Double, left: Double)] {
    let gauge = Gauge()
    gauge.expect(total)
    var progress = Progress()
    let start = Moment(nanoseconds: 0)
    progress.begin(
      Work(stage: .routine, weight: 0.3, source: .strava, unit: .activities, gauge: gauge),
      at: start)
    var readings: [(at: Double, left: Double)] = []
    var rest = course[...]
    for tick in 0..<Int(end * 20) {
      let now = start + .milliseconds(50 * tick)
      while let next = rest.first, next.at <= Double(tick) / 20 {
        gauge.set(next.done)
        rest.removeFirst()
      }
      progress.read(Waits(), at: now)
      let left = progress.item(of: .strava)?.timeLeft(runStarted: start, at: now)
      if let left { readings.append((Double(tick) / 20, left.inSeconds)) }
    }
    return readings
  }

  /// How far readings are from the truth, as a share of it; one second is as near as whole seconds
  /// are.
  func errors(from: Double) -> [Double] {
    readings().filter { $0.at >= from && end - $0.at > 0.1 }.map { at, left in
      max(0, (left - (end - at)).magnitude - 1) / (end - at)
    }
  }

  /// The largest change from one second to the next as a share; one second is never a jump.
  var largestJump: Double {
    let readings = readings()
    return zip(readings, readings.dropFirst(20)).reduce(0) { largest, pair in
      let (old, new) = (pair.0.left, pair.1.left)
      return max(largest, max(0, (new - old).magnitude - 1) / old)
    }
  }
}

@Suite(.blocking) struct WorkPaceTests {
  /// From a quarter of a steady piece of work on, within a fifth.
  @Test(arguments: Tier.cases(0..<60, quick: 6))
  func `steady work is foreseen`(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let step = [1, 1, 7, 30, 200].randomElement(using: &random) ?? 1
    let steps = Int.random(in: 40...2000, using: &random)
    let duration = Double.random(in: 8...300, using: &random)
    let work = KnownWork(total: step * steps, step: step) { _ in duration / Double(steps) }
    let error = work.errors(from: work.end / 4).max() ?? 1
    expect(error <= 0.2, "\(error) of \(duration) s in \(steps) steps")
    expect(work.largestJump <= 1.0 / 3)
  }

  /// Ten seconds after a change of pace, within a fifth again.
  @Test(arguments: Tier.cases(0..<60, quick: 6))
  func `a change of pace is forgotten in ten seconds`(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) + 1000)
    let steps = Int.random(in: 200...2000, using: &random)
    let change = Double.random(in: 0.2...0.6, using: &random)
    let factors: [Double] = [0.25, 0.5, 2, 4]
    let factor = factors.randomElement(using: &random) ?? 1
    let pace = Double.random(in: 40...300, using: &random) / Double(steps)
    let work = KnownWork(total: steps, step: 1) { $0 < change ? pace : pace * factor }
    let changed = work.course[Int(change * Double(steps))].at
    let error = work.errors(from: max(changed + 10, work.end / 4)).max() ?? 0
    expect(error <= 0.2, "\(error), factor \(factor)")
    expect(work.largestJump <= 1.0 / 3, "\(work.largestJump)")
  }

  /// Pages of many rides, now sooner, now later: never a jump.
  @Test(arguments: Tier.cases(0..<60, quick: 6))
  func `bursts do not make it jump`(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) + 2000)
    let steps = Int.random(in: 20...300, using: &random)
    let pause = Double.random(in: 0.1...4, using: &random)
    let work = KnownWork(total: steps * 200, step: 200) { _ in
      pause * Double.random(in: 0.3...2, using: &random)
    }
    expect(work.largestJump <= 1.0 / 3, "\(work.largestJump), a page each \(pause) s")
    expect(work.readings().allSatisfy { $0.left > 0 })
  }

  /// What a program counts or says as a fraction has the same estimate: ten seconds after a change
  /// of pace it is right again.
  @Test(arguments: [true, false])
  func `reported work is foreseen alike`(_ isCounted: Bool) throws {
    var progress = Progress()
    let start = Moment(nanoseconds: 0)
    // 64 files: 32 of 0.25 s, then 32 of 2 s.
    for tick in 0...(8 + 20) * 20 {
      let now = start + .milliseconds(50 * tick)
      let done = tick <= 160 ? tick / 5 : 32 + (tick - 160) / 40
      let report =
        isCounted
        ? ReportedProgress(done: done, total: 64) : ReportedProgress(fraction: Double(done) / 64)
      progress.apply(report, during: .initial, startsAnew: true, at: now)
      progress.read(Waits(), at: now)
      let left = progress.item(of: report)?.timeLeft(runStarted: start, at: now)
      if tick < 60 { expectEqual(left, nil) }
      if tick == 160 { try expect((7...9).contains(#require(left).inSeconds)) }
      if tick == 560 { try expect((40...48).contains(#require(left).inSeconds)) }
    }
    let eta = ReportedProgress(fraction: 0.9, left: .seconds(77))
    progress.apply(eta, during: .initial, startsAnew: true, at: start + .seconds(28))
    expectEqual(
      progress.item(of: eta)?.timeLeft(runStarted: start, at: start + .seconds(30)), .seconds(75))
  }

  /// The time of a wait is not work.
  @Test func `a wait is left out`() {
    var pace = WorkPace(done: 0, at: Moment(nanoseconds: 0))
    for second in 1...10 {
      pace.note(
        done: second * 10, of: 300, isWaiting: false, at: Moment(nanoseconds: 0) + .seconds(second))
    }
    expectEqual(pace.timeLeft, .seconds(20))
    for second in 11...70 {
      pace.note(done: 100, of: 300, isWaiting: true, at: Moment(nanoseconds: 0) + .seconds(second))
    }
    pace.note(done: 110, of: 300, isWaiting: false, at: Moment(nanoseconds: 0) + .seconds(71))
    expectEqual(pace.timeLeft, .seconds(19))
  }
}
