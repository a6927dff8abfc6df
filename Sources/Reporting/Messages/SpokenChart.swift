// What a chart shows, in sentences to be heard.

package import Model

extension Messages {
  /// A chart as sentences: for each series the first and the last value, the highest and the lowest
  /// with their dates, the trend of the last six weeks, and how many values are missing.
  ///
  /// - Parameters:
  ///   - series: all series of one chart; others are ignored.
  ///   - today: the local day. Later days are not said.
  package func spokenChart(_ chart: Chart, _ series: [ChartSeries], today: Day) -> [DisplayText] {
    guard let data = ChartData(chart, series.map(shown), today: today) else {
      return [DisplayText(sentences(nothingToDraw(chart)))]
    }
    return spokenChart(data)
  }

  func spokenChart(_ data: ChartData) -> [DisplayText] {
    guard case .days(let first, let step, _) = data.places, let days = data.days else {
      return data.chart == .trace ? data.rows.map(spokenTrace) : spokenPower(data)
    }
    let hasYears = days.lowerBound.year != days.upperBound.year
    let range = "\(inWords(days.lowerBound, hasYears)) to \(inWords(days.upperBound, true))"
    var texts = ["\(title(data.chart)), \(range)."]
    let all = data.rows.map { ChartFacts($0.values, step: step) }
    // Said once if it is true for all series.
    let isSame = all.allSatisfy { $0?.missing == all[0]?.missing }
    for (row, facts) in zip(data.rows, all) {
      guard let facts else { continue }
      func value(_ place: Int) -> String { inWords(row.values[place], row.unit) }
      func place(_ place: Int) -> String {
        let day = inWords(first.advanced(by: place * step), hasYears)
        return step == 1 ? "on \(day)" : "in the week of \(day)"
      }
      texts.append(clauses(of: facts, named: heard(row.name), value, place))
      if let trend = facts.trend { texts.append(inWords(trend, row.unit)) }
      if !isSame, facts.missing > 0 { texts.append(gaps(facts, step: step)) }
    }
    if isSame, let facts = all.first.flatMap({ $0 }), facts.missing > 0 {
      texts.append(gaps(facts, step: step))
    }
    return texts.map { DisplayText($0) }
  }

  /// "Fitness: first 42 on 2 September, last 64 on 25 November. Highest …"
  private func clauses(
    of facts: ChartFacts, named name: String, _ value: (Int) -> String, _ place: (Int) -> String
  ) -> String {
    if facts.first == facts.last {
      return "\(name): only \(value(facts.last)) \(place(facts.last))."
    }
    let ends =
      "\(name): first \(value(facts.first)) \(place(facts.first)), last \(value(facts.last)) "
      + "\(place(facts.last))."
    if value(facts.highest) == value(facts.lowest) {
      return "\(ends) It stayed at \(value(facts.last))."
    }
    return "\(ends) Highest \(value(facts.highest)) \(place(facts.highest)), lowest "
      + "\(value(facts.lowest)) \(place(facts.lowest))."
  }

  /// "9 of 84 days have no value."
  private func gaps(_ facts: ChartFacts, step: Int) -> String {
    let places = step == 1 ? count(facts.places, "day") : count(facts.places, "week")
    let verb = facts.missing == 1 ? "has" : "have"
    return "\(number(facts.missing)) of \(places) \(verb) no value."
  }

  private func inWords(_ trend: ChartFacts.Trend, _ unit: ChartSeries.Unit) -> String {
    let word =
      switch trend.direction {
      case .up: "Rising"
      case .down: "Falling"
      case .steady: "Steady"
      }
    return """
      \(word) in the last six weeks: a mean of \(inWords(trend.now, unit)) in the last three weeks, \
      \(inWords(trend.before, unit)) in the three before.
      """
  }

  // MARK: Trace

  /// "Power over time: first 110 watts at the start, last 95 watts after 2 hours. Highest …"
  private func spokenTrace(_ row: ChartData.Row) -> DisplayText {
    guard let facts = ChartFacts(row.values, step: 1) else { return "" }
    let name = "\(heard(row.name)) over time"
    let text = clauses(of: facts, named: name) {
      inWords(row.values[$0], row.unit)
    } _: {
      row.seconds[$0] == 0 ? "at the start" : "after \(inWords(.seconds(row.seconds[$0])))"
    }
    let missing = row.seconds.indices.dropLast().reduce(0) { sum, index in
      row.values[index].isNaN ? sum + row.seconds[index + 1] - row.seconds[index] : sum
    }
    return DisplayText(missing > 0 ? "\(text) \(inWords(.seconds(missing))) have no value." : text)
  }

