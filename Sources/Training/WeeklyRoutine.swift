// Computes the weekly routine from the last six weeks.

package import Model

extension Routine {
  /// The number of days examined, all before today.
  package static let days = 42
  /// The number of days of history needed.
  package static let enough = 14

  /// The routine as of a day, from the 42 local days before it.
  ///
  /// - Parameters:
  ///   - activities: one ride from several services once.
  ///   - firstDay: the first day of the history with an activity; nil when there is none.
  ///   - today: the local day.
  package init(of activities: [Activity], firstDay: Day?, today: Day) {
    let from = today.advanced(by: -Self.days)
    let to = today.advanced(by: -1)
    guard let firstDay else {
      self.init(reason: .noActivities, from: from, to: to)
      return
    }
    let history = max(0, firstDay.distance(to: today))
    guard history >= Self.enough else {
      self.init(reason: .shortHistory(days: history, needed: Self.enough), from: from, to: to)
      return
    }
    let recent = Dictionary(grouping: activities.filter { $0.day >= from }, by: \.day)
    let habits = Weekday.allCases.map { weekday in
      let days = (from...to).lazy.filter { $0.weekday == weekday }
      return Habit(weekday, of: days.compactMap { recent[$0] }, weeks: days.count)
    }
    let week = (0..<7).map { index in
      let date = today.monday.advanced(by: index)
      return WeekDay(
        date: date, done: recent[date] != nil, planned: habits[index].usual && date >= today)
    }
    self.init(reason: nil, from: from, to: to, days: habits, week: week)
  }
}

extension Routine.Habit {
  /// The habit of one weekday, from its days in the period.
  fileprivate init(_ weekday: Weekday, of days: [[Activity]], weeks: Int) {
    let share = Double(days.count) / Double(weeks)
    self.init(
      weekday: weekday, share: share,
      activitiesMedian: Statistics.median(days.map { Double($0.count) }),
      durationSeconds: Statistics.median(
        days.compactMap { activities in
          sum(activities.compactMap { $0.durationSeconds.map(Double.init) })
        }),
      load: Statistics.median(
        days.compactMap { activities in sum(activities.compactMap(\.plausibleLoad)) }),
      usual: share >= 0.5)
  }
}

extension Day {
  var monday: Day { advanced(by: -(Weekday.allCases.firstIndex(of: weekday) ?? 0)) }
}

/// The sum of the values; nil when there are none, so that unknown is not taken for zero.
private func sum(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) }
