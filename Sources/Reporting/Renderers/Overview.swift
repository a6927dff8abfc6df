// The output of `velo-sync status`, `chart`, `rides` and `ride`, in lines as wide as the window.

import Model
import Terminal

/// Prints the page once: after everything was reported, and before any warning.
struct OverviewTurn: Sendable {
  private var isOver = false

  /// Whether this event is the first after everything was reported.
  mutating func isDue(_ event: SyncEvent, _ state: RunState) -> Bool {
    guard !isOver, let run = state.run,
      run.isOverview && !state.reports.isEmpty || run.chart != nil || run.listsRides
        || state.ride != nil
    else { return false }
    switch event.kind {
    case .warning, .summary: isOver = true
    default: break
    }
    return isOver
  }
}

/// What these commands print, as wide as the window.
struct Page {
  let view: RunView
  let messages: Messages
  let glyphs: Glyphs
  let layout: InlineLayout
  /// Lines of the window; nil where the output has no end.
  let rows: Int?

  /// - Parameter width: cells a line may have.
  init(_ view: RunView, _ messages: Messages, _ glyphs: Glyphs, width: Int, rows: Int? = nil) {
    (self.view, self.messages, self.glyphs, self.rows) = (view, messages, glyphs, rows)
    layout = InlineLayout(glyphs, width: width)
  }

  var state: RunState { view.state }
  private var now: Timestamp { view.now.wall }

  /// The lines of the chart or the rides that the run shows, or else of the overview.
  var lines: [Line] {
    if let ride = state.ride { return page(of: ride) }
    // A chart of a time without rides has a note in its place.
    if state.run?.listsRides == true || !state.rideList.notes.isEmpty { return rideList }
    guard let chart = state.run?.chart else { return overview }
    if state.chart.isEmpty, !state.failures.isEmpty { return [] }
    return ChartText(
      chart, state.chart, messages, glyphs, today: messages.day(of: now), width: layout.width
    ).lines
  }
}

extension Page {
  /// Cells of the labels of the lower rows.
  private static let label = 7

  fileprivate var overview: [Line] {
    let running = state.running.map {
      glyphs.fit(messages.text($0)).wrapped(to: layout.width, indent: 2).map { Line([Span($0)]) }
    }
    var lines = (running ?? []) + layout.lines(headline) + sources
    lines += layout.lines(
      messages.beginning(state).map { Fragment($0, .muted) }, indent: 2, hanging: 4)
    if !state.isUntouched {
      let both = [scores, fitness]
      for row in state.lacksHealthData ? both.reversed() : both { lines += layout.lines(row) }
      lines += layout.lines(messages.healthSources(state).map { Fragment($0, .muted) })
      lines += [power, outdatedFTP, zones].flatMap { layout.lines($0, hanging: Self.label) }
      if let advice = state.advice {
        lines += layout.lines([Fragment(messages.text(advice), .muted)])
      }
      lines += layout.lines(week, hanging: Self.label) + layout.lines(today, hanging: Self.label)
    }
    return lines + layout.lines(messages.nextStep(state).map { Fragment($0) })
  }

  // MARK: The rows

  private var headline: [Fragment] {
    let stored = messages.stored(activities: state.storedActivities, days: state.storedDays)
    var fragments = [
      Fragment(messages.updated(state, now: now), .value),
      Fragment(stored ?? messages.nothingStored, after: " · "),
    ]
    if let store = state.run?.scope?.store {
      let path = DisplayText("in \(messages.fullPath(store))")
      fragments.append(Fragment(path.cells < layout.width ? path : "in \(messages.path(store))"))
    }
    if state.isSample { fragments.append(Fragment(messages.sampleMark, .muted)) }
    return fragments
  }

  private var scores: [Fragment] {
    var fragments = state.scoreKinds.map { Fragment(score($0), after: "   ") }
    if let ride = messages.ride(state, now: now) {
      fragments.append(
        Fragment([Span(messages.latestRide + " ", .muted), Span(ride, .value)], after: "   "))
    }
    return state.scores.isEmpty
      ? fragments + [Fragment(reason(messages.notDerived), after: "   ")] : fragments
  }

