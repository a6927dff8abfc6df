// The calendar, and the few time zones that sample rides take place in.

import CLibrary
import Model

/// A time zone with its summer time, as Strava writes it.
package struct RideZone: Sendable {
  let name: String
  /// Seconds east of Greenwich in winter.
  let standardOffset: Int
  /// Whether it is summer at a second of a year, by the rules of the years sample rides are from.
  var isSummer: @Sendable (_ second: Int, _ year: Int) -> Bool = { _, _ in false }

  /// Last Sundays of March and October, 01:00 UTC.
  package static let berlin = RideZone(name: "Europe/Berlin", standardOffset: 3600) {
    (sunday(fromEndOf: 3, $1) + 3600..<sunday(fromEndOf: 10, $1) + 3600).contains($0)
  }
  /// Second Sunday of March, first of November, 02:00 local time.
  package static let losAngeles = RideZone(name: "America/Los_Angeles", standardOffset: -28800) {
    (sunday(2, of: 3, $1) + 36_000..<sunday(1, of: 11, $1) + 32_400).contains($0)
  }
  package static let kolkata = RideZone(name: "Asia/Kolkata", standardOffset: 19800)
  /// Last Sunday of September to the first of April, 02:00 standard time.
  package static let auckland = RideZone(name: "Pacific/Auckland", standardOffset: 43200) {
    !(sunday(1, of: 4, $1) - 36_000..<sunday(fromEndOf: 9, $1) - 36_000).contains($0)
  }
  package static let honolulu = RideZone(name: "Pacific/Honolulu", standardOffset: -36000)

  /// Seconds east of Greenwich at an instant.
  func offset(at epoch: Int) -> Int {
    let year = Civil(epoch: epoch + standardOffset).numbers[0]
    return standardOffset + (isSummer(epoch, year) ? 3600 : 0)
  }

  /// `(GMT+01:00) Europe/Berlin`, with the offset of winter all year round.
  var stravaText: String {
    let minutes = abs(standardOffset) / 60
    let clock = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "(GMT\(standardOffset < 0 ? "-" : "+")\(clock.joined(separator: ":"))) \(name)"
  }

  private static func sunday(_ count: Int, of month: Int, _ year: Int) -> Int {
    let first = Civil(year, month, 1).epoch / 86400
    return (first + (3 - first % 7 + 7) % 7 + (count - 1) * 7) * 86400
  }

  private static func sunday(fromEndOf month: Int, _ year: Int) -> Int {
    let last = Civil(year, month, 31).epoch / 86400 - (month == 9 ? 1 : 0)
    return (last - (last % 7 - 3 + 7) % 7) * 86400
  }
}

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
  var numbers: [Int] { text.split { !$0.isNumber }.compactMap { Int($0) } }
}
