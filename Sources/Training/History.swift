// What everything is computed from: all rides and days, of which only little is kept.

package import Model

/// What the rides and days of a store say, gathered from one ride after another: there may be many
/// thousands.
package struct History: Sendable {
  /// In order of date, then source.
  package let days: [WellnessDay]
  /// The rides that the routine is computed from, and later ones, in order of start.
  package private(set) var recent: [Activity] = []
  /// The latest ride; runs and the like do not count.
  package private(set) var latestRide: Activity?
  /// The local day of the first activity; nil when there is none.
  package private(set) var firstActivity: Day?
  /// Whether any activity has a load.
  package private(set) var hasLoads = false
  package private(set) var hasMeasuredPower = false
  /// The days with activities.
  private(set) var loads: [Day: DayLoad] = [:]
  /// The rides that may tell the FTP.
  private var tests: [RideSummary] = []
  private let today: Day

  /// - Parameters:
  ///   - days: in order of date, then source.
  ///   - today: the local day.
  package init(days: [WellnessDay], today: Day) { (self.days, self.today) = (days, today) }

  /// The day of the first record; nil when there is none.
  package var firstDay: Day? { [firstActivity, days.first?.date].compactMap { $0 }.min() }

  /// Adds a ride, unless the rider left it out. None starts before the one added last.
  package mutating func add(_ ride: Activity) {
    if ride.isExcluded { return }
    let day = ride.day
    firstActivity = min(firstActivity ?? day, day)
    loads[day, default: DayLoad()].add(ride.load)
    if ride.load != nil { hasLoads = true }
    if ride.hasMeasuredPower { hasMeasuredPower = true }
    if ride.isRide { latestRide = ride }
    if day >= today.advanced(by: -Routine.days) { recent.append(ride) }
    if ride.analysis?.bestPower(seconds: RideAnalysis.thresholdTest) != nil {
      let first = min(day, today).advanced(by: -FitnessReport.lookBack)
      tests.removeAll { $0.day < first }
      tests.append(RideSummary(ride))
    }
  }

  /// What the rides say about the FTP; nil when none says anything.
  package var powerSuggestion: PowerReport? { .suggestion(of: tests, on: today) }
}