  private func score(_ kind: ScoreKind) -> [Span] {
    let name = Span("\(messages.name(kind)) ", .muted)
    guard let report = state.scores[kind] else { return [name, Span(glyphs.placeholder, .muted)] }
    let notes = messages.notes(report, now: now).map(\.description)
    var spans = [name, Span(glyphs.placeholder, .muted)]
    if let value = report.score.value {
      let band = report.score.band.map(messages.name)
      spans = [name] + glyphs.score(value, isLeast: report.score.atLeast, band: band)
    }
    if notes.isEmpty { return spans }
    return spans + [Span(" ")] + reason(DisplayText(notes.joined(separator: ", ")))
  }

  private var fitness: [Fragment] {
    let day = state.fitness?.day
    let figures = [
      (messages.fitness, day?.fitness), (messages.fatigue, day?.fatigue),
      (messages.form, day?.form),
    ]
    var fragments = figures.map { name, figure in
      Fragment(
        [Span(name + " ", .muted), Span(figure.map(messages.rounded) ?? messages.unknown, .value)],
        after: " · ")
    }
    guard let report = state.fitness else {
      return fragments + [Fragment(reason(messages.notDerived))]
    }
    if report.day.fitness == nil { fragments.append(Fragment(reason(messages.text(.noFitness)))) }
    let today = messages.day(of: now)
    if report.day.date != today {
      fragments.append(Fragment(reason("\(messages.date(report.day.date, today: today))")))
    }
    if let curve = FitnessCurve(report) {
      let plot = curve.heights(of: glyphs.heights.count).map {
        $0.map { glyphs.heights[$0] } ?? " "
      }
      let text = plot.map(\.description).joined()
      fragments.append(
        Fragment(
          [
            Span(DisplayText(text), .accent), Span(" "),
            Span(messages.lookBack(days: curve.days), .muted),
          ], after: "    "))
    }
    return fragments
  }

  /// The best twenty minutes and what they suggest; nothing without any.
  private var power: [Fragment] {
    guard let report = state.power else { return [] }
    let separator: DisplayText = " · "
    let best = Span("\(messages.number(report.bestWatts)) W", .value)
    var fragments = [
      label(messages.power), Fragment([Span(messages.bestTwenty + " "), best], after: ""),
      Fragment(messages.suggestedThreshold(report), after: separator),
    ]
    if let perKilogram = messages.perKilogram(report) {
      fragments.append(Fragment(perKilogram, after: separator))
    }
    return fragments
  }

  private var outdatedFTP: [Fragment] {
    guard let report = state.power, let parts = messages.outdatedFTP(report) else { return [] }
    return [Fragment([Span(blanks(Self.label))])]
      + parts.enumerated().map { Fragment($1, .muted, after: $0 == 0 ? "" : " ") }
  }

  /// The power zones in watts; nothing without an FTP.
  private var zones: [Fragment] {
    guard let zones = state.prep?.zones, !zones.isEmpty else { return [] }
    return [label(messages.zones)]
      + zones.enumerated().map { index, zone in
        // The unit stays with the last zone.
        let unit = index == zones.count - 1 ? [Span(" " + messages.zoneUnit, .muted)] : []
        return Fragment(
          [Span("Z\(index + 1) ", .muted), Span(messages.range(zone))] + unit,
          after: index == 0 ? "" : " · ")
      }
  }

  private var week: [Fragment] {
    let label = label(messages.week)
    guard let routine = state.routine else { return [label, missing(messages.notDerived)] }
    if let gap = routine.reason { return [label, missing(messages.text(gap))] }
    let days = routine.week.enumerated().map { index, day in
      Fragment(spans(day), after: index == 0 ? "" : " ")
    }
    let age = messages.age(routine, now: now).map { Fragment(reason($0)) }
    return [label] + days + [age].compactMap { $0 }
  }

  private func spans(_ day: Routine.WeekDay) -> [Span] {
    let name = Span("\(messages.name(day.date.weekday)) ", .muted)
    if day.done { return [name, Span(glyphs.done, .ok)] }
    guard day.planned else { return [name, Span(messages.rest, .muted)] }
    return [name, Span(glyphs.ahead, .accent), Span(" "), Span(messages.planned)]
  }

