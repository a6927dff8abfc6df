// Calendar arithmetic for sample data, independent of the code under test.

import CLibrary

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
    var (seconds, parts) = (time_t(epoch), tm())
    gmtime_r(&seconds, &parts)
    self.init(
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
      Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// Seconds from 1970-01-01T00:00:00.
  package var epoch: Int {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
      Int32(year - 1900), Int32(month - 1), Int32(day)
    )
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    return timegm(&parts)
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
