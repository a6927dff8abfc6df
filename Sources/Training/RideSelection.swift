// Which rides a list has, and what they add up to.

package import Model

/// The rides that `rides` is asked for.
package struct RideSelection: Hashable, Sendable {
  /// The first and the last local day; nil for all.
  package var first: Day?
  package var last: Day?
  /// A kind, `all`, or a source's own word for a sport; nil for rides.
  package var sport: String?
  /// Only rides of which one of these sources has a record; empty for all.
  package var sources: [Source] = []

  package init() {}

  /// The first day when none is asked for: six weeks of rides, twelve whole weeks or months, else all.
  package static func usualFirst(by grouping: RideGrouping?, today: Day) -> Day? {
    switch grouping {
    case nil: return today.advanced(by: 1 - 42)
    case .week: return today.monday.advanced(by: -11 * 7)
    case .month:
      let (year, month, _) = today.calendar
      return month == 12
        ? Day(year: year, month: 1, day: 1) : Day(year: year - 1, month: month + 1, day: 1)
    case .year, .sport, .gear: return nil
    }
  }

  /// The activities that are asked for, the newest first, and the number of those that only their
  /// sport leaves out.
  package func select(_ activities: [Activity]) -> (rides: [Activity], others: Int) {
    let inTime = activities.filter { activity in
      first.map { activity.day >= $0 } ?? true && last.map { activity.day <= $0 } ?? true
        && (sources.isEmpty || activity.records.contains { sources.contains($0.source) })
    }
    let rides = inTime.filter(isOfSport)
    return (rides.sorted { $0.isListedBefore($1) }, inTime.count - rides.count)
  }

  private func isOfSport(_ activity: Activity) -> Bool {
    guard let sport else { return activity.isRide }
    let word = sport.lowercased()
    if word == "all" { return true }
    if let kind = ActivityKind(rawValue: word) {
      return activity.kind == kind || kind == .ride && activity.kind == nil
    }
    return activity.sport?.lowercased() == word
  }
}

extension Activity {
  package func isListedBefore(_ other: Activity) -> Bool {
    start == other.start ? id.description < other.id.description : start > other.start
  }
}

extension RideTotal {
  /// What rides add up to, without those that the rider left out: the newest week, month or year
  /// first; sports and gear by distance.
  package static func totals(of rides: [Activity], by grouping: RideGrouping) -> [RideTotal] {
    var totals: [DisplayText?: RideTotal] = [:]
    for ride in rides where !ride.isExcluded {
      let label = grouping.label(of: ride)
      totals[label, default: RideTotal(by: grouping, label: label)].add(ride)
    }
    return totals.values.sorted { one, other in
      let (left, right) = (one.label?.description ?? "", other.label?.description ?? "")
      switch grouping {
      case .week, .month, .year: return left > right
      case .sport, .gear:
        return one.distanceMetres == other.distanceMetres
          ? left < right : one.distanceMetres > other.distanceMetres
      }
    }
  }
}

extension RideGrouping {
  fileprivate func label(of ride: Activity) -> DisplayText? {
    switch self {
    case .week: DisplayText(ride.day.monday.description)
    // The date without its day.
    case .month: DisplayText(String(ride.day.description.dropLast(3)))
    case .year: DisplayText(String(ride.day.description.dropLast(6)))
    case .sport: ride.kind.map { DisplayText($0.rawValue) }
    case .gear: ride.gear.map { DisplayText($0) }
    }
  }
}
