// What can be true of a person's day; everything else counts as nothing.

import Model

/// The values that are believed, whatever the document. Choices of this project.
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
