// The texts of charts: titles, labels, and what is missing for a chart.

import Model

extension Messages {
  func title(_ chart: Chart) -> String {
    switch chart {
    case .fitness: "Fitness"
    case .load: "Load a week"
    case .hours: "Hours and distance a week"
    case .scores: "Scores"
    case .power: "Best mean power"
    case .zones: "Hours in power zones a week"
    case .trace: "Trace"
    }
  }

  func name(_ series: ChartSeries.Name) -> String {
    // With --since they are not those of all time.
    if series == .allTime { return "All rides" }
    let zone = ChartSeries.Name.zones.firstIndex(of: series)
    return zone.map { "Z\($0 + 1)" } ?? capitalized(spaced(series.rawValue))
  }

  /// A value without its unit: "64", "-7", "8.4" for hours.
  func figure(_ value: Double, _ unit: ChartSeries.Unit) -> String {
    unit == .hours ? oneDecimal(value) : rounded(value).description
  }

  /// "Fitness 64", "Distance 212 km": a series and its last value.
  func endLabel(_ name: ChartSeries.Name, _ value: Double, _ unit: ChartSeries.Unit) -> String {
    let mark = unit == .load || unit == .score ? "" : " \(self.mark(unit))"
    return "\(self.name(name)) \(figure(value, unit))\(mark)"
  }

  /// "Fitness 64", of an earlier day than the latest of the chart "Sleep 82 (24 Nov)". The lines of
  /// best powers, whose ends are of different durations, have only names; those of a trace, whose
  /// ends say little, have their units.
  func endLabel(_ row: ChartData.Row, _ data: ChartData) -> String {
    if data.chart == .trace { return "\(name(row.name)) (\(mark(row.unit)))" }
    guard let last = row.lastKnown, let day = data.day(at: last) else { return name(row.name) }
    let label = endLabel(row.name, row.values[last], row.unit)
    return last == data.lastPlace ? label : "\(label) (\(date(day)))"
  }

  /// The characters of the longest label at an end.
  func longestLabel(_ data: ChartData) -> Int {
    data.rows.map { endLabel($0, data).utf8.count }.max() ?? 0
  }

  /// "latest: today", "latest: this week", "latest: 24 Nov": what the labels at the ends are about.
  func latest(_ data: ChartData) -> String? {
    guard let day = data.lastPlace.flatMap(data.day) else { return nil }
    let isOfDays = data.chart.step == 1
    if data.today < day.advanced(by: data.chart.step) {
      return "latest: \(isOfDays ? "today" : "this week")"
    }
    return "latest: \(isOfDays ? "" : "week of ")\(date(day))"
  }

  /// What an open place of a line or of the axis below bars means.
  var gap: String { "gap: no data" }

  /// "2 Sep – 25 Nov 2026", "1 Dec 2025 – 25 Nov 2026".
  func range(_ days: ClosedRange<Day>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    let end = "\(date(last)) \(last.year)"
    if first == last { return end }
    return first.year == last.year
      ? "\(date(first)) – \(end)" : "\(date(first)) \(first.year) – \(end)"
  }

  /// "4-day mean", "bars: 8-week mean", "90-second mean".
  ///
  /// - Parameter kind: the panels that it is true for; nil for all.
  func mean(of count: Int, in chart: Chart, _ kind: ChartPanel.Kind?) -> String {
    let span =
      switch chart {
      case .trace where count % 60 == 0: "\(number(count / 60))-minute"
      case .trace: "\(number(count))-second"
      default: "\(number(count))-\(chart.step == 1 ? "day" : "week")"
      }
    return kind.map { "\($0 == .lines ? "lines" : "bars"): \(span) mean" } ?? "\(span) mean"
  }

  /// The units of the two vertical axes of the power chart.
  var axisUnit: String { "W" }
  var ratioUnit: String { "W/kg" }

  /// The durations that riders compare, in seconds, and how they are written.
  var comparedDurations: [(seconds: Int, label: String)] {
    [(5, "5 s"), (60, "1 min"), (300, "5 min"), (1200, "20 min")]
  }

  /// "313 W", and "2 Nov" or, of another year than today's, "Nov 2025".
  func best(_ row: ChartData.Row, seconds: Int, today: Day) -> (watts: String, date: String?)? {
    guard let place = row.seconds.firstIndex(of: seconds), !row.values[place].isNaN else {
      return nil
    }
    let day = row.days[place].map { day in
      day.year == today.year ? date(day) : "\(month(day.calendar.month)) \(day.year)"
    }
    return ("\(figure(row.values[place], .watts)) \(axisUnit)", day)
  }

  /// A number of a value axis: "60", "2.5", "1,200", "25k", with as few decimals as it needs.
  func axisNumber(_ value: Double) -> String {
    if value.magnitude < 1e-9 { return "0" }
    let scales = [(1e9, "G"), (1e6, "M"), (1e3, "k")]
    for (scale, mark) in scales where value.magnitude >= scale * (scale == 1e3 ? 9.999 : 0.999) {
      return axisNumber(value / scale) + mark
    }
    func isWhole(_ value: Double) -> Bool { (value - value.rounded()).magnitude < 1e-6 }
    return decimal(value, places: isWhole(value) ? 0 : isWhole(value * 10) ? 1 : 2)
  }

  /// "8.4", with one decimal.
  func oneDecimal(_ value: Double) -> String { decimal(value, places: 1) }

  /// - Parameter places: the decimals, at most two.
  func decimal(_ value: Double, places: Int) -> String {
    guard value.magnitude <= ChartData.largest else { return unknown.description }
    let scale = places == 0 ? 1 : places == 1 ? 10 : 100
    let scaled = Int(value.magnitude * Double(scale) + 0.5)
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if places == 0 { return sign + number(whole) }
    return "\(sign)\(number(whole)).\(places == 2 && rest < 10 ? "0" : "")\(rest)"
  }

  /// Before the only values of a chart.
  var tooFew: DisplayText { "Not enough to draw:" }

  /// Why there is nothing to draw, and what would help; in parts that should stay on one line.
  func nothingToDraw(_ chart: Chart) -> [DisplayText] {
    switch chart {
    case .fitness, .load:
      // Rides that lack a setting have a message of their own.
      ["No load to draw.", "Next: \(command())"]
    case .hours: ["No rides to draw.", "Next: \(command())"]
    case .scores:
      [
        "No scores to draw:", "they need rides, sleep and heart rate variability.",
        "Next: \(connect(.intervals))",
      ]
    case .power, .trace:
      ["No \(chart.rawValue) to draw:", "it needs second-by-second data."]
        + (isSample ? [] : ["Next: \(command("--streams")) or \(command("import PATH"))"])
    case .zones where isSample:
      ["No power zones to draw:", "they need an FTP and second-by-second data."]
    case .zones:
      [
        "No power zones to draw:", "they need an FTP and second-by-second data.",
        "Next: \(command("--full --streams")) or", "\(command("import PATH --streams"))",
      ]
    }
  }

  /// "Fitness 64 (19 Nov),", "Fatigue 70 (19 Nov)": the last value of each series, in parts.
  func lastValues(_ data: ChartData) -> [DisplayText] {
    let labels: [String] = data.rows.compactMap { row in
      guard let last = row.lastKnown else { return nil }
      let place =
        data.day(at: last).map(date) ?? DurationText.whole(Int64(row.seconds[last]) * 1000)
      return "\(endLabel(row.name, row.values[last], row.unit)) (\(place))"
    }
    return labels.enumerated().map { DisplayText($1 + ($0 == labels.count - 1 ? "" : ",")) }
  }
}
