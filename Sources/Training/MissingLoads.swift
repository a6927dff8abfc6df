// Counts the activities that would have a load if the rider's settings were complete.

package import Model

/// The activities without a load, and the settings they need.
package struct MissingLoads: Hashable, Sendable {
  private var activities = 0
  package private(set) var withPower = 0
  private var withHeartRate = 0
  private var settings: Set<RiderSettings.Setting> = []

  package init() {}

  /// Whether loads from heart rate lack one setting alone.
  package var lacksOneSetting: Bool { settings.count == 1 }

  /// Counts an activity if only settings are missing.
  ///
  /// - Parameters:
  ///   - gap: why it has no load.
  ///   - rider: the settings that were available.
  package mutating func add(_ gap: LoadGap, rider: RiderSettings) {
    if gap == LoadGap() { return }
    activities += 1
    if gap.power != nil { withPower += 1 }
    if let setting = gap.heartRate {
      withHeartRate += 1
      settings.formUnion(rider.missingForHeartRate)
      // A setting that contradicts the others is not missing from any of them.
      settings.insert(setting)
    }
  }

  /// The result; nil when nothing was counted.
  ///
  /// - Parameters:
  ///   - isFTPAlone: leaves out what heart rate needs.
  ///   - power: what the rides say about the FTP, asked only if that is missing.
  package func shortage(isFTPAlone: Bool, power: () -> PowerReport?) -> LoadShortage? {
    if (isFTPAlone ? withPower : activities) == 0 { return nil }
    if isFTPAlone {
      return LoadShortage(activities: withPower, withPower: withPower, power: power())
    }
    return LoadShortage(
      activities: activities, withPower: withPower, withHeartRate: withHeartRate,
      settings: RiderSettings.Setting.allCases.filter(settings.contains),
      power: withPower > 0 ? power() : nil)
  }
}

extension RiderSettings {
  /// The settings for a load from heart rate that are missing or implausible.
  fileprivate var missingForHeartRate: [Setting] {
    let rates: [Setting] = [.maxHeartRate, .restingHeartRate, .thresholdHeartRate]
    return rates.filter { (try? checked($0)) == nil } + (sex == nil ? [.sex] : [])
  }
}
