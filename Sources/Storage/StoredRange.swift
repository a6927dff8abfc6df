// The ranges of numbers in stored files: what lies outside is damage, and is never computed with.

import Model

/// What numbers of stored records can be. A line with a number outside its range is no record, so that
/// nothing outside may be stored either: `bounded` drops what a source sends beyond.
enum StoredRange {
  /// Any measured figure: beyond 2^53 a double no longer holds every whole number.
  static let figure = -9_007_199_254_740_992.0...9_007_199_254_740_992.0
  /// Durations in seconds: up to a hundred years.
  static let seconds = 0...3_155_760_000
  /// Scores, and the edges of a suggested strain.
  static let score = 0...100
  /// Loads of a day, and what is averaged from them.
  static let load = 0.0...1e9
  /// Fitness minus fatigue.
  static let form = -1e9...1e9
  /// Power in watts, of zones and thresholds.
  static let watts = 0...1_000_000
  /// Heart rates in beats a minute.
  static let heartRate = 0...1000
  /// How many there are of something.
  static let count = 0...4_294_967_296
  /// Moments in seconds since 1970: the years 1 to 9999.
  static let moment: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}

extension Activity {
  /// The activity without the numbers that no line of the store may hold.
  var bounded: Activity {
    if isBounded { return self }
    var copy = self
    copy.durationSeconds = storable(durationSeconds)
    copy.elapsedSeconds = storable(elapsedSeconds)
    copy.distanceMetres = storable(distanceMetres)
    copy.elevationGainMetres = storable(elevationGainMetres)
    copy.averagePowerWatts = storable(averagePowerWatts)
    copy.weightedPowerWatts = storable(weightedPowerWatts)
    copy.maxPowerWatts = storable(maxPowerWatts)
    copy.averageHeartRate = storable(averageHeartRate)
    copy.maxHeartRate = storable(maxHeartRate)
    copy.averageCadence = storable(averageCadence)
    copy.energyKilojoules = storable(energyKilojoules)
    copy.load = storable(load)
    if copy.load == nil { copy.loadFrom = nil }
    return copy
  }

  fileprivate var isBounded: Bool {
    isStorable(durationSeconds) && isStorable(elapsedSeconds) && isStorable(distanceMetres)
      && isStorable(elevationGainMetres) && isStorable(averagePowerWatts)
      && isStorable(weightedPowerWatts) && isStorable(maxPowerWatts)
      && isStorable(averageHeartRate) && isStorable(maxHeartRate) && isStorable(averageCadence)
      && isStorable(energyKilojoules) && isStorable(load)
  }
}

extension WellnessDay {
  /// The day without the numbers that no line of the store may hold.
  var bounded: WellnessDay {
    if isBounded { return self }
    var copy = self
    copy.restingHeartRate = storable(restingHeartRate)
    copy.hrvRMSSD = storable(hrvRMSSD)
    copy.hrvSDNN = storable(hrvSDNN)
    copy.sleepSeconds = storable(sleepSeconds)
    copy.awakeSeconds = storable(awakeSeconds)
    copy.sleepScore = storable(sleepScore)
    copy.respiration = storable(respiration)
    copy.weightKilograms = storable(weightKilograms)
    return copy
  }

  fileprivate var isBounded: Bool {
    isStorable(restingHeartRate) && isStorable(hrvRMSSD) && isStorable(hrvSDNN)
      && isStorable(sleepSeconds) && isStorable(awakeSeconds) && isStorable(sleepScore)
      && isStorable(respiration) && isStorable(weightKilograms)
  }
}

extension ImportedRecords {
  /// The records without the numbers that no line of the store may hold.
  var bounded: ImportedRecords {
    if days.allSatisfy(\.isBounded), activities.allSatisfy(\.isBounded) { return self }
    return ImportedRecords(
      days: days.map(\.bounded), activities: activities.map(\.bounded), skipped: skipped,
      corrected: corrected)
  }
}

private func isStorable(_ figure: Double?) -> Bool {
  figure.map { StoredRange.figure.contains($0) } ?? true
}

private func isStorable(_ seconds: Int?) -> Bool {
  seconds.map { StoredRange.seconds.contains($0) } ?? true
}

private func storable(_ figure: Double?) -> Double? { isStorable(figure) ? figure : nil }

private func storable(_ seconds: Int?) -> Int? { isStorable(seconds) ? seconds : nil }
