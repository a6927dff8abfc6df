// Local clock times and their text.

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
