// The rider: thresholds, heart rates and sex, what of it is missing, and an account's owner.

/// The sex whose constants the heart-rate formulas use.
package enum Sex: String, CaseIterable, Hashable, Sendable { case female, male }

/// The settings of one day that loads and zones are computed from; nil when unknown.
package struct RiderSettings: Hashable, Sendable {
  /// Thresholds that a person can have, in watts; also what can be set.
  package static let plausibleFTP = 1...2_000
  /// Heart rates that a person can have, in beats a minute.
  package static let plausibleHeartRate = 25...250

  /// Functional threshold power in watts.
  package var ftpWatts: Int?
  /// The highest heart rate the rider reaches, in beats a minute.
  package var maxHeartRate: Int?
  /// The resting heart rate, in beats a minute.
  package var restingHeartRate: Int?
  /// The heart rate that can be held for about an hour, in beats a minute.
  package var thresholdHeartRate: Int?
  package var sex: Sex?

  /// A single setting, in display order.
  package enum Setting: CaseIterable, Hashable, Sendable {
    case ftp, sex, maxHeartRate, restingHeartRate, thresholdHeartRate
  }

  package init(
    ftpWatts: Int? = nil, maxHeartRate: Int? = nil, restingHeartRate: Int? = nil,
    thresholdHeartRate: Int? = nil, sex: Sex? = nil
  ) {
    (self.ftpWatts, self.maxHeartRate) = (ftpWatts, maxHeartRate)
    (self.restingHeartRate, self.thresholdHeartRate) = (restingHeartRate, thresholdHeartRate)
    self.sex = sex
  }

  /// Whether all settings for a load from heart rate are there.
  package var givesHeartRateLoad: Bool {
    maxHeartRate != nil && restingHeartRate != nil && thresholdHeartRate != nil && sex != nil
  }

  /// Whether any setting for a load from heart rate is there.
  package var hasHeartRateSetting: Bool {
    maxHeartRate != nil || restingHeartRate != nil || thresholdHeartRate != nil || sex != nil
  }

  /// These settings, with missing ones taken from `other`.
  package func completed(by other: RiderSettings) -> RiderSettings {
    RiderSettings(
      ftpWatts: ftpWatts ?? other.ftpWatts, maxHeartRate: maxHeartRate ?? other.maxHeartRate,
      restingHeartRate: restingHeartRate ?? other.restingHeartRate,
      thresholdHeartRate: thresholdHeartRate ?? other.thresholdHeartRate, sex: sex ?? other.sex)
  }
}

/// What is known of the rider for every day, whoever says it; nil when unknown.
package struct RiderProfile: Hashable, Sendable {
  /// Functional threshold power in watts.
  package var ftp = DatedSetting()
  /// The heart rate that can be held for about an hour, in beats a minute.
  package var thresholdHeartRate = DatedSetting()
  /// In beats a minute.
  package var maxHeartRate: Int?
  /// In beats a minute.
  package var restingHeartRate: Int?
  package var sex: Sex?

  package init() {}

  /// What the rider can sustain for about an hour.
  package init(ftp: DatedSetting, thresholdHeartRate: DatedSetting = DatedSetting()) {
    (self.ftp, self.thresholdHeartRate) = (ftp, thresholdHeartRate)
  }

  /// What holds on a day.
  package func settings(on day: Day) -> RiderSettings {
    RiderSettings(
      ftpWatts: ftp.value(on: day), maxHeartRate: maxHeartRate, restingHeartRate: restingHeartRate,
      thresholdHeartRate: thresholdHeartRate.value(on: day), sex: sex)
  }
}

/// The thresholds of a run, as the next one finds them.
package struct StoredThresholds: Hashable, Sendable {
  /// Those that loads were computed with.
  package var inUse = RiderProfile()
  /// What the services said of the rider, which holds in runs that ask none; what the rider sets
  /// for one run does not.
  package var athlete = RiderSettings()

  package init(inUse: RiderProfile = RiderProfile(), athlete: RiderSettings = RiderSettings()) {
    (self.inUse, self.athlete) = (inUse, athlete)
  }
}

/// The number of these activities, and the settings they lack.
package struct LoadShortage: Hashable, Sendable {
  /// All of them, each counted once.
  package let activities: Int
  /// Those with measured power; they need the FTP.
  package let withPower: Int
  /// Those with heart rate; they need all of `settings`.
  package let withHeartRate: Int
  /// The missing settings for a load from heart rate, in display order.
  package let settings: [RiderSettings.Setting]
  /// What the rides say about the FTP; nil when they say nothing.
  package let power: PowerReport?

  package init(
    activities: Int, withPower: Int, withHeartRate: Int = 0,
    settings: [RiderSettings.Setting] = [], power: PowerReport? = nil
  ) {
    (self.activities, self.withPower, self.withHeartRate) = (activities, withPower, withHeartRate)
    (self.settings, self.power) = (settings, power)
  }
}

/// The owner of an account, as the service describes them.
package struct Athlete: Hashable, Sendable {
  /// The service's own id.
  package let id: String
  package let name: DisplayText?
  /// The rider's settings for cycling, as far as the service knows them.
  package let rider: RiderSettings
  /// The names of bikes and shoes by the ids that activities have.
  package let gear: [String: String]

  package init(
    id: String, name: DisplayText? = nil, rider: RiderSettings = RiderSettings(),
    gear: [String: String] = [:]
  ) {
    (self.id, self.name, self.rider, self.gear) = (id, name, rider, gear)
  }
}

extension Athlete {
  /// The name with the id; the id alone if there is no name.
  package var label: DisplayText {
    guard let name, !name.isEmpty else { return DisplayText(id) }
    return name + " (" + DisplayText(id) + ")"
  }
}

/// A whole number that holds from a day on, as `--ftp 240 --ftp 255@2026-01-15` gives it.
package struct DatedSetting: Hashable, Sendable, CustomStringConvertible {
  /// The value before the first dated one; nil when unknown.
  package var undated: Int?
  /// The first day of each other value, ascending, each day once.
  package private(set) var dated: [Entry] = []

  package struct Entry: Hashable, Sendable {
    package let day: Day
    package let value: Int
  }

  package init(_ undated: Int? = nil) { self.undated = undated }

  /// Reads what `description` writes; nil for another text.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      guard let value = Int(sides[0]) else { return nil }
      if sides.count == 1 {
        undated = value
      } else if let day = Day(String(sides[1])) {
        set(value, from: day)
      } else {
        return nil
      }
    }
  }

  /// Sets the value that holds from a day on.
  package mutating func set(_ value: Int, from day: Day) {
    dated.removeAll { $0.day == day }
    dated.insert(
      Entry(day: day, value: value), at: dated.firstIndex { $0.day > day } ?? dated.count)
  }

  /// Forgets these values.
  package mutating func remove(_ others: [Entry]) { dated.removeAll { others.contains($0) } }

  /// The newest value of a day; nil when none is known.
  package func value(on day: Day) -> Int? { dated.last { $0.day <= day }?.value ?? undated }

  /// This setting, with an unknown undated value taken from another one; without any value, the
  /// other one.
  package func completed(by other: DatedSetting) -> DatedSetting {
    if isEmpty { return other }
    var setting = self
    setting.undated = undated ?? other.undated
    return setting
  }

  package var isEmpty: Bool { undated == nil && dated.isEmpty }

  package var description: String {
    let entries = dated.map { "\($0.value)@\($0.day)" }
    return ((undated.map { ["\($0)"] } ?? []) + entries).joined(separator: ",")
  }
}
