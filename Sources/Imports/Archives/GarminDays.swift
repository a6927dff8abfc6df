// Joins the days of Garmin's account export, from its documents and from wellness FIT files.

import Codec
import Model

/// Days filled field by field: later documents replace the values of earlier ones.
struct GarminDays {
  /// The machine's offset from UTC in seconds east, for documents that do not tell theirs.
  let localOffset: @Sendable (Timestamp) -> Int
  private var days: [Day: GarminDay] = [:]

  init(localOffset: @escaping @Sendable (Timestamp) -> Int) {
    self.localOffset = localOffset
  }

  /// Adds an object of a document.
  ///
  /// - Returns: false for one without a date, and when there are too many.
  mutating func add(
    _ object: JSONValue, of document: GarminDocument, at place: FileOrigin
  ) -> Bool {
    let holder = document == .biometrics ? object["metaData"] : object
    guard let date = holder?.day("calendarDate") else { return false }
    var change = GarminDay(date, from: place)
    switch document {
    case .sleep: change.takeSleep(object, localOffset)
    case .healthStatus: change.takeHealthStatus(object)
    case .dailySummary: change.takeDailySummary(object)
    case .biometrics: change.takeBiometrics(object)
    case .activities: break
    }
    // A day on which nothing was measured is no error.
    return change.isEmpty || join(change)
  }

  /// Adds the days of a wellness FIT file.
  ///
  /// - Returns: false when there are too many.
  mutating func add(_ days: [WellnessDay]) -> Bool {
    days.reduce(true) { join(GarminDay(fit: $1)) && $0 }
  }

  /// False when there are too many.
  private mutating func join(_ change: GarminDay) -> Bool {
    let date = change.day.date
    guard days[date] != nil else {
      guard days.count < ImportLimits.garminDays, DayLimits.dates.contains(date) else {
        return false
      }
      days[date] = change
      return true
    }
    days[date]?.take(change)
    return true
  }

  /// Returns the days in order and frees the data.
  mutating func takeDays() -> [WellnessDay] {
    defer { days = [:] }
    return days.values.compactMap(\.finished).sorted { $0.date < $1.date }
  }
}
