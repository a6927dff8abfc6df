// The days that files give figures of, and the means of their readings.

import Model

/// Days filled in any order.
struct DayList {
  private var days: [Day: WellnessDay] = [:]
  private let source: Source
  private let place: (Day) -> FileOrigin?

  /// - Parameter place: where a date is found first.
  init(_ source: Source, place: @escaping (Day) -> FileOrigin?) {
    (self.source, self.place) = (source, place)
  }

  mutating func change(_ date: Day, _ change: (inout WellnessDay) -> Void) {
    var day = days[date] ?? WellnessDay(source: source, date: date)
    if days[date] == nil { day.from = place(date) }
    change(&day)
    days[date] = day
  }

  mutating func set(_ date: Day, _ field: WritableKeyPath<WellnessDay, Double?>, _ value: Double?) {
    guard let value else { return }
    change(date) { $0[keyPath: field] = value.rounded3 }
  }

  func sorted() -> [WellnessDay] { days.values.sorted { $0.date < $1.date } }
}

/// The mean of the values that were added.
struct Mean {
  private var sum = 0.0
  private(set) var count = 0

  /// nil without values.
  var mean: Double? { count > 0 ? sum / Double(count) : nil }

  mutating func add(_ value: Double) {
    sum += value
    count += 1
  }
}

/// Plausible figures of a person's day, whatever the document; others count as absent. Choices of
/// this project.
enum DayLimits {
  /// The years 1900 to 2099.
  static let dates = Day(number: -25_567)..<Day(number: 47_482)
  /// Beats a minute.
  static let restingHeartRate = 20.0...200.0
  /// Milliseconds; 0 means no value.
  static let variability = 1.0...500.0
  /// Breaths a minute.
  static let respiration = 3.0...60.0
  /// Kilograms.
  static let weight = 20.0...400.0
  /// The score of a night; 0 means no value.
  static let score = 1.0...100.0
  /// Seconds of a day, and of a night.
  static let seconds = 0.0...86_400.0
}
