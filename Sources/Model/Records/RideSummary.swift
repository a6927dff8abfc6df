// A ride as charts need it.

/// The figures of one stored ride that charts and bests are made from.
package struct RideSummary: Hashable, Sendable {
  /// The local day.
  package var day: Day
  /// Moving time; the whole time where there is none.
  package var durationSeconds: Int?
  package var distanceMetres: Double?
  /// 100 = one hour at threshold.
  package var load: Double?
  package var analysis: RideAnalysis?

  package init(day: Day) { self.day = day }

  package init(_ activity: Activity) {
    day = activity.day
    durationSeconds = activity.durationSeconds ?? activity.elapsedSeconds
    distanceMetres = activity.distanceMetres
    load = activity.load
    analysis = activity.analysis
  }

  /// Takes from another record of the same ride what this one lacks.
  package mutating func complete(with other: RideSummary) {
    durationSeconds = durationSeconds ?? other.durationSeconds
    distanceMetres = distanceMetres ?? other.distanceMetres
    load = load ?? other.load
    analysis = analysis ?? other.analysis
  }
}
