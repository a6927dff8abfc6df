// Calendar arithmetic for sample data.

import CLibrary
import Model

/// A date and time of the proleptic Gregorian calendar, without a zone.
package struct Civil: Sendable {
  /// Seconds from 1970-01-01T00:00:00.
  package let epoch: Int

  package init(epoch: Int) { self.epoch = epoch }

  package init(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
  ) {
    var parts = tm()
    (parts.tm_year, parts.tm_mon) = (Int32(year - 1900), Int32(month - 1))
    parts.tm_mday = Int32(day)
    epoch = timegm(&parts) + hour * 3600 + minute * 60 + second
  }

  /// `2026-11-21T08:30:00`
  package var text: String { LocalTime(secondsSince1970: Int64(epoch)).description }

  /// Year, month, day, hour, minute and second.
  var numbers: [Int] { text.split { !$0.isNumber }.compactMap { Int($0) } }
}