  private var today: [Fragment] {
    guard let prep = state.prep else {
      return [label(messages.today), missing(messages.notDerived)]
    }
    let label = label(messages.day(prep, now: now))
    guard let range = prep.suggestedStrain.range else {
      return [
        label, missing(prep.suggestedStrain.reason.map(messages.text) ?? messages.notDerived),
      ]
    }
    let text = messages.suggestion(range)
    return [
      label,
      Fragment([Span(text.lead + " "), Span(text.range, .value), Span(" " + text.end)], after: ""),
      Fragment(text.label, .muted),
    ]
  }

  // MARK: Parts

  private func label(_ text: DisplayText) -> Fragment { Fragment(label: text, cells: Self.label) }

  /// A placeholder and the reason why there is no value.
  private func missing(_ why: DisplayText) -> Fragment {
    Fragment([Span(messages.unknown, .muted), Span(" ")] + reason(why), after: "")
  }

  private func reason(_ text: DisplayText) -> [Span] { [Span("(\(text.description))", .muted)] }

  private static let indent = 2
  /// The least width of each column but the last, so that the table looks the same from day to day,
  /// and the least gap after it.
  private static let columns = [(width: 15, gap: 2), (width: 12, gap: 3), (width: 16, gap: 3)]

  /// Name, state, last sync, and what is stored, if anything is; and what to do.
  private typealias Row = (cells: [Span], hint: DisplayText?)

  /// The sources in use, in columns if the window is wide enough, otherwise as text.
  var sources: [Line] {
    let rows = state.sourcesInUse.map { report -> Row in
      let stored = messages.stored(activities: report.activities, days: report.days)
      let cells = [
        Span(DisplayText(messages.name(report.source))),
        Span(DisplayText(messages.name(report.state)), report.state.role),
        Span(messages.lastSync(report, now: view.now.wall)),
      ]
      return (cells + (stored.map { [Span($0)] } ?? []), messages.nextStep(report))
    }
    let widths = Self.columns.enumerated().map { index, column in
      max(column.width, (rows.map { $0.cells[index].text.cells }.max() ?? 0) + column.gap)
    }
    let table = rows.map { inColumns($0, widths) }
    let widest = table.joined().map(\.cells).max() ?? 0
    return Array((widest <= layout.width ? table : rows.map { asText($0) }).joined())
  }

  private func inColumns(_ row: Row, _ widths: [Int]) -> [Line] {
    var spans = [Span(blanks(Self.indent))]
    for (cell, width) in zip(row.cells.dropLast(), widths) {
      spans += [cell, Span(blanks(width - cell.text.cells))]
    }
    let hint = row.hint.map {
      [Line([Span(blanks(Self.indent + widths[0])), Span(glyphs.fit($0), .accent)])]
    }
    return [Line(spans + row.cells.suffix(1))] + (hint ?? [])
  }

  private func asText(_ row: Row) -> [Line] {
    let hint = row.hint.map { layout.lines([Fragment($0, .accent)], indent: 4, hanging: 4) } ?? []
    let cells = row.cells.map { Fragment([$0], after: "  ") }
    return layout.lines(cells, indent: Self.indent, hanging: 4) + hint
  }
}

extension SourceReport.State {
  fileprivate var role: Role {
    switch self {
    case .connected, .imported: .ok
    case .notConnected: .muted
    case .expired: .error
    case .unavailable: .warn
    }
  }
}

extension Messages {
  /// The rows of `velo-sync sources`, without dates and colours, so that scripts can read them.
  func rows(_ report: SourceReport, _ glyphs: Glyphs, now: Timestamp, width: Int) -> [Chunk] {
    let layout = InlineLayout(glyphs, width: width)
    let row = columns(report, now: now).map { Fragment(DisplayText($0)) }
    let below = (folders(report) + [retryOption(report)].compactMap { $0 }).flatMap {
      layout.lines([Fragment($0)], indent: 15, hanging: 15)
    }
    return (layout.lines(row, hanging: 15) + below).map { Chunk(.standardOutput, line: $0.text) }
  }
}
