// Intensity, variability, efficiency and decoupling, compared with numbers computed by hand or by
// other programs.

import Model
import Support
import Testing

@testable import Training

struct RideEffortTests {
  private func track(
    _ seconds: some Sequence<Int>, pauses: [Range<Int>] = [], watts: (Int) -> Double?,
    heartRate: (Int) -> Double?
  ) -> RideTrack {
    RideTrack(
      points: seconds.map { second in
        var point = RideTrack.Point(seconds: second)
        (point.powerWatts, point.heartRate) = (watts(second), heartRate(second))
        return point
      }, pauses: pauses)
  }

  private var ride: Activity {
    var ride = Activity.ride(on: Day(number: 20_000), seconds: 3600)
    (ride.averagePowerWatts, ride.weightedPowerWatts, ride.averageHeartRate) = (200, 210, 140)
    ride.measuredPower = true
    return ride
  }

  @Test func `the ratios are those of the record`() {
    let effort = RideEffort(of: ride, ftpWatts: 250, track: nil)
    expectEqual(
      [effort.intensity, effort.variability, effort.efficiency, effort.decoupling],
      [0.84, 1.05, 1.5, nil])
  }

  @Test func `the threshold of a load is found again`() {
    for ftp in [120, 237, 251, 400] {
      var ride = ride
      (ride.durationSeconds, ride.loadFrom) = (5000, .power)
      // As it is stored, with two decimals.
      let load = 5000 / 36 * (210 / Double(ftp)) * (210 / Double(ftp))
      ride.load = (load * 100).rounded() / 100
      expectEqual(ride.ftpOfLoad, ftp)
      ride.loadFrom = .heartRate
      expectEqual(ride.ftpOfLoad, nil)
    }
  }

  /// Estimated power never counts, and nothing is divided by what no rider has.
  @Test func `what is unknown or implausible has no figure`() {
    var estimated = ride
    estimated.measuredPower = false
    let even = track(0..<3600, watts: { _ in 200 }, heartRate: { _ in 140 })
    expectEqual(RideEffort(of: estimated, ftpWatts: 250, track: even), RideEffort())
    var odd = ride
    (odd.averagePowerWatts, odd.averageHeartRate) = (0, 0)
    expectEqual(RideEffort(of: odd, ftpWatts: 0, track: nil), RideEffort())
    (odd.averagePowerWatts, odd.weightedPowerWatts) = (1e300, 1e300)
    expectEqual(RideEffort(of: odd, ftpWatts: 250, track: nil), RideEffort())
  }

  @Test func `an even ride decouples by nothing`() {
    for seconds in [3600, 3601, 9000] {
      let even = track(0..<seconds, watts: { _ in 200 }, heartRate: { _ in 140 })
      #expect(agree(even.decoupling, 0))
    }
  }

  /// 200 W at 140 and then at 147 bpm: 1 - 140 / 147. The other way round: 1 - 147 / 140.
  @Test(arguments: [(140.0, 147.0, 100.0 / 21), (147, 140, -5)])
  func `a drifting heart rate is the percent by hand`(
    _ first: Double, _ second: Double, _ percent: Double
  ) {
    let ride = track(
      0..<7200, watts: { _ in 200 }, heartRate: { $0 < 3600 ? first : second })
    #expect(agree(ride.decoupling, percent))
  }

  /// The timer stands still for ten minutes, with a heart rate at rest at its end: neither half has
  /// them, and the halves stay those of the moving time.
  @Test func `pauses are in neither half`() {
    let moving = Array(0...1000) + Array(1600..<7799)
    let ride = track(
      moving, pauses: [1000..<1600], watts: { _ in 200 },
      heartRate: { $0 < 4199 ? 140 : 147 })
    #expect(agree(ride.decoupling, 100.0 / 21))
    // A short one, which a recorder that writes seldom would have as well.
    let short = track(
      (0..<7208).filter { !(3600..<3608).contains($0) }, pauses: [3599..<3608], watts: { _ in 200 },
      heartRate: { $0 < 3600 ? 140 : 147 })
    #expect(agree(short.decoupling, 100.0 / 21))
  }

  /// A strap that is silent for five minutes: the power of these seconds does not count either.
  @Test func `dropouts are in neither half`() {
    let ride = track(
      0..<7500, watts: { (2000..<2300).contains($0) ? 900 : 200 },
      heartRate: { (2000..<2300).contains($0) ? nil : $0 < 3900 ? 140 : 147 })
    let decoupling = ride.decoupling ?? .nan
    // 29 windows before the silence have seconds of the last value alone.
    #expect((decoupling - 100.0 / 21).magnitude < 1e-9, "\(decoupling)")
  }

  @Test func `below an hour there is none`() {
    expectEqual(track(0..<3599, watts: { _ in 200 }, heartRate: { _ in 140 }).decoupling, nil)
    let silent = track(0..<7200, watts: { _ in 200 }, heartRate: { $0 < 3000 ? 140 : nil })
    expectEqual(silent.decoupling, nil)
    expectEqual(RideTrack(points: []).decoupling, nil)
    // Nothing to compare with.
    expectEqual(track(0..<7200, watts: { _ in 0 }, heartRate: { _ in 140 }).decoupling, nil)
  }

  /// Computed by a program of its own in Python, second by second.
  @Test func `an uneven ride has the value of another program`() {
    let ride = track(
      (0..<7200).filter { !(1001..<1600).contains($0) }, pauses: [1000..<1600],
      watts: { Double(150 + $0 * 7 % 90 + $0 / 600 * 3) },
      heartRate: { (3000..<3200).contains($0) ? nil : Double(120 + $0 / 10 % 30 + $0 / 400) })
    #expect(agree(ride.decoupling, -1.929916662538916))
  }
}
