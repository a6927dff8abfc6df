// A date with a time of day, as a clock on the wall shows it.

/// A date and a time of day in no particular zone, to the second.
package struct CivilDateTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The day.
  package let date: CivilDate
  /// 0…23.
  package let hour: Int
  /// 0…59.
  package let minute: Int
  /// 0…59.
  package let second: Int

  /// The given time; nil when no clock shows it. A leap second, 60, is the second after 59.
  package init?(date: CivilDate, hour: Int, minute: Int, second: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
      return nil
    }
    if second == 60 {
      let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
      self.init(secondsSince1970: Int64(seconds))
    } else {
      self.init(validDate: date, hour: hour, minute: minute, second: second)
    }
  }

  /// The time that many seconds after 1970-01-01T00:00:00 by the same clock; nil outside the years
  /// 1 to 9999.
  package init?(secondsSince1970 seconds: Int64) {
    guard Self.secondsRange.contains(seconds) else { return nil }
    self.init(validSeconds: seconds)
  }

  /// Parses `YYYY-MM-DDTHH:MM:SS` and nothing else.
  package init?(_ text: String) {
    guard let time = FixedReader.parse(text, { CivilDateTime(reading: &$0) }) else { return nil }
    self = time
  }

  /// Seconds after 1970-01-01T00:00:00 by the same clock, every day counted as 86,400.
  package var secondsSince1970: Int64 {
    Int64(date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  package var description: String {
    String(unsafeUninitializedCapacity: Self.length) { output in
      guard let start = output.baseAddress else { return 0 }
      put(at: start)
      return Self.length
    }
  }

  /// Earlier times come first.
  package static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }

  // MARK: Inside

  static let length = 19

  /// 0001-01-01T00:00:00 to 9999-12-31T23:59:59.
  static let secondsRange =
    Int64(CivilDate.daysRange.lowerBound) * 86_400...Int64(CivilDate.daysRange.upperBound) * 86_400
    + 86_399

  init?(reading reader: inout FixedReader) {
    guard let date = CivilDate(reading: &reader), reader.skip(UInt8(ascii: "T")),
      let hour = reader.digits(2), reader.skip(UInt8(ascii: ":")),
      let minute = reader.digits(2), reader.skip(UInt8(ascii: ":")),
      let second = reader.digits(2)
    else { return nil }
    self.init(date: date, hour: hour, minute: minute, second: second)
  }

  private init(validDate date: CivilDate, hour: Int, minute: Int, second: Int) {
    self.date = date
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// `seconds` must be in ``secondsRange``.
  init(validSeconds seconds: Int64) {
    // Counted from the year 1, so that division rounds down before 1970, too.
    let (days, rest) = (Int(seconds) - CivilDate.daysRange.lowerBound * 86_400)
      .quotientAndRemainder(dividingBy: 86_400)
    date = CivilDate(validDays: days + CivilDate.daysRange.lowerBound)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  /// Stores the 19 bytes of `YYYY-MM-DDTHH:MM:SS`.
  func put(at output: UnsafeMutablePointer<UInt8>) {
    date.put(at: output)
    output[10] = UInt8(ascii: "T")
    Digits.put(hour, width: 2, at: output + 11)
    output[13] = UInt8(ascii: ":")
    Digits.put(minute, width: 2, at: output + 14)
    output[16] = UInt8(ascii: ":")
    Digits.put(second, width: 2, at: output + 17)
  }
}
