// The output of `velo-sync status`, `chart`, `rides` and `ride`, in lines as wide as the window.

import Model
import Terminal

/// Prints the overview or the chart once: after everything was reported, and before any warning.
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

struct Overview {
  /// Cells of the labels of the lower rows.
  private static let label = 7

  private let view: RunView
  private let messages: Messages
  private let glyphs: Glyphs
  private let layout: InlineLayout

  private var state: RunState { view.state }
  private var now: Timestamp { view.now.wall }

  /// The lines of the chart or the rides that the run shows, or else of the overview.
  ///
  /// - Parameters:
  ///   - width: cells a line may have.
  ///   - rows: lines of the window; nil where the output has no end.
  static func lines(
    _ view: RunView, _ messages: Messages, _ glyphs: Glyphs, width: Int, rows: Int? = nil
  ) -> [Line] {
    let today = messages.day(of: view.now.wall)
    if let ride = view.state.ride {
      // The last line of the window is the shell's.
      return RidePageText(
        ride: ride, trace: view.state.chart, messages: messages, glyphs: glyphs, width: width,
        rows: rows.map { $0 - 1 }
      ).lines
    }
    // A chart of a time without rides has a note in its place.
    if view.state.run?.listsRides == true || !view.state.rideList.notes.isEmpty {
      return RideListText(
        list: view.state.rideList, messages: messages, glyphs: glyphs, today: today, width: width
      ).lines
    }
    guard let chart = view.state.run?.chart else {
      let layout = InlineLayout(width: max(1, width), ellipsis: glyphs.fit("…"))
      return Overview(view: view, messages: messages, glyphs: glyphs, layout: layout).lines
    }
    return ChartText(chart, view.state.chart, messages, glyphs, today: today, width: width).lines
  }

  private var lines: [Line] {
    let table = SourceTable(state.sourcesInUse, messages, glyphs, now: now, layout: layout)
    let running = state.running.map {
      fit(messages.text($0)).wrapped(to: layout.width, indent: 2).map { Line([Span($0)]) }
    }
    var lines = (running ?? []) + layout.lines(headline) + table.lines
    lines += layout.lines(
      messages.beginning(state).map { Fragment(fit($0), .muted) }, indent: 2, hanging: 4)
    if !state.isUntouched {
      let both = [scores, fitness]
      for row in state.lacksHealthData ? both.reversed() : both { lines += layout.lines(row) }
      if state.lacksHealthData {
        lines += layout.lines([Fragment(messages.healthSources, .muted)])
      }
      lines += layout.lines(power, hanging: Self.label)
      lines += layout.lines(outdatedFTP, hanging: Self.label)
      lines += layout.lines(zones, hanging: Self.label)
      if let advice = state.advice {
        lines += layout.lines([Fragment(fit(messages.text(advice)), .muted)])
      }
      lines += layout.lines(week, hanging: Self.label) + layout.lines(today, hanging: Self.label)
    }
    return lines + layout.lines(messages.nextStep(state).map { Fragment(fit($0)) })
  }

  // MARK: The rows

  private var headline: [Fragment] {
    let stored = messages.stored(activities: state.storedActivities, days: state.storedDays)
    var fragments = [
      Fragment(messages.updated(state, now: now), .value),
      Fragment(stored ?? messages.nothingStored, after: fit(" · ")),
    ]
    if let store = state.run?.scope?.store {
      let path = DisplayText("in \(messages.fullPath(store))")
      fragments.append(
        Fragment(path.cells < layout.width ? path : glyphs.fit("in \(messages.path(store))")))
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
        [
          Span(name + " ", .muted),
          Span(figure.map(messages.rounded) ?? fit(messages.unknown), .value),
        ],
        after: fit(" · "))
    }
    guard let report = state.fitness else {
      return fragments + [Fragment(reason(messages.notDerived))]
    }
    if report.day.fitness == nil { fragments.append(Fragment(reason(messages.text(.noFitness)))) }
    if report.day.date != messages.day(of: now) {
      fragments.append(Fragment(reason(DisplayText(messages.date(report.day.date)))))
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
    let separator = fit(" · ")
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
      + parts.enumerated().map { Fragment(fit($1), .muted, after: $0 == 0 ? "" : " ") }
  }

  /// The power zones in watts; nothing without an FTP.
  private var zones: [Fragment] {
    guard let zones = state.prep?.zones, !zones.isEmpty else { return [] }
    return [label(messages.zones)]
      + zones.enumerated().map { index, zone in
        // The unit stays with the last zone.
        let unit = index == zones.count - 1 ? [Span(" " + messages.zoneUnit, .muted)] : []
        return Fragment(
          [Span("Z\(index + 1) ", .muted), Span(fit(messages.range(zone)))] + unit,
          after: index == 0 ? "" : fit(" · "))
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
    guard day.planned else { return [name, Span(fit(messages.rest), .muted)] }
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

  private func label(_ text: DisplayText) -> Fragment {
    Fragment(label: text, cells: Self.label)
  }

  /// A placeholder and the reason why there is no value.
  private func missing(_ why: DisplayText) -> Fragment {
    Fragment([Span(fit(messages.unknown), .muted), Span(" ")] + reason(why), after: "")
  }

  private func reason(_ text: DisplayText) -> [Span] {
    [Span(fit("(\(text.description))"), .muted)]
  }

  private func fit(_ text: DisplayText) -> DisplayText { glyphs.fit(text) }
}
