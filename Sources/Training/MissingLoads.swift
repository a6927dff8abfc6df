// Adds up the activities that a setting of the rider would give a load.

package import Model

/// What the activities without a load wait for.
package struct MissingLoads: Hashable, Sendable {
  private var activities = 0
  private var withPower = 0
  private var withHeartRate = 0
  private var settings: Set<RiderSettings.Setting> = []

  package init() {}

  /// Counts an activity, if it waits for nothing but settings.
  ///
  /// - Parameters:
  ///   - gap: Why it has no load.
  ///   - rider: The settings it could have been computed with.
  package mutating func add(_ gap: LoadGap, rider: RiderSettings) {
    if gap.power.setting == nil, gap.heartRate.setting == nil { return }
    activities += 1
    if gap.power.setting != nil { withPower += 1 }
    if let setting = gap.heartRate.setting {
      withHeartRate += 1
      settings.formUnion(rider.missingForHeartRate)
      // One that contradicts the others is missing in none of them.
      settings.insert(setting)
    }
  }

  /// What was counted; nil when nothing was.
  package var shortage: LoadShortage? {
    if activities == 0 { return nil }
    return LoadShortage(
      activities: activities, withPower: withPower, withHeartRate: withHeartRate,
      settings: RiderSettings.Setting.allCases.filter(settings.contains))
  }
}

extension TrainingGap {
  /// The setting that it takes.
  fileprivate var setting: Setting? {
    switch self {
    case .unknown(let setting), .unbelievable(let setting): setting
    case .powerNotMeasured, .noPower, .noHeartRate, .noDuration, .tooShort, .tooPatchy,
      .tooFewBeats, .unbelievableResult:
      nil
    }
  }
}

extension RiderSettings {
  /// What a load from heart rate takes, as far as it is unknown or cannot be a rider's.
  fileprivate var missingForHeartRate: [Setting] {
    [
      sex == nil ? .sex : nil,
      (try? checkedMaxHeartRate()) == nil ? .maxHeartRate : nil,
      (try? checkedRestingHeartRate()) == nil ? .restingHeartRate : nil,
      (try? checkedThresholdHeartRate()) == nil ? .thresholdHeartRate : nil,
    ].compactMap { $0 }
  }
}
