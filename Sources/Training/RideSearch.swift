// Finds the ride that a person means, and what its best powers are worth among the others.

package import Model

extension RideSelection {
  /// The ride of an id, of the beginning of one, or of a day; without a word or with `latest`, the
  /// latest ride, and without rides the latest activity.
  ///
  /// - Throws: `missingRide` with the days next to the one asked for; `usage` with the ids when there
  ///   are several.
  package static func find(_ word: String?, among activities: [Activity]) throws(SyncFailure)
    -> Activity
  {
    let newest = activities.sorted { $0.isListedBefore($1) }
    guard let word, word != "latest" else {
      guard let latest = RideSelection().select(newest).rides.first ?? newest.first else {
        throw .missingRide("", near: [])
      }
      return latest
    }
    if word.isEmpty {
      throw .usage(
        .badValue(option: "ride", value: "", expected: "an ID, a date or latest"))
    }
    let day = Day(word)
    let found =
      day.map { day in newest.filter { $0.day == day } }
      ?? whole(word, among: newest).map { [$0] }
      ?? newest.filter { $0.records.contains { $0.isCalled(word) } }
    // Of a ride and a run on one day the ride is meant.
    let rides = day == nil ? [] : RideSelection().select(found).rides
    if rides.count == 1 { return rides[0] }
    switch found.count {
    case 1: return found[0]
    case 0: throw .missingRide(DisplayText(word), near: day.map { near($0, among: newest) } ?? [])
    default: throw .usage(.severalRides(DisplayText(word), found.map(\.id)))
    }
  }

  private static func whole(_ word: String, among activities: [Activity]) -> Activity? {
    activities.first { $0.records.contains { $0.description == word } }
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
  private static let sixWeeks = 42

  /// - Parameter others: all rides; those that the rider left out do not count.
  package init(_ ride: Activity, among others: [Activity]) {
    let counted = others.filter { $0.id != ride.id && !$0.isExcluded }
    let recent = counted.filter {
      $0.day <= ride.day && $0.day > ride.day.advanced(by: -Self.sixWeeks)
    }
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
      })
  }
}
