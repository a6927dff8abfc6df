// Times as services write them: with fractions, with offsets, with or without a zone.

/// A date and time as written, with its offset from UTC if there was one.
///
/// Reads `YYYY-MM-DD`, then `T` or a blank, `HH:MM`, an optional `:SS`, a fraction (ignored), and
/// nothing, `Z`, `±HH:MM`, `±HHMM` or `±HH`, optionally after a blank: the forms used by Strava,
/// Intervals.icu, Wahoo and Apple Health exports.
package struct WrittenTime: Equatable, Sendable {
  /// The clock time, whatever offset follows. (Strava's local times end in `Z`, which does not mean
  /// UTC there.)
  package let clock: LocalTime
  /// Seconds east of UTC; nil when nothing was written.
  package let offset: Int?

  /// Parses one of the forms above.
  package init?(_ text: String) {
    guard let time = FixedReader.parse(text, { WrittenTime(reading: &$0) }) else { return nil }
    self = time
  }

  /// Parses one of the forms above, for bytes inside a buffer.
  package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard let time = FixedReader.parse(utf8: text, { WrittenTime(reading: &$0) }) else {
      return nil
    }
    self = time
  }

  /// Seconds since 1970 in UTC; nil when no offset was written.
  package var secondsSince1970: Int64? { offset.map { clock.secondsSince1970 - Int64($0) } }

  /// The time in UTC; without an offset, the clock time taken as UTC.
  package var inUTC: Timestamp { Timestamp(seconds: secondsSince1970 ?? clock.secondsSince1970) }

  private init?(reading reader: inout FixedReader) {
    guard let day = Day(reading: &reader),
      reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: " "))
        || reader.skip(UInt8(ascii: "t")),
      let hour = reader.digits(2), reader.skip(UInt8(ascii: ":")), let minute = reader.digits(2)
    else { return nil }
    var second = 0
    if reader.skip(UInt8(ascii: ":")) {
      guard let digits = reader.digits(2) else { return nil }
      second = digits
      if reader.skip(UInt8(ascii: ".")) || reader.skip(UInt8(ascii: ",")), !reader.skipDigits() {
        return nil
      }
    }
    guard let clock = LocalTime(day: day, hour: hour, minute: minute, second: second) else {
      return nil
    }
    self.clock = clock

    if reader.isAtEnd {
      offset = nil
      return
    }
    _ = reader.skip(UInt8(ascii: " "))
    if reader.skip(UInt8(ascii: "Z")) || reader.skip(UInt8(ascii: "z")) {
      offset = 0
      return
    }
    let isWest = reader.skip(UInt8(ascii: "-"))
    guard isWest || reader.skip(UInt8(ascii: "+")), let hours = reader.digits(2), hours <= 23
    else { return nil }
    var minutes = 0
    if !reader.isAtEnd {
      _ = reader.skip(UInt8(ascii: ":"))
      guard let digits = reader.digits(2), digits <= 59 else { return nil }
      minutes = digits
    }
    let seconds = hours * 3600 + minutes * 60
    offset = isWest ? -seconds : seconds
  }
}
