// Loads and zones from heart rate, compared with closed forms and other tools.

import Model
import Support
import Testing

@testable import Training

struct HeartRateLoadTests {
  private let impulses: VectorValue
  private let streams: [String: ActivityStream<BeatsPerMinute>]
  private let rider = RiderSettings(
    maxHeartRate: 190, restingHeartRate: 50, thresholdHeartRate: 165, sex: .male)

  init() throws {
    impulses = try Vector.json("scores_trimp.json")
    streams = try Vector.heartRateStreams()
  }

  @Test func `the impulse of one heart rate follows the vectors`() throws {
    expectEqual(impulses.constant_hr.list.count, 6)
    var cases = impulses.constant_hr.list.map { vector in
      (
        vector,
        RiderSettings(maxHeartRate: vector.max.integer, restingHeartRate: vector.rest.integer),
        minutes: vector.minutes.value, heartRate: vector.hr.value
      )
    }
    cases.append((impulses.one_hour_at_lthr, rider, minutes: 60, heartRate: 165))
    for (vector, rider, minutes, heartRate) in cases {
      for (sex, expected) in [(Sex.male, vector.male_morton), (.female, vector.female_morton)] {
        var rider = rider
        rider.sex = sex
        let impulse = try minutes * TrainingImpulse(rider).perMinute(at: heartRate)
        #expect(agree(impulse, expected.number))
      }
    }
  }

  @Test func `streams follow the vectors`() throws {
    expectEqual(Set(impulses.streams.list.compactMap(\.stream.text)), Set(streams.keys))
    for vector in impulses.streams.list {
      let stream = try #require(streams[vector.stream.text ?? ""])
      expectEqual(stream.seconds, vector.seconds.integer)
      #expect(agree(stream.average, vector.avg_hr.number))
      for (sex, sums) in [(Sex.male, vector.male_morton), (.female, vector.female_morton)] {
        var rider = rider
        rider.sex = sex
        let impulse = try TrainingImpulse(rider)
        #expect(agree(impulse.sum(over: stream), sums.trimp_per_second.number))
        let minutes = vector.seconds.value / 60
        #expect(
          agree(
            minutes * impulse.perMinute(at: vector.avg_hr.value), sums.trimp_average_hr.number))
        let load = try HeartRateLoad(rider).load(of: stream)
        #expect(agree(load, sums.hrss_per_second.number))
      }
      expectEqual(
        HeartRateZones.seconds(of: stream, rider: rider),
        vector.friel5_cycling_seconds.list.map(\.integer))
      var withoutThreshold = rider
      withoutThreshold.thresholdHeartRate = nil
      // Edwards' impulse is the minutes in the zones, times 1 to 5.
      let zones = try #require(HeartRateZones.seconds(of: stream, rider: withoutThreshold))
      let impulse = zones.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
      #expect(agree(Double(impulse) / 60, vector.edwards.trimp.number))
    }
  }

  @Test func `an hour at threshold is a load of a hundred`() throws {
    #expect(agree(try HeartRateLoad(rider).load(of: .even(165, seconds: 3600)), 100))
    var ride = Activity.ride(on: Day(number: 0), seconds: 3600)
    ride.averageHeartRate = 165
    #expect(agree(try HeartRateLoad(rider).load(of: ride), 100))
  }

  private static let gaps: [(@Sendable (inout RiderSettings) -> Void, LoadUnavailable?)] = [
    ({ _ in }, nil), ({ $0.maxHeartRate = nil }, .setting(.maxHeartRate)),
    ({ $0.restingHeartRate = nil }, .setting(.restingHeartRate)),
    ({ $0.thresholdHeartRate = nil }, .setting(.thresholdHeartRate)),
    ({ $0.sex = nil }, .setting(.sex)), ({ $0.maxHeartRate = 0 }, .setting(.maxHeartRate)),
    ({ $0.restingHeartRate = 190 }, .setting(.restingHeartRate)),
    ({ $0.thresholdHeartRate = 50 }, .setting(.thresholdHeartRate)),
    ({ $0.thresholdHeartRate = 191 }, .setting(.thresholdHeartRate)),
  ]

  @Test func `every missing setting is named`() {
    for (change, gap) in Self.gaps {
      var rider = rider
      change(&rider)
      var found: LoadUnavailable?
      do throws(LoadUnavailable) { _ = try HeartRateLoad(rider) } catch { found = error }
      expectEqual(found, gap)
    }
  }

  @Test func `implausible heart rates have no load`() throws {
    let rated = try HeartRateLoad(rider)
    for (seconds, heartRate) in [(3600, -60), (3600, 0), (3600, 1e10), (0, 150), (nil, 150)] {
      var ride = Activity.ride(on: Day(number: 0))
      (ride.durationSeconds, ride.averageHeartRate) = (seconds, heartRate)
      #expect(throws: LoadUnavailable.data) { try rated.load(of: ride) }
    }
    let silent = ActivityStream<BeatsPerMinute>(everySecond: [0, 0])
    #expect(throws: LoadUnavailable.data) { try rated.load(of: silent) }
    expectEqual(HeartRateZones.seconds(of: silent, rider: rider), nil)
  }
}
