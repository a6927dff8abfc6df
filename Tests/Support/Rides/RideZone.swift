// The few time zones that sample rides take place in.

/// A time zone with its summer time, as Strava writes it.
package struct RideZone: Sendable, Equatable {
  /// When the clocks change, in the years sample rides are from.
  enum SummerTime: Sendable, Equatable {
    case none
    /// Last Sundays of March and October, 01:00 UTC.
    case europe
    /// Second Sunday of March, first of November, 02:00 local time.
    case america
    /// Last Sunday of September to the first of April, 02:00 standard time.
    case newZealand
  }

  /// The IANA name.
  package let name: String
  /// Seconds east of Greenwich in winter.
  package let standardOffset: Int
  let summerTime: SummerTime

  package static let berlin = RideZone(
    name: "Europe/Berlin", standardOffset: 3600, summerTime: .europe)
  package static let losAngeles = RideZone(
    name: "America/Los_Angeles", standardOffset: -28800, summerTime: .america)
  package static let kolkata = RideZone(
    name: "Asia/Kolkata", standardOffset: 19800, summerTime: .none)
  package static let auckland = RideZone(
    name: "Pacific/Auckland", standardOffset: 43200, summerTime: .newZealand)
  package static let honolulu = RideZone(
    name: "Pacific/Honolulu", standardOffset: -36000, summerTime: .none)

  /// Seconds east of Greenwich at an instant.
  package func offset(at epoch: Int) -> Int {
    let year = Civil(epoch: epoch + standardOffset).numbers[0]
    let isSummer =
      switch summerTime {
      case .none: false
      case .europe:
        epoch >= sunday(fromEndOf: 3, year) + 3600 && epoch < sunday(fromEndOf: 10, year) + 3600
      case .america:
        epoch >= sunday(2, of: 3, year) + 7200 - standardOffset
          && epoch < sunday(1, of: 11, year) + 3600 - standardOffset
      case .newZealand:
        epoch >= sunday(fromEndOf: 9, year) + 7200 - standardOffset
          || epoch < sunday(1, of: 4, year) + 7200 - standardOffset
      }
    return standardOffset + (isSummer ? 3600 : 0)
  }

  /// `(GMT+01:00) Europe/Berlin`, with the offset of winter all year round.
  package var stravaText: String {
    let minutes = abs(standardOffset) / 60
    let clock = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "(GMT\(standardOffset < 0 ? "-" : "+")\(clock.joined(separator: ":"))) \(name)"
  }

  private func sunday(_ count: Int, of month: Int, _ year: Int) -> Int {
    let first = Civil(year, month, 1).epoch / 86400
    return (first + (3 - first % 7 + 7) % 7 + (count - 1) * 7) * 86400
  }

  private func sunday(fromEndOf month: Int, _ year: Int) -> Int {
    let last = Civil(year, month, 31).epoch / 86400 - (month == 9 ? 1 : 0)
    return (last - (last % 7 - 3 + 7) % 7) * 86400
  }
}
