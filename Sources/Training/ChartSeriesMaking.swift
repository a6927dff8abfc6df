// Makes the series of charts from stored rows and rides, and those of the trace of a ride.

package import Model

extension Chart {
  /// The first day of the chart. Where values are sums of weeks, it is a Monday: a part of a week
  /// would look like an easy one.
  ///
  /// - Parameter since: the day asked for.
  package func firstDay(since: Day?, today: Day) -> Day {
    switch self {
    case .fitness: since ?? today.advanced(by: 1 - 12 * 7)
    case .load, .hours, .zones: (since ?? today.advanced(by: -51 * 7)).monday
    case .scores, .power, .trace: since ?? today.advanced(by: 1 - FitnessReport.lookBack)
    }
  }

  /// Whether it is made from the rows of scores; otherwise from rides.
  package var isOfDays: Bool {
    switch self {
    case .fitness, .load, .scores: true
    case .hours, .power, .zones, .trace: false
    }
  }

  /// The series of a chart of days. A day without a row or a value is a gap; loads are sums of
  /// weeks.
  ///
  /// - Parameter rows: in order of date.
  package func series(of rows: [ScoreDay], from first: Day, through last: Day) -> [ChartSeries] {
    if self == .load {
      let trained = rows.filter { $0.strain.inputsTotal > 0 }.map { row in
        var day = RideSummary(day: row.date)
        day.load = row.load
        return day
      }
      return weekly(
        trained.filter { $0.day >= first && $0.day <= last }, through: last,
        [WeeklySum(name: .load, unit: .load) { $0.load ?? 0 }])
    }
    guard let begin = rows.first(where: { $0.date >= first })?.date, begin <= last else {
      return []
    }
    let known = Dictionary(rows.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
    func make(
      _ name: ChartSeries.Name, _ unit: ChartSeries.Unit, _ value: (ScoreDay) -> Double?
    ) -> ChartSeries {
      let points = (0...begin.distance(to: last)).map { offset in
        let day = begin.advanced(by: offset)
        return ChartSeries.Point(.day(day), known[day].flatMap(value))
      }
      return ChartSeries(chart: self, name: name, unit: unit, points: points)
    }
    if self == .scores {
      return [
        make(.recovery, .score) { $0.recovery.value.map { Double($0) } },
        make(.sleep, .score) { $0.sleep.value.map { Double($0) } },
        make(.strain, .score) { $0.strain.value.map { Double($0) } },
      ]
    }
    return [
      make(.fitness, .load) { $0.fitness }, make(.fatigue, .load) { $0.fatigue },
      make(.form, .load) { $0.form }, make(.load, .load) { $0.load },
    ]
  }

  /// The series of a chart of rides.
  ///
  /// - Parameters:
  ///   - rides: in any order, each once.
  ///   - weight: the rider's, in kilograms; nil when it is not known.
  package func series(
    of rides: [RideSummary], from first: Day?, through last: Day, weight: Double?
  ) -> [ChartSeries] {
    let rides = rides.filter { $0.day <= last && $0.day >= first ?? $0.day }
    switch self {
    case .fitness, .load, .scores, .trace: return []
    case .hours:
      return weekly(
        rides, through: last,
        [
          WeeklySum(name: .hours, unit: .hours) { Double($0.durationSeconds ?? 0) / 3600 },
          WeeklySum(name: .distance, unit: .kilometres) { ($0.distanceMetres ?? 0) / 1000 },
        ])
    case .zones:
      let zones = ChartSeries.Name.zones.enumerated().map { index, name in
        WeeklySum(name: name, unit: .hours) {
          Double($0.analysis?.powerZoneSeconds?[index] ?? 0) / 3600
        }
      }
      let zoned = rides.filter { $0.analysis?.powerZoneSeconds != nil }
      return weekly(zoned, through: last, zones)
    case .power:
      let recent = rides.filter { $0.day > last.advanced(by: -FitnessReport.lookBack) }
      return [(ChartSeries.Name.sixWeeks, recent), (.allTime, rides)].compactMap { name, rides in
        let points = bestPowers(of: rides)
        return points.isEmpty
          ? nil : ChartSeries(chart: self, name: name, unit: .watts, points: points, weight: weight)
      }
    }
  }

  /// Sums of weeks, at their Mondays, from the first ride's week on. A week without rides is 0.
  private func weekly(
    _ rides: [RideSummary], through last: Day, _ series: [WeeklySum]
  ) -> [ChartSeries] {
    guard let first = rides.map(\.day).min()?.monday else { return [] }
    let weeks = first.distance(to: last.monday) / 7 + 1
    return series.map { series in
      var sums = Array(repeating: 0.0, count: weeks)
      for ride in rides { sums[first.distance(to: ride.day) / 7] += series.value(ride) }
      let points = sums.enumerated().map { index, sum in
        ChartSeries.Point(.day(first.advanced(by: 7 * index)), sum)
      }
      return ChartSeries(chart: self, name: series.name, unit: series.unit, points: points)
    }
  }

  private func bestPowers(of rides: some Sequence<RideSummary>) -> [ChartSeries.Point] {
    var bests: [(watts: Int, day: Day)] = []
    for ride in rides {
      for (index, watts) in (ride.analysis?.bestPowers ?? []).enumerated() {
        let best = (watts: watts, day: ride.day)
        if index == bests.count { bests.append(best) }
        // Of equals the latest, whatever the order of the rides.
        if best > bests[index] { bests[index] = best }
      }
    }
    return zip(RideAnalysis.durations, bests).map { seconds, best in
      ChartSeries.Point(.seconds(seconds), Double(best.watts), rideDay: best.day)
    }
  }
}

extension ChartSeries {
  /// More values would make an event longer than a line that is read back.
  private static let mostValues = 50_000
  /// The longest time, in seconds, for which an altitude is assumed to last.
  private static let longestAltitude = 30
  /// A recorder that writes seldom leaves out so many of its steps before that is a gap.
  private static let longestSteps = 5

