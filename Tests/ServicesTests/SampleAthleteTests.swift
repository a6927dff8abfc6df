// The sample athlete: the same every time, and slow enough to read.

import Network
import Services
import Model
import Support
import Testing

@Suite(.blocking) struct SampleAthleteTests {
  private let today = Day(number: 20_778)

  /// A demonstration shows the same data on every machine and every day.
  @Test func `is the same every time and everywhere`() {
    let athlete = SampleAthlete(today: today)
    expectEqual(digest(athlete.activities.map { $0.raw ?? [] }), 3_326_467_674_397_952_718)
    expectEqual(
      digest(
        athlete.nights.map { night in
          let (sleep, awake) = (night.sleepSeconds ?? 0, night.awakeSeconds ?? 0)
          return Array("\(night.date.number) \(sleep) \(awake) \(night.hrvSDNN ?? 0)\n".utf8)
        }), 2_523_286_359_543_650_095)
  }

  @Test(arguments: Tier.cases(20_700..<20_714, quick: 7))
  func `has fresh data on any day`(_ day: Int) {
    let athlete = SampleAthlete(today: Day(number: day))
    let activities = athlete.activities
    expectEqual(activities.count, 183)
    expectEqual(Set(activities.map(\.id)).count, 183)
    expectEqual(activities.map(\.start), activities.map(\.start).sorted())
    let newest = activities.last?.day
    #expect(newest == athlete.today || newest == athlete.today.advanced(by: -1))
    // About two years, and today's ride has a load.
    #expect((600...860).contains(activities[0].day.distance(to: athlete.today)))
    #expect(activities.filter { $0.day == athlete.today }.allSatisfy { $0.measuredPower == true })
    #expect(activities.allSatisfy { $0.raw != nil && $0.name != nil && $0.day <= athlete.today })
    expectEqual(athlete.nights.count, 120)
    expectEqual(athlete.nights.last?.date, athlete.today)
    #expect(athlete.nights.allSatisfy { ($0.sleepSeconds ?? 0) > 4 * 3600 })
  }

  /// The next day's listing of the last 30 days has only the new activities.
  @Test(arguments: Tier.cases(20_700..<20_714, quick: 7))
  func `keeps its past on the next day`(_ number: Int) {
    let day = Day(number: number)
    let (before, after) = (SampleAthlete(today: day), SampleAthlete(today: day.advanced(by: 1)))
    let window = day.advanced(by: -31)...day
    let known = before.activities.filter { window.contains($0.day) }
    let listed = after.activities.filter { window.contains($0.day) }
    #expect(Set(listed).isSuperset(of: known))
    // At most the Sunday evening run is added late.
    #expect(listed.count <= known.count + 1)
    expectEqual(after.nights.dropLast(), before.nights.dropFirst())
  }
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits, over all the bytes.
private func digest(_ records: [[UInt8]]) -> UInt64 {
  records.joined().reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
