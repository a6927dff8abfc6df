// The Eddington number: how far a rider rode on as many days.

package import Model

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
