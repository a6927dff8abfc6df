// Chooses which of an activity's data its load is computed from.

package import Model

/// A load and its origin.
package struct RatedLoad: Hashable, Sendable {
  /// 100 = one hour at threshold.
  package let load: Double
  package let origin: LoadOrigin
}

/// Why an activity has no load: what power and heart rate lack, while the service has no figure
/// either.
package struct LoadGap: Error, Hashable, Sendable {
  package let power: LoadUnavailable
  package let heartRate: LoadUnavailable
}

extension Load {
  /// The share of the moving time that a stream must cover to represent the activity. A choice of
  /// this project.
  static let enoughOfTheRide = 0.9

  /// The load of an activity from the best available data: measured power with a threshold (the
  /// stream, else the service's weighted power), then heart rate (the stream, else the average),
  /// then the service's own figure. Estimated power never counts.
  ///
  /// A stream that covers less than nine tenths of the moving time is not used.
  ///
  /// - Parameters:
  ///   - activity: its own `load` counts as the service's figure only if `loadFrom` says so.
  ///   - streams: its second-by-second data.
  ///   - rider: the settings of the day.
  /// - Throws: why there is no load.
  package static func best(
    for activity: Activity, streams: ActivityStreams = ActivityStreams(), rider: RiderSettings
  ) throws(LoadGap) -> RatedLoad {
    let power = Result { () throws(LoadUnavailable) in
      try fromPower(activity, streams.power, rider: rider)
    }
    if case .success(let load) = power { return RatedLoad(load: load, origin: .power) }
    let heartRate = Result { () throws(LoadUnavailable) in
      try fromHeartRate(activity, streams.heartRate, rider: rider)
    }
    if case .success(let load) = heartRate { return RatedLoad(load: load, origin: .heartRate) }
    if activity.loadFrom == .service, let load = activity.plausibleLoad {
      return RatedLoad(load: load, origin: .service)
    }
    throw LoadGap(power: power.gap ?? .noPower, heartRate: heartRate.gap ?? .noHeartRate)
  }

  private static func fromPower(
    _ activity: Activity, _ stream: ActivityStream<Watts>?, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    guard let stream, !stream.isEmpty, activity.measuredPower == true else {
      return try fromWeightedPower(of: activity, rider: rider)
    }
    do {
      try requireEnough(of: stream, for: activity)
      return try fromPower(stream, rider: rider)
    } catch {
      // The stream's problem is more informative than the missing weighted power.
      guard let load = try? fromWeightedPower(of: activity, rider: rider) else { throw error }
      return load
    }
  }

  private static func fromHeartRate(
    _ activity: Activity, _ stream: ActivityStream<BeatsPerMinute>?, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    if activity.averageHeartRate == nil, stream?.isEmpty != false { throw .noHeartRate }
    let rated = try HeartRateLoad(rider)
    guard let stream, !stream.isEmpty else { return try rated.load(of: activity) }
    do {
      try requireEnough(of: stream, for: activity)
      return try rated.load(of: stream)
    } catch {
      guard let load = try? rated.load(of: activity) else { throw error }
      return load
    }
  }

  private static func requireEnough<Quantity>(
    of stream: ActivityStream<Quantity>, for activity: Activity
  ) throws(LoadUnavailable) {
    guard let moving = activity.durationSeconds, moving > 0 else { return }
    if Double(stream.seconds) < enoughOfTheRide * Double(moving) {
      throw .tooPatchy(seconds: stream.seconds, moving: moving)
    }
  }
}

extension Result where Failure == LoadUnavailable {
  fileprivate var gap: LoadUnavailable? {
    if case .failure(let gap) = self { return gap }
    return nil
  }
}
