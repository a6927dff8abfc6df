// What an analysis takes, and what it leaves out.

import Model
import Support
import Testing

struct RideAnalysisValueTests {
  private let bests = [812, 701, 65_535]
  private let power = [0, 65_535, 65_536, 200_000, 3, 4, 4_294_967_295]
  private let heartRate = [9, 8, 70_000, 6, 5]

  /// The keys of `best_power_w`.
  @Test func `durations are those of the record`() {
    expectEqual(
      RideAnalysis.durations,
      [5, 15, 30, 60, 120, 180, 300, 480, 600, 720, 1200, 1800, 2400, 3600, 5400, 7200])
  }

  @Test func `every figure comes back`() {
    let analysis = RideAnalysis(
      bestPowers: bests, powerZoneSeconds: power, heartRateZoneSeconds: heartRate)
    expectEqual(analysis.bestPowers, bests)
    expectEqual(analysis.powerZoneSeconds, power)
    expectEqual(analysis.heartRateZoneSeconds, heartRate)
    expectEqual(analysis.bestPower(seconds: 15), 701)
    #expect(analysis.bestPower(seconds: 60) == nil && analysis.bestPower(seconds: 7) == nil)
  }

  @Test func `each part may be absent`() {
    #expect(RideAnalysis().isEmpty)
    let zones = RideAnalysis(heartRateZoneSeconds: heartRate)
    #expect(!zones.isEmpty && zones.bestPowers.isEmpty && zones.powerZoneSeconds == nil)
    expectEqual(zones.heartRateZoneSeconds, heartRate)
    var changed = zones
    changed.powerZoneSeconds = power
    changed.bestPowers = bests
    expectEqual(
      changed,
      RideAnalysis(
        bestPowers: bests, powerZoneSeconds: power, heartRateZoneSeconds: heartRate))
    changed.powerZoneSeconds = nil
    #expect(changed.powerZoneSeconds == nil && changed.heartRateZoneSeconds == heartRate)
  }

  @Test func `lists of another length are left out`() {
    let analysis = RideAnalysis(
      bestPowers: Array(repeating: 300, count: 40), powerZoneSeconds: [1, 2],
      heartRateZoneSeconds: Array(repeating: 1, count: 6))
    expectEqual(analysis.bestPowers, Array(repeating: 300, count: RideAnalysis.durations.count))
    #expect(analysis.powerZoneSeconds == nil && analysis.heartRateZoneSeconds == nil)
  }
}
