// The sleep score: the duration, regularity and calm of a night.

package import Model

/// One main night, as the device recorded it.
struct Night: Hashable, Sendable {
  /// Time asleep; time in bed does not count.
  let hoursAsleep: Double
  /// How far the onset was from the usual time, in minutes; nil when there is no usual time yet.
  let onsetDeviationMinutes: Double?
  /// Time awake after falling asleep, in minutes; nil when the device does not record it.
  let minutesAwake: Double?
}

/// Sleep, 0…100. The weights 50, 30 and 20 are the points that Apple publishes for its own score;
/// the linear interpolation between published thresholds is a choice of this project.
package enum Sleep {
  /// Enough sleep in hours, unless the rider sets another value (AASM/SRS 2015).
  package static let usualNeedHours = 7.0

  /// The unrounded score of a night: the weighted mean of the known parts, capped by its duration
  /// according to the classes of the PSQI.
  ///
  /// - Parameter needHours: how much sleep is enough.
  static func value(of night: Night, needHours: Double = usualNeedHours) -> Double {
    var points = 50 * duration(hours: night.hoursAsleep, need: needHours)
    var weight = 50.0
    if let deviation = night.onsetDeviationMinutes {
      points += 30 * regularity(minutes: deviation)
      weight += 30
    }
    if let awake = night.minutesAwake {
      points += 20 * calm(minutesAwake: awake)
      weight += 20
    }
    return min(points / weight, cap(hours: night.hoursAsleep, need: needHours))
  }

  /// The day's score.
  ///
  /// - Parameters:
  ///   - night: the main night that ended on this day; nil when none was recorded.
  ///   - hasHealthData: whether there is any HRV, resting heart rate or sleep at all.
  static func score(
    _ night: Night?, needHours: Double = usualNeedHours, hasHealthData: Bool
  ) -> Score {
    guard let night, let shown = value(of: night, needHours: needHours).shown else {
      return Score(
        value: nil, band: nil, inputsUsed: 0, inputsTotal: 3,
        reason: hasHealthData ? .noSleepData : .noHealthData)
    }
    let used =
      1 + (night.onsetDeviationMinutes == nil ? 0 : 1) + (night.minutesAwake == nil ? 0 : 1)
    return Score(value: shown, band: Band(wellness: shown), inputsUsed: used, inputsTotal: 3)
  }

  /// 100 from the need on, 0 from three hours below it; 7, 6 and 5 h are the classes of the PSQI.
  static func duration(hours: Double, need: Double) -> Double {
    100 * ((hours - (need - 3)) / 3).clamped(to: 0...1)
  }

  /// 100 up to half an hour from the usual onset, 0 from two hours.
  static func regularity(minutes: Double) -> Double {
    100 * ((120 - minutes) / 90).clamped(to: 0...1)
  }

  /// 100 up to 20 minutes awake (NSF, Ohayon 2017), 0 from an hour.
  static func calm(minutesAwake: Double) -> Double {
    100 * ((60 - minutesAwake) / 40).clamped(to: 0...1)
  }

  /// A calm, regular night that is too short is still too short.
  private static func cap(hours: Double, need: Double) -> Double {
    if hours < need - 2 { return 39 }
    if hours < need - 1 { return 59 }
    return hours < need ? 79 : 100
  }
}

extension Band {
  /// The band of a recovery or sleep score, from the rounded number.
  package init(wellness shown: Int) {
    switch shown {
    case 80...: self = .optimal
    case 60...: self = .good
    case 40...: self = .fair
    default: self = .low
    }
  }
}

/// The regularity of bedtimes, as times on a 24-hour circle.
enum Bedtime {
  /// The number of earlier nights to compare with, as in Apple's sleep score.
  static let nights = 13
  /// The number of earlier nights needed.
  static let enough = 5

  /// Minutes between a sleep's onset and the circular mean of the onsets of earlier nights.
  ///
  /// - Parameters:
  ///   - onset: seconds since midnight, local time.
  ///   - earlier: the same for up to 13 earlier nights.
  /// - Returns: nil with fewer than five of them.
  static func deviationMinutes(of onset: Int, earlier: [Int]) -> Double? {
    guard earlier.count >= enough else { return nil }
    let day = 86_400.0
    guard let usual = Statistics.circularMean(earlier.map(Double.init), period: day) else {
      return nil
    }
    return Statistics.circularDistance(Double(onset), usual, period: day) / 60
  }
}