  /// The trace of a ride: a series for each of power, heart rate and altitude that was recorded. A
  /// value without a successor within the time it lasts is followed by a gap.
  package static func trace(of track: RideTrack) -> [ChartSeries] {
    let steps = zip(track.points, track.points.dropFirst()).map { $1.seconds - $0.seconds }.sorted()
    let pace = steps.isEmpty ? 1 : min(max(1, steps[steps.count / 2]), 3600)
    func series(
      _ name: Name, _ unit: Unit, lasting seconds: Int, _ value: (RideTrack.Point) -> Double?
    ) -> ChartSeries? {
      let known = track.points.count { value($0) != nil }
      if known == 0 { return nil }
      let stride = (known + mostValues - 1) / mostValues
      let longest = stride * max(seconds, longestSteps * pace)
      var points: [Point] = []
      points.reserveCapacity(known / stride + 1)
      var (last, passed) = (-1, 0)
      for point in track.points {
        guard let value = value(point), point.seconds > last else { continue }
        passed += 1
        if passed % stride != 0 { continue }
        if last >= 0, point.seconds - last > longest {
          points.append(Point(.seconds(last + 1), nil))
        }
        points.append(Point(.seconds(point.seconds), value))
        last = point.seconds
      }
      return ChartSeries(chart: .trace, name: name, unit: unit, points: points)
    }
    return [
      series(.power, .watts, lasting: Watts.longestHold) { $0.powerWatts },
      series(.heartRate, .beatsPerMinute, lasting: BeatsPerMinute.longestHold) { $0.heartRate },
      series(.altitude, .metres, lasting: longestAltitude) { $0.altitudeMetres },
    ].compactMap { $0 }
  }
}

private struct WeeklySum {
  let name: ChartSeries.Name
  let unit: ChartSeries.Unit
  let value: (RideSummary) -> Double
}

extension PowerReport {
  /// What rides say to a rider who has no FTP: those of the last six weeks, else those of the six
  /// weeks up to the latest ride that says anything.
  package static func suggestion(of rides: [RideSummary], on today: Day) -> PowerReport? {
    let tests = rides.filter { $0.analysis?.bestPower(seconds: RideAnalysis.thresholdTest) != nil }
    return [today, tests.map(\.day).max()].lazy.compactMap { $0 }.compactMap {
      PowerReport(of: tests, through: $0, ftpWatts: nil, weight: nil)
    }.first
  }

  /// The best twenty minutes of the six weeks up to a day; nil when no ride has any.
  ///
  /// - Parameters:
  ///   - ftpWatts: the functional threshold power in use.
  ///   - weight: the rider's, in kilograms.
  package init?(of rides: [RideSummary], through last: Day, ftpWatts: Int?, weight: Double?) {
    let first = last.advanced(by: 1 - FitnessReport.lookBack)
    var best: (watts: Int, day: Day)?
    for ride in rides where (first...last).contains(ride.day) {
      guard let watts = ride.analysis?.bestPower(seconds: RideAnalysis.thresholdTest) else {
        continue
      }
      if watts > best?.watts ?? 0 { best = (watts, ride.day) }
    }
    guard let best else { return nil }
    self.init(bestWatts: best.watts, date: best.day, ftpWatts: ftpWatts, weightKilograms: weight)
  }
}
