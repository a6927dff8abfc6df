// The scores of every day of a history: one row for each calendar day.

package import Model

/// Scores days. Every day is scored in the same way, whether today or long ago, and from nothing
/// that came after it.
package struct Scoring: Sendable {
  /// From the first record to today; only today when there are no records. At most a century: older
  /// records have wrong dates.
  package let span: ClosedRange<Day>
  /// The first day with an activity.
  package let firstActivity: Day?
  /// The first day with an activity that has a load; fitness and fatigue begin with it.
  package let firstLoad: Day?
  private static let longestHistory = 36_525
  private let loads: [DayLoad]
  private let curve: [Fitness]
  private let health: HealthSeries
  private let needHours: Double
  private let coversToday: Bool

  /// - Parameters:
  ///   - history: the records, rides with their loads.
  ///   - today: the local day; records of later days are ignored.
  ///   - needHours: how much sleep is enough.
  ///   - coversToday: whether a source of activities has been synced today, so that no activity
  ///     means rest.
  package init(
    _ history: History, today: Day, needHours: Double = Sleep.usualNeedHours, coversToday: Bool
  ) {
    let first = max(history.firstDay ?? today, today.advanced(by: -Self.longestHistory))
    let span = min(first, today)...today
    var loads = Array(
      repeating: DayLoad(), count: span.lowerBound.distance(to: span.upperBound) + 1)
    var firstActivity: Day?
    var firstLoad: Day?
    for (day, load) in history.loads where span.contains(day) {
      loads[span.lowerBound.distance(to: day)] = load
      firstActivity = min(firstActivity ?? day, day)
      if load.withLoad > 0 { firstLoad = min(firstLoad ?? day, day) }
    }
    var fitness = Fitness()
    curve = loads.map { day in
      fitness.advance(by: day.load ?? 0)
      return fitness
    }
    self.span = span
    self.firstActivity = firstActivity
    self.firstLoad = firstLoad
    self.loads = loads
    self.needHours = needHours
    self.coversToday = coversToday
    health = HealthSeries(history.days, span: span)
  }

  /// The rows of all days of the span, in order.
  package func rows() -> [ScoreDay] { span.map(row) }

  /// The row of one day of the span.
  package func row(for day: Day) -> ScoreDay {
    let night = health.night(endingOn: day)
    let index = span.lowerBound.distance(to: day)
    let isCovered = covers(day)
    var row = ScoreDay(
      date: day, recovery: recovery(on: day, after: night),
      sleep: Sleep.score(night, needHours: needHours, hasHealthData: !health.isEmpty),
      strain: Strain.score(loads[index], gap: isCovered ? nil : gap(on: day)))
    row.load = loads[index].activities > 0 || isCovered ? loads[index].load : nil
    if let firstLoad, day >= firstLoad {
      // As they are stored, so that a run says the same of them as those that read them.
      row.fitness = hundredths(curve[index].fitness)
      row.fatigue = hundredths(curve[index].fatigue)
      row.form = hundredths(curve[index].form)
    }
    return row
  }

  /// Fitness of a day; nil while it still depends on its initial value.
  package func settledFitness(on day: Day) -> Double? {
    guard let firstLoad, firstLoad.distance(to: day) >= Fitness.warmUpDays else { return nil }
    return curve[span.lowerBound.distance(to: day)].fitness
  }

  /// Days before today are covered from the first activity on; today when a source answered.
  private func covers(_ day: Day) -> Bool {
    if day == span.upperBound { return coversToday }
    return firstActivity.map { day >= $0 } ?? false
  }

  /// Why a day that is not covered may not be a day of rest.
  private func gap(on day: Day) -> ScoreGap {
    firstActivity.map { day >= $0 } ?? false ? .noActivitiesToday : .noActivities
  }

  private func recovery(on day: Day, after night: Night?) -> Score {
    let variability = health.variability(on: day)
    let restingHeartRate = health.restingHeartRate(on: day)
    let inputs = Recovery.Inputs(
      variability: variability.deviations,
      restingHeartRate: restingHeartRate.deviations.map { -$0 },
      sleep: night.map { Sleep.value(of: $0, needHours: needHours) })
    return Recovery.score(inputs, gap: gap(variability, restingHeartRate))
  }

  /// Why both variability and resting heart rate are missing.
  private func gap(_ variability: Baseline.Result, _ restingHeartRate: Baseline.Result) -> ScoreGap
  {
    if health.isEmpty { return .noHealthData }
    let shortages = [variability, restingHeartRate].compactMap(\.shortage)
    return shortages.max { $0.days < $1.days }
      .map { .shortBaseline(days: $0.days, needed: $0.needed) } ?? .noMorningReading
  }
}

extension Baseline.Result {
  var deviations: Double? {
    if case .deviation(let deviations) = self { return deviations }
    return nil
  }

  var shortage: (days: Int, needed: Int)? {
    if case .tooShort(let days, let needed) = self { return (days, needed) }
    return nil
  }
}

/// A load, or what is computed from loads, as it is stored: two decimals are more than any
/// measurement supports, and keep the files readable.
package func hundredths(_ load: Double) -> Double {
  load.magnitude < 1e12 ? (load * 100).rounded() / 100 : load
}
