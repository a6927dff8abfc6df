// Calendar days and their text. No time-zone arithmetic.

/// A day of the proleptic Gregorian calendar, in no particular time zone.
package struct Day: Comparable, Hashable, Strideable, Sendable {
  /// Days since 1970-01-01, negative before.
  package let number: Int

  /// The days that can be written as text: 0001-01-01 to 9999-12-31.
  package static let range = Day(number: -719_162)...Day(number: 2_932_896)

  package init(number: Int) {
    self.number = number
  }

  /// The day of `stamp` on a clock that is `offset` seconds ahead of UTC.
  package init(of stamp: Timestamp, offset: Int = 0) {
    let local = stamp.seconds + Int64(offset)
    number = Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
  }

  /// The given day; nil when it does not exist, and outside the years 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    number =
      Self.days(beforeYear: year) + Self.days(beforeMonth: month, year: year) + day - 1
      + Self.range.lowerBound.number
  }

  /// Parses `YYYY-MM-DD` and nothing else.
  package init?(_ text: String) {
    guard let day = FixedReader.parse(text, { Day(reading: &$0) }) else { return nil }
    self = day
  }

  package static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  package func advanced(by days: Int) -> Day { Day(number: number + days) }

  package func distance(to other: Day) -> Int { other.number - number }

  /// The weekday; 1970-01-01 was a Thursday.
  package var weekday: Weekday {
    let index = (number + 3) % 7
    return Weekday.allCases[index < 0 ? index + 7 : index]
  }

  /// The first second of this day in UTC.
  package var startOfDayUTC: Timestamp { Timestamp(seconds: Int64(number) * 86_400) }

  /// The year (1…9999), the month (1…12) and the day of the month (1…31); for a day outside
  /// `range`, those of the nearest day inside.
  package var calendar: (year: Int, month: Int, day: Int) {
    // Whole cycles of 400, 100, 4 and 1 years. The last day of a longer cycle does not yet belong
    // to the next century or year, hence the two `min`.
    var rest =
      min(max(number, Self.range.lowerBound.number), Self.range.upperBound.number)
      - Self.range.lowerBound.number
    let cycles = rest / 146_097
    rest %= 146_097
    let centuries = min(rest / 36_524, 3)
    rest -= centuries * 36_524
    let leapCycles = rest / 1461
    rest %= 1461
    let years = min(rest / 365, 3)
    rest -= years * 365
    let year = cycles * 400 + centuries * 100 + leapCycles * 4 + years + 1
    // No month is longer than 31 days, so the guess is right or one too small.
    var month = rest / 31 + 1
    if month < 12, rest >= Self.days(beforeMonth: month + 1, year: year) { month += 1 }
    return (year, month, rest - Self.days(beforeMonth: month, year: year) + 1)
  }

  package var year: Int { calendar.year }

  // MARK: Text

  package static let textLength = 10

  init?(reading reader: inout FixedReader) {
    guard let year = reader.digits(4), reader.skip(UInt8(ascii: "-")),
      let month = reader.digits(2), reader.skip(UInt8(ascii: "-")), let day = reader.digits(2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Stores the ten bytes of `YYYY-MM-DD`.
  package func put(at output: UnsafeMutablePointer<UInt8>) {
    let (year, month, day) = calendar
    putDigits(year, width: 4, at: output)
    output[4] = UInt8(ascii: "-")
    putDigits(month, width: 2, at: output + 5)
    output[7] = UInt8(ascii: "-")
    putDigits(day, width: 2, at: output + 8)
  }

  // MARK: Calendar arithmetic

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func days(beforeYear year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  private static func days(beforeMonth month: Int, year: Int) -> Int {
    if month <= 2 { return month == 1 ? 0 : 31 }
    // From March on the lengths of months repeat every five months, 153 days.
    return (month * 153 - 457) / 5 + (isLeap(year) ? 60 : 59)
  }
}

extension Day: CustomStringConvertible {
  /// `YYYY-MM-DD`; for a day outside `range`, the nearest one inside.
  package var description: String { fixedText(Self.textLength, put) }
}

/// A day of the week; weeks begin on Monday.
package enum Weekday: String, CaseIterable, Hashable, Sendable {
  case mon, tue, wed, thu, fri, sat, sun
}