  // MARK: Power

  /// Durations that are said if they are known, in seconds.
  private static let durations = [1, 5, 15, 60, 300, 1200, 3600, 10_800]

  private func spokenPower(_ data: ChartData) -> [DisplayText] {
    var texts = ["\(title(data.chart))."]
    func watts(_ name: ChartSeries.Name, _ seconds: Int) -> Double? {
      data.row(name).flatMap { row in
        row.seconds.firstIndex(of: seconds).map { row.values[$0] }
      }.flatMap { $0.isNaN ? nil : $0 }
    }
    for row in data.rows {
      let known = row.seconds.indices.filter { !row.values[$0].isNaN }
      let bests = known.filter {
        Self.durations.contains(row.seconds[$0]) || $0 == known.first || $0 == known.last
      }
      let parts = bests.map { place in
        let (seconds, value) = (row.seconds[place], row.values[place])
        // Sprints are compared in watts.
        let ratio =
          (seconds < 60 ? nil : data.weight).map {
            " (\(oneDecimal(value / $0)) watts per kilogram)"
          } ?? ""
        let isCompared = comparedDurations.contains { $0.seconds == seconds }
        let date =
          row.days[place].flatMap { isCompared ? $0 : nil }
          .map { " on \(inWords($0, $0.year != data.today.year))" } ?? ""
        return "\(inWords(value, row.unit))\(ratio) for \(inWords(.seconds(seconds)))\(date)"
      }
      texts.append("\(heard(row.name)): \(listInWords(parts)).")
    }
    for seconds in [1200, 300, 60, 3600] {
      guard let now = watts(.sixWeeks, seconds), let best = watts(.allTime, seconds), best > 0
      else { continue }
      let share = rounded(min(999, now / best * 100)).description
      texts.append(
        """
        For \(inWords(.seconds(seconds))), the last six weeks reach \(share) percent of the best of \
        all rides.
        """)
      break
    }
    return texts.map { DisplayText($0) }
  }

  // MARK: Words

  /// "64", "minus 7", "8.4 hours".
  private func inWords(_ value: Double, _ unit: ChartSeries.Unit) -> String {
    let figure = figure(value, unit)
    let number = heard(figure)
    let isOne = figure == "1" || figure == "1.0"
    return switch unit {
    case .load, .score: number
    case .hours: "\(number) \(isOne ? "hour" : "hours")"
    case .kilometres: "\(number) \(word(.distance, isOne: isOne))"
    case .watts: "\(number) \(isOne ? "watt" : "watts")"
    case .beatsPerMinute: "\(number) \(isOne ? "beat" : "beats") per minute"
    case .metres: "\(number) \(word(.height, isOne: isOne))"
    }
  }

  private func heard(_ name: ChartSeries.Name) -> String {
    switch name {
    case .sixWeeks: "Best of the last six weeks"
    case .allTime: "Best of all rides"
    default: capitalized(spaced(name.rawValue))
    }
  }

  private func sentences(_ parts: [DisplayText]) -> String {
    sentence(DisplayText(parts.map(\.description).joined(separator: " "))).description
  }
}

/// The facts of one row of a chart over days or weeks.
struct ChartFacts: Sendable {
  /// The mean of the last three weeks against that of the three weeks before.
  struct Trend: Sendable {
    enum Direction: Sendable { case up, down, steady }

    let before: Double
    let now: Double
    /// Steady when the difference is less than a tenth of that between the highest and the lowest.
    let direction: Direction
  }

  /// The places of values; the earliest, if several are equal.
  let first, last, highest, lowest: Int
  let trend: Trend?
  /// Places without a value, and all places.
  let missing, places: Int

  /// nil when no value is known.
  ///
  /// - Parameter step: days from one value to the next.
  init?(_ values: [Double], step: Int) {
    let known = values.indices.filter { !values[$0].isNaN }
    guard let first = known.first, let last = known.last,
      let highest = known.max(by: { values[$0] < values[$1] }),
      let lowest = known.min(by: { values[$0] < values[$1] })
    else { return nil }
    (self.first, self.last, self.highest, self.lowest) = (first, last, highest, lowest)
    (missing, places) = (values.count - known.count, values.count)
    let threeWeeks = 21 / max(1, step)
    let before = values.dropLast(threeWeeks).suffix(threeWeeks).knownMean
    if let now = values.suffix(threeWeeks).knownMean, let before {
      let least = (values[highest] - values[lowest]) / 10
      let change = now - before
      trend = Trend(
        before: before, now: now,
        direction: change.magnitude < least || change == 0 ? .steady : change > 0 ? .up : .down)
    } else {
      trend = nil
    }
  }
}
