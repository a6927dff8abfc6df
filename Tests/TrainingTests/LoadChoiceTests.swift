// Which data the load of a ride is computed from, and the reason when there is none.

import Model
import Support
import Testing

@testable import Training

struct LoadChoiceTests {
  private typealias RatedLoad = (load: Double, origin: LoadOrigin)

  private let rider = RiderSettings(
    ftpWatts: 250, maxHeartRate: 190, restingHeartRate: 50, thresholdHeartRate: 165, sex: .female)

  /// An hour with every figure a service can have, each giving another load.
  private var ride: Activity {
    var ride = Activity.ride(on: Day(number: 0), load: 42, seconds: 3600)
    ride.loadFrom = .service
    ride.measuredPower = true
    ride.weightedPowerWatts = 200
    ride.averageHeartRate = 150
    return ride
  }

  private let streams = ActivityStreams(
    power: .even(250, seconds: 3600), heartRate: .even(165, seconds: 3600))

  private func best(_ change: (inout Activity, inout ActivityStreams, inout RiderSettings) -> Void)
    throws -> RatedLoad
  {
    var ride = ride
    var streams = streams
    var rider = rider
    change(&ride, &streams, &rider)
    return try Load.best(for: ride, streams: streams, rider: rider)
  }

  private func gap(
    _ change: (inout Activity, inout ActivityStreams, inout RiderSettings) -> Void
  ) -> LoadGap? {
    do {
      _ = try best(change)
      return nil
    } catch {
      return error as? LoadGap
    }
  }

  private func isLoad(_ rated: RatedLoad, _ load: Double, _ origin: LoadOrigin) -> Bool {
    agree(rated.load, load) && rated.origin == origin
  }

  /// Five days of moving in an hour are an hour.
  @Test func `the load comes from the shorter time`() throws {
    let load = try best { ride, streams, _ in
      streams = ActivityStreams()
      (ride.durationSeconds, ride.elapsedSeconds) = (432_000, 3_600)
    }
    #expect(isLoad(load, 64, .power))
  }

  @Test func `the best data is used`() throws {
    #expect(isLoad(try best { _, _, _ in }, 100, .power))
    #expect(isLoad(try best { _, streams, _ in streams.power = nil }, 64, .power))
    let heart = try best { ride, streams, _ in
      (streams.power, ride.weightedPowerWatts) = (nil, nil)
    }
    #expect(isLoad(heart, 100, .heartRate))
    let average = try best { ride, streams, _ in
      (streams, ride.weightedPowerWatts) = (ActivityStreams(), nil)
    }
    #expect(average.origin == .heartRate && average.load > 60 && average.load < 90)
    let service = try best { ride, streams, _ in
      (streams, ride.weightedPowerWatts, ride.averageHeartRate) = (ActivityStreams(), nil, nil)
    }
    #expect(isLoad(service, 42, .service))
  }

  @Test func `estimated power never counts`() throws {
    #expect(isLoad(try best { ride, _, _ in ride.measuredPower = false }, 100, .heartRate))
    #expect(isLoad(try best { ride, _, _ in ride.measuredPower = nil }, 100, .heartRate))
    let gap = gap { ride, streams, _ in
      (ride.measuredPower, ride.averageHeartRate, ride.loadFrom) = (false, nil, nil)
      streams.heartRate = nil
    }
    expectEqual(gap, LoadGap())
  }

  @Test func `without an FTP heart rate is used`() throws {
    #expect(isLoad(try best { _, _, rider in rider.ftpWatts = nil }, 100, .heartRate))
    #expect(isLoad(try best { _, _, rider in rider = RiderSettings() }, 42, .service))
  }

  @Test func `a stream that covers too little is not used`() throws {
    // The battery died after twenty minutes.
    let cut = ActivityStream<Watts>.even(250, seconds: 1200)
    #expect(isLoad(try best { _, streams, _ in streams.power = cut }, 64, .power))
    let heart = try best { ride, streams, _ in
      streams.power = cut
      ride.weightedPowerWatts = nil
    }
    #expect(isLoad(heart, 100, .heartRate))
    let gap = gap { ride, streams, rider in
      (streams.power, rider.sex) = (cut, nil)
      (ride.weightedPowerWatts, ride.loadFrom) = (nil, nil)
    }
    expectEqual(gap, LoadGap(heartRate: .sex))
    // Nine tenths represent the whole ride, with the time they cover.
    let most = ActivityStream<Watts>.even(250, seconds: 3240)
    #expect(isLoad(try best { _, streams, _ in streams.power = most }, 90, .power))
  }

  @Test func `a computed load is not taken for the services`() {
    let gap = gap { ride, streams, rider in
      ride.loadFrom = .power
      streams = ActivityStreams()
      rider = RiderSettings()
    }
    expectEqual(gap, LoadGap(power: .ftp, heartRate: .thresholdHeartRate))
  }

  @Test func `nothing at all lacks no setting`() {
    let bare = Activity.ride(on: Day(number: 0))
    #expect(throws: LoadGap()) {
      try Load.best(for: bare, rider: rider)
    }
  }

  @Test func `impossible figures are ignored`() {
    for absurd in [Double.nan, .infinity, -200, 1e300] {
      let gap = gap { ride, streams, _ in
        (ride.weightedPowerWatts, ride.averageHeartRate, ride.load) = (absurd, absurd, absurd)
        streams = ActivityStreams()
      }
      expectEqual(gap, LoadGap())
    }
    for seconds in [.min, -1, 0, CompactInt.range.upperBound] {
      let gap = gap { ride, streams, _ in
        (ride.durationSeconds, ride.loadFrom, streams) = (seconds, nil, ActivityStreams())
      }
      expectEqual(gap, LoadGap())
    }
    for ftp in [Int.min, -250, 0, .max] {
      let gap = gap { ride, streams, rider in
        rider = RiderSettings(ftpWatts: ftp)
        ride.loadFrom = nil
      }
      expectEqual(gap?.power, .ftp)
    }
  }

  @Test func `the riders settings precede the services`() {
    let told = RiderSettings(ftpWatts: 260, sex: .female)
    let service = RiderSettings(ftpWatts: 240, maxHeartRate: 188)
    let both = told.completed(by: service)
    expectEqual(both, RiderSettings(ftpWatts: 260, maxHeartRate: 188, sex: .female))
  }
}
