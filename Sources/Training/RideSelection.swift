// Which rides a list has and what they add up to, and the ride that a person means.

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

  /// The first day when none is asked for: six weeks of rides, twelve whole weeks or months,
  /// else all.
  package static func usualFirst(by grouping: RideGrouping?, today: Day) -> Day? {
    switch grouping {
    case nil: return today.advanced(by: 1 - FitnessReport.lookBack)
    case .week: return today.monday.advanced(by: -11 * 7)
    case .month:
      let (year, month, _) = today.calendar
      return month == 12
        ? Day(year: year, month: 1, day: 1) : Day(year: year - 1, month: month + 1, day: 1)
    case .day, .year, .sport, .gear: return nil
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
  /// What rides add up to, without those that the rider left out: the newest day, week, month or
  /// year first; sports and gear by distance.
  package static func totals(of rides: [Activity], by grouping: RideGrouping) -> [RideTotal] {
    var totals: [DisplayText?: RideTotal] = [:]
    for ride in rides where !ride.isExcluded {
      let label = grouping.label(of: ride)
      totals[label, default: RideTotal(by: grouping, label: label)].add(ride)
    }
    return totals.values.sorted { one, other in
      let (left, right) = (one.label?.description ?? "", other.label?.description ?? "")
      switch grouping {
      case .day, .week, .month, .year: return left > right
      case .sport, .gear:
        let (longer, shorter) = (one.distanceMetres ?? 0, other.distanceMetres ?? 0)
        return longer == shorter ? left < right : longer > shorter
      }
    }
  }
}

extension RideGrouping {
  /// What the ride is added up under: its day, the Monday of its week, its month or year, each as
  /// `--since` reads it, or its kind or gear; nil for a ride that has none.
  package func label(of ride: Activity) -> DisplayText? {
    switch self {
    case .day: DisplayText(ride.day.description)
    case .week: DisplayText(ride.day.monday.description)
    // The date without its day.
    case .month: DisplayText(String(ride.day.description.dropLast(3)))
    case .year: DisplayText(String(ride.day.description.dropLast(6)))
    case .sport: ride.kind.map { DisplayText($0.rawValue) }
    case .gear: ride.gear.map { DisplayText($0) }
    }
  }
}

extension RideSelection {
  /// The ride of an id, of the beginning of one, or of a day; without a word or with `latest`, the
  /// latest ride, and without rides the latest activity.
  ///
  /// - Throws: `noRides` when there are none; `missingRide` with the days next to the one asked
  ///   for; `usage` with the ids when there are several.
  package static func find(
    _ word: String?, among activities: [Activity], today: Day
  ) throws(SyncFailure) -> Activity {
    let newest = activities.sorted { $0.isListedBefore($1) }
    guard let word, word != "latest" else {
      guard let latest = RideSelection().select(newest).rides.first ?? newest.first else {
        throw .noRides(isConnected: false)
      }
      return latest
    }
    let isID = newest.contains { $0.records.contains { $0.isCalled(word) } }
    let day = Day(word) ?? (isID ? nil : Day(ago: word, today: today))
    // 17.02.2019, 2019/02/17, 2019-02-31. Ids have none of these signs between digits alone.
    let isDate = word.allSatisfy(Set("0123456789./-").contains) && !word.allSatisfy(\.isNumber)
    let isWord = word.allSatisfy(\.isLetter) && begun(with: word, among: newest).isEmpty
    if isWord || isDate && day == nil && Day.span(word) == nil {
      throw .usage(
        .badValue(
          option: "ride", value: DisplayText(shellWord(word)),
          expected: "an ID, a date like 2026-01-31, a number of days like 30d, or latest",
          fault: word.isEmpty ? .unknown : .notADate))
    }
    let found =
      day.map { day in newest.filter { $0.day == day } }
      ?? newest.first { $0.records.contains { $0.description == word } }.map { [$0] }
      ?? begun(with: word, among: newest)
    // Of a ride and a run on one day the ride is meant.
    let rides = day == nil ? [] : RideSelection().select(found).rides
    if rides.count == 1 { return rides[0] }
    switch found.count {
    case 1: return found[0]
    case 0:
      let day = day ?? Day.span(word)?.lowerBound
      throw .missingRide(DisplayText(word), near: day.map { near($0, among: newest) } ?? [])
    default: throw .usage(.severalRides(DisplayText(word), found.map(\.id)))
    }
  }

  /// Those whose id begins with a word, or else those of a month or a year.
  private static func begun(with word: String, among newest: [Activity]) -> [Activity] {
    let called = newest.filter { $0.records.contains { $0.isCalled(word) } }
    guard called.isEmpty, let days = Day.span(word) else { return called }
    return newest.filter { days.contains($0.day) }
  }

  /// The days of the rides next to a day, the earlier first.
  private static func near(_ day: Day, among newest: [Activity]) -> [Day] {
    let before = newest.lazy.map(\.day).filter { $0 < day }.max()
    let after = newest.lazy.map(\.day).filter { $0 > day }.min()
    return [before, after].compactMap { $0 }
  }
}

extension ActivityID {
  /// Whether it, or the id at the source, begins with a word.
  fileprivate func isCalled(_ word: String) -> Bool {
    !word.isEmpty && (description.hasPrefix(word) || sourceID.hasPrefix(word))
  }
}

extension ListedRide {
  /// - Parameter others: all rides; those that the rider left out do not count.
  package init(_ ride: Activity, among others: [Activity], effort: RideEffort = RideEffort()) {
    let counted = others.filter { $0.id != ride.id && !$0.isExcluded }
    let before = ride.day.advanced(by: -FitnessReport.lookBack)
    let recent = counted.filter { $0.day <= ride.day && $0.day > before }
    func isBest(_ watts: Int, at index: Int, among rides: [Activity]) -> Bool {
      !rides.contains { ride in
        let bests = ride.analysis?.bestPowers ?? []
        return index < bests.count && bests[index] > watts
      }
    }
    let bests = ride.isExcluded ? [] : ride.analysis?.bestPowers ?? []
    self.init(
      ride,
      ranks: bests.enumerated().map { index, watts in
        isBest(watts, at: index, among: counted)
          ? .allTime : isBest(watts, at: index, among: recent) ? .sixWeeks : nil
      }, effort: effort)
  }
}

extension EddingtonNumber {
  /// Counts the days of at least so many units of distance, the rides of a day added up; those that
  /// the rider left out do not count. nil when no ride has a distance.
  ///
  /// - Parameter today: whose year is this one.
  package init?(of rides: [Activity], in units: Units, today: Day) {
    var days: [Day: Double] = [:]
    for ride in rides where !ride.isExcluded {
      if let metres = ride.distanceMetres { days[ride.day, default: 0] += metres }
    }
    if days.isEmpty { return nil }
    let unit = units.distanceMetres
    let number = Self.number(Array(days.values), unit)
    let next = Double(number + 1) * unit
    self.init(
      number: number,
      thisYear: Self.number(days.filter { $0.key.year == today.year }.map(\.value), unit),
      missing: number + 1 - days.values.count { $0 >= next })
  }

  private static func number(_ days: [Double], _ unit: Double) -> Int {
    let longest = days.sorted(by: >)
    return longest.indices.prefix { longest[$0] >= Double($0 + 1) * unit }.count
  }
}
