// Local clock times, and times as services write them: with or without fractions and zones.

/// The local clock time where a record was made, without time zone or offset.
package struct LocalTime: Comparable, Hashable, Sendable {
  package let day: Day
  /// Seconds since local midnight, 0…86399.
  package let second: Int

  package init(day: Day, second: Int) { (self.day, self.second) = (day, second) }

  /// The given time; nil when it is invalid. A leap second (60) becomes the second after 59.
  package init?(day: Day, hour: Int, minute: Int, second: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
      return nil
    }
    let seconds = hour * 3600 + minute * 60 + second
    // Only the leap second at the end of a day reaches the next day.
    self =
      seconds < 86_400 ? Self(day: day, second: seconds) : Self(day: day.advanced(by: 1), second: 0)
    guard Day.range.contains(self.day) else { return nil }
  }

  /// The time this many seconds after 1970-01-01T00:00:00 on the same clock.
  package init(secondsSince1970 seconds: Int64) {
    day = Day(of: Timestamp(seconds: seconds))
    second = Int(seconds - day.startOfDayUTC.seconds)
  }

  /// Parses `YYYY-MM-DDTHH:MM:SS` and nothing else.
  package init?(_ text: String) {
    guard let time = FixedReader.parse(text, { LocalTime(reading: &$0) }) else { return nil }
    self = time
  }

  /// Seconds after 1970-01-01T00:00:00 on the same clock, every day counted as 86,400.
  package var secondsSince1970: Int64 { day.startOfDayUTC.seconds + Int64(second) }

  package static func < (left: LocalTime, right: LocalTime) -> Bool {
    (left.day, left.second) < (right.day, right.second)
  }

  // MARK: Text

  package static let textLength = 19

  init?(reading reader: inout FixedReader) {
    guard let day = Day(reading: &reader), reader.skip(UInt8(ascii: "T")),
      let hour = reader.digits(2), reader.skip(UInt8(ascii: ":")),
      let minute = reader.digits(2), reader.skip(UInt8(ascii: ":")),
      let second = reader.digits(2)
    else { return nil }
    self.init(day: day, hour: hour, minute: minute, second: second)
  }

  /// Stores the 19 bytes of `YYYY-MM-DDTHH:MM:SS`.
  package func put(at output: UnsafeMutablePointer<UInt8>) {
    day.put(at: output)
    output[10] = UInt8(ascii: "T")
    putDigits(second / 3600, width: 2, at: output + 11)
    output[13] = UInt8(ascii: ":")
    putDigits(second / 60 % 60, width: 2, at: output + 14)
    output[16] = UInt8(ascii: ":")
    putDigits(second % 60, width: 2, at: output + 17)
  }
}

extension LocalTime: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`.
  package var description: String { fixedText(Self.textLength, put) }
}

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
