// One day of health data from one source.

/// The health data of one local day.
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
  /// Time awake between falling asleep and waking up; nil when the device does not record it.
  @CompactInt package var awakeSeconds: Int?
  /// The service's own score.
  @CompactDouble package var sleepScore: Double?
  /// Breaths a minute.
  @CompactDouble package var respiration: Double?
  @CompactDouble package var weightKilograms: Double?
  /// The service's record: JSON as received, without white space between tokens.
  package var raw: [UInt8]?
  /// Where a record from a file was first found; such records have no `raw`.
  @Boxed package var from: FileOrigin?

  package init(source: Source, date: Day) { (self.source, self.date) = (source, date) }

  /// Whether there are no measurements, or no longer any.
  package var isEmpty: Bool {
    restingHeartRate == nil && hrvRMSSD == nil && hrvSDNN == nil && sleepSeconds == nil
      && sleepStart == nil && sleepEnd == nil && awakeSeconds == nil && sleepScore == nil
      && respiration == nil && weightKilograms == nil
  }

  /// Whether both tell of a night, and not of the same one.
  package func hasOtherNight(than other: WellnessDay) -> Bool {
    guard let start = sleepStart, let end = sleepEnd, let first = other.sleepStart,
      let last = other.sleepEnd
    else { return false }
    return start >= last || first >= end
  }

  package mutating func removeNight() {
    (sleepSeconds, sleepStart, sleepEnd) = (nil, nil, nil)
    (awakeSeconds, sleepScore) = (nil, nil)
  }
}
