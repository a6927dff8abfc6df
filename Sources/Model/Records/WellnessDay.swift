// One day of health data from one source.

/// What a watch or a service knows about one local day.
package struct WellnessDay: Hashable, Sendable {
  package let source: Source
  package let date: Day
  @CompactDouble package var restingHeartRate: Double?
  /// rMSSD and SDNN are different measures and are never mixed.
  @CompactDouble package var hrvRMSSD: Double?
  @CompactDouble package var hrvSDNN: Double?
  /// Time asleep.
  @CompactInt package var sleepSeconds: Int?
  package var sleepStart: LocalTime?
  package var sleepEnd: LocalTime?
  /// Time awake between the two; absent when the device writes none.
  @CompactInt package var awakeSeconds: Int?
  /// The service's own figure.
  @CompactDouble package var sleepScore: Double?
  /// Breaths a minute.
  @CompactDouble package var respiration: Double?
  @CompactDouble package var weightKilograms: Double?
  /// The service's record, JSON as it was sent less white space between tokens.
  package var raw: [UInt8]?
  /// Where a record from a file was first seen; such records have no `raw`.
  @Boxed package var from: FilePlace?

  package init(source: Source, date: Day) {
    self.source = source
    self.date = date
  }

  /// Whether nothing was measured, or nothing is known of it any more.
  package var isEmpty: Bool {
    restingHeartRate == nil && hrvRMSSD == nil && hrvSDNN == nil && sleepSeconds == nil
      && sleepStart == nil && sleepEnd == nil && awakeSeconds == nil && sleepScore == nil
      && respiration == nil && weightKilograms == nil
  }
}
