// Calendar days and their text. No time-zone arithmetic.

/// A day of the proleptic Gregorian calendar, in no particular time zone.
package struct Day: Comparable, Hashable, Strideable, Sendable {
  /// Days since 1970-01-01, negative before.
  package let number: Int

  /// The days that can be written as text: 0001-01-01 to 9999-12-31.
  package static let range = Day(number: -719_162)...Day(number: 2_932_896)

  package init(number: Int) { self.number = number }

  /// The day of `stamp` on a clock that is `offset` seconds ahead of UTC.
  package init(of stamp: Timestamp, offset: Int = 0) {
    let local = stamp.seconds + Int64(offset)
    number = Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
  }

  /// The given day; nil when it does not exist, and outside the years 1 to 9999.
  ///
  /// Source of this and of `calendar`: Howard Hinnant, "chrono-compatible low-level date
  /// algorithms".
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    // Years begin in March, so that the leap day is their last.
    let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    number =
      years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1
      - Self.daysBefore1970
    // The 30th of February is a day of March.
    guard calendar.day == day else { return nil }
  }

  /// From 0000-03-01 on.
  private static let daysBefore1970 = 719_468

  /// Parses `YYYY-MM-DD` and nothing else.
  package init?(_ text: String) {
    guard let day = FixedReader.parse(text, { Day(reading: &$0) }) else { return nil }
    self = day
  }

  /// `30d`: so many days before today; nil for other texts.
  package init?(ago text: String, today: Day) {
    guard text.hasSuffix("d"), text.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }),
      let days = Int(text.dropLast())
    else { return nil }
    let (number, overflow) = today.number.subtractingReportingOverflow(days)
    if overflow { return nil }
    self.init(number: number)
  }

  /// The days of a month or a year, written `YYYY-MM` or `YYYY`; nil for other texts.
  package static func span(_ text: String) -> ClosedRange<Day>? {
    if let first = Day(text + "-01-01"), let last = Day(text + "-12-31") { return first...last }
    guard let first = Day(text + "-01"),
      let last = (28...31).lazy.compactMap({ Day("\(text)-\($0)") }).max()
    else { return nil }
    return first...last
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
    let days =
      min(max(number, Self.range.lowerBound.number), Self.range.upperBound.number)
      + Self.daysBefore1970
    let (cycles, rest) = days.quotientAndRemainder(dividingBy: 146_097)
    let years = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
    let ofYear = rest - (years * 365 + years / 4 - years / 100)
    let months = (ofYear * 5 + 2) / 153
    let year = cycles * 400 + years
    let day = ofYear - (months * 153 + 2) / 5 + 1
    return months < 10 ? (year, months + 3, day) : (year + 1, months - 9, day)
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
}

extension Day: CustomStringConvertible {
  /// `YYYY-MM-DD`; for a day outside `range`, the nearest one inside.
  package var description: String { fixedText(Self.textLength, put) }
}

/// A day of the week; weeks begin on Monday.
package enum Weekday: String, CaseIterable, Hashable, Sendable {
  case mon, tue, wed, thu, fri, sat, sun
}
