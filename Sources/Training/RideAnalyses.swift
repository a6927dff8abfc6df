// Computes what the second-by-second data of a ride say.

package import Model

extension RideAnalysis {
  /// The best powers and the time in zones; nil when there is nothing to compute them from.
  ///
  /// - Parameters:
  ///   - streams: the data of the ride.
  ///   - isMeasured: whether a sensor measured the power; estimated power does not count.
  ///   - rider: the settings of the day. Zones need the FTP, and the threshold or maximum heart
  ///     rate.
  package init?(of streams: ActivityStreams, isMeasured: Bool, rider: RiderSettings) {
    self.init()
    if isMeasured, let power = streams.power {
      self = RideAnalysis(
        bestPowers: power.bestPowers(over: Self.durations).map { Int($0.rounded()) },
        powerZoneSeconds: PowerZones.seconds(of: power, rider: rider))
    }
    if let heartRate = streams.heartRate {
      heartRateZoneSeconds = HeartRateZones.seconds(of: heartRate, rider: rider)
    }
    if isEmpty { return nil }
  }
}

extension ActivityStream<Watts> {
  /// The highest mean power over each duration, up to the longest run of the stream.
  ///
  /// A window never crosses a gap, so every best was ridden without interruption. A longer duration
  /// may have the higher mean (twelve minutes of a ride whose best ten minutes include a stop).
  ///
  /// - Parameter durations: in seconds, ascending.
  func bestPowers(over durations: [Int]) -> [Double] {
    let works = runs.map(Self.work)
    let longest = works.map(\.count).max() ?? 0
    return durations.prefix { $0 < longest }.map { seconds in
      let most = works.map { Self.mostWork(in: $0, seconds: seconds) }.max() ?? 0
      return most / Double(seconds)
    }
  }

  /// The work done before each second of a run and after its last one, in joules.
  private static func work(of run: StreamRun) -> [Double] {
    var work = [0.0]
    work.reserveCapacity(run.values.count + 1)
    var sum = 0.0
    for watts in run.values {
      sum += watts
      work.append(sum)
    }
    return work
  }

  /// The most work in any window of this many seconds; zero when there is no window.
  private static func mostWork(in work: [Double], seconds: Int) -> Double {
    guard seconds < work.count else { return 0 }
    return work.withUnsafeBufferPointer { work in
      var most = 0.0
      for end in seconds..<work.count { most = max(most, work[end] - work[end - seconds]) }
      return most
    }
  }
}
