// Chooses which of an activity's data its load is computed from, or says what it lacks.

package import Model

/// The settings without which an activity has no load from power and from heart rate, while the
/// service has no figure either; nil where the data are missing.
package struct LoadGap: Error, Hashable, Sendable {
  var power: RiderSettings.Setting?
  var heartRate: RiderSettings.Setting?
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
  /// - Returns: the load, 100 = one hour at threshold, and what it was computed from.
  /// - Throws: why there is none.
  package static func best(
    for activity: Activity, streams: ActivityStreams = ActivityStreams(), rider: RiderSettings
  ) throws(LoadGap) -> (load: Double, origin: LoadOrigin) {
    var gap = LoadGap()
    do throws(LoadUnavailable) {
      return (try fromPower(activity, streams.power, rider: rider), .power)
    } catch {
      gap.power = error.setting
    }
    do throws(LoadUnavailable) {
      return (try fromHeartRate(activity, streams.heartRate, rider: rider), .heartRate)
    } catch {
      gap.heartRate = error.setting
    }
    if activity.loadFrom == .service, let load = activity.plausibleLoad { return (load, .service) }
    throw gap
  }

  private static func fromPower(
    _ activity: Activity, _ stream: ActivityStream<Watts>?, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    guard let stream, !stream.isEmpty, activity.measuredPower == true else {
      return try fromWeightedPower(of: activity, rider: rider)
    }
    do throws(LoadUnavailable) {
      guard isEnough(stream, of: activity) else { throw .data }
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
    if activity.averageHeartRate == nil, stream?.isEmpty != false { throw .data }
    let rated = try HeartRateLoad(rider)
    guard let stream, !stream.isEmpty else { return try rated.load(of: activity) }
    do throws(LoadUnavailable) {
      guard isEnough(stream, of: activity) else { throw .data }
      return try rated.load(of: stream)
    } catch {
      guard let load = try? rated.load(of: activity) else { throw error }
      return load
    }
  }

  private static func isEnough<Quantity>(
    _ stream: ActivityStream<Quantity>, of activity: Activity
  ) -> Bool {
    Double(stream.seconds) >= enoughOfTheRide * Double(activity.durationSeconds ?? 0)
  }
}

extension LoadUnavailable {
  fileprivate var setting: RiderSettings.Setting? {
    if case .setting(let setting) = self { setting } else { nil }
  }
}

/// What a load lacks. No figure is ever replaced by a guess.
enum LoadUnavailable: Error, Hashable, Sendable {
  /// A setting is missing or implausible, or contradicts the others.
  case setting(RiderSettings.Setting)
  /// The activity has no such data, too little, or some that no activity can have.
  case data
}

extension RiderSettings {
  /// The number of a setting.
  ///
  /// - Throws: `setting` when it is missing or implausible.
  func checked(_ setting: Setting) throws(LoadUnavailable) -> Double {
    let (value, plausible) =
      switch setting {
      case .ftp: (ftpWatts, Self.plausibleFTP)
      case .maxHeartRate: (maxHeartRate, Self.plausibleHeartRate)
      case .restingHeartRate: (restingHeartRate, Self.plausibleHeartRate)
      case .thresholdHeartRate: (thresholdHeartRate, Self.plausibleHeartRate)
      // Not a number.
      case .sex: throw .setting(.sex)
      }
    guard let value, plausible.contains(value) else { throw .setting(setting) }
    return Double(value)
  }
}
