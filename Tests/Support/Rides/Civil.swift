// Calendar arithmetic for sample data, independent of the code under test.

/// A date and time of the proleptic Gregorian calendar, without a zone.
package struct Civil: Sendable, Equatable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0

  package init(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// The date and time at so many seconds from 1970-01-01T00:00:00.
  package init(epoch: Int) {
    let days = epoch.floorDivided(by: 86400)
    // Days are counted from 0000-03-01, so that leap days end a year.
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let seconds = epoch - days * 86400
    (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  /// Seconds from 1970-01-01T00:00:00.
  package var epoch: Int {
    let march = month <= 2 ? year - 1 : year
    let era = march.floorDivided(by: 400)
    let yearOfEra = march - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return days * 86400 + hour * 3600 + minute * 60 + second
  }

  /// `2026-11-21T08:30:00`
  package var text: String {
    "\(padded(year, 4))-\(padded(month))-\(padded(day))T"
      + "\(padded(hour)):\(padded(minute)):\(padded(second))"
  }

  private func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int {
  func floorDivided(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
