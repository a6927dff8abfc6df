// A day of the calendar, and its place in the count of days.

/// A day of the Gregorian calendar (extended backward), years 1 to 9999, in no particular zone.
package struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 1…9999.
  package let year: Int
  /// 1…12.
  package let month: Int
  /// 1…31.
  package let day: Int

  /// The given day; nil when the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01; nil outside the years 1 to 9999.
  package init?(daysSince1970 days: Int) {
    guard Self.daysRange.contains(days) else { return nil }
    self.init(validDays: days)
  }

  /// Parses `YYYY-MM-DD` and nothing else.
  package init?(_ text: String) {
    guard let date = FixedReader.parse(text, { CivilDate(reading: &$0) }) else { return nil }
    self = date
  }

  /// Days after 1970-01-01, negative before.
  package var daysSince1970: Int {
    Self.days(beforeYear: year) + Self.days(beforeMonth: month, year: year) + day - 1
      - Self.epoch
  }

  /// The day `days` later, or earlier when negative; nil outside the years 1 to 9999.
  package func advanced(by days: Int) -> CivilDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CivilDate(daysSince1970: sum)
  }

  /// `YYYY-MM-DD`.
  package var description: String {
    String(unsafeUninitializedCapacity: 10) { output in
      guard let start = output.baseAddress else { return 0 }
      put(at: start)
      return 10
    }
  }

  /// Earlier days come first.
  package static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  // MARK: Inside

  /// 0001-01-01 and 9999-12-31.
  static let daysRange = -719_162...2_932_896

  /// Days from 0001-01-01 to 1970-01-01.
  private static let epoch = 719_162

  init?(reading reader: inout FixedReader) {
    guard let year = reader.digits(4), reader.skip(UInt8(ascii: "-")),
      let month = reader.digits(2), reader.skip(UInt8(ascii: "-")), let day = reader.digits(2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `days` must be in ``daysRange``.
  init(validDays days: Int) {
    // Whole cycles of 400, 100, 4 and 1 years; the last day of a longer cycle is not yet the next
    // century or year, hence the two `min`.
    var rest = days + Self.epoch
    let cycles = rest / 146_097
    rest %= 146_097
    let centuries = min(rest / 36_524, 3)
    rest -= centuries * 36_524
    let leapCycles = rest / 1461
    rest %= 1461
    let years = min(rest / 365, 3)
    rest -= years * 365
    year = cycles * 400 + centuries * 100 + leapCycles * 4 + years + 1

    // No month is longer than 31 days, so the guess is right or one too small.
    var month = rest / 31 + 1
    if month < 12, rest >= Self.days(beforeMonth: month + 1, year: year) { month += 1 }
    self.month = month
    day = rest - Self.days(beforeMonth: month, year: year) + 1
  }

  /// Stores the ten bytes of `YYYY-MM-DD`.
  func put(at output: UnsafeMutablePointer<UInt8>) {
    Digits.put(year, width: 4, at: output)
    output[4] = UInt8(ascii: "-")
    Digits.put(month, width: 2, at: output + 5)
    output[7] = UInt8(ascii: "-")
    Digits.put(day, width: 2, at: output + 8)
  }

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
    // From March on the lengths repeat every five months, 153 days.
    return (month * 153 - 457) / 5 + (isLeap(year) ? 60 : 59)
  }
}
