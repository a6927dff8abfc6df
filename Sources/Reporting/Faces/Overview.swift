// The picture that `velo-sync status` draws: how everything stands, in lines as wide as the window.

import SyncModel
import Terminal

/// Draws the picture once, when everything was told and before anything else is said.
struct OverviewTurn: Sendable {
  private var isOver = false

  /// Whether this event is the first that comes after the whole picture.
  mutating func isDue(_ event: SyncEvent, _ board: Board) -> Bool {
    guard !isOver, board.run?.isOverview == true, !board.reports.isEmpty else { return false }
    switch event.kind {
    case .warning, .summary: isOver = true
    case .runStarted, .stageStarted, .stageFinished, .status, .work, .progress, .sourceFinished,
      .score, .prep, .fitness, .routine, .waiting, .notice, .failure, .request, .log, .source,
      .signIn, .foreign:
      break
    }
    return isOver
  }
}

/// The lines of the picture.
struct Overview: Sendable {
  /// What the lower rows begin with has this many cells.
  private static let label = 7

  private let board: Board
  private let words: Words
  private let glyphs: Glyphs
  private let now: Timestamp
  private let flow: Flow

  /// - Parameter width: cells a line may have.
  init(_ board: Board, _ words: Words, _ glyphs: Glyphs, now: Timestamp, width: Int) {
    self.board = board
    self.words = words
    self.glyphs = glyphs
    self.now = now
    flow = Flow(width: max(1, width), ellipsis: glyphs.fit("…"))
  }

  var lines: [Line] {
    let table = SourceTable(board.sourcesInUse, words, glyphs, now: now, flow: flow)
    var lines = flow.lines(headline) + table.lines
    if !board.isUntouched {
      lines += flow.lines(scores) + flow.lines(fitness)
      lines += flow.lines(week, hanging: Self.label) + flow.lines(today, hanging: Self.label)
    }
    return lines + flow.lines(words.nextStep(board).map { Piece(fit($0)) })
  }

  // MARK: The rows

  private var headline: [Piece] {
    let stored = words.stored(activities: board.storedActivities, days: board.storedDays)
    var pieces = [
      Piece(words.updated(board, now: now), .value),
      Piece(stored ?? words.nothingStored, after: fit(" · ")),
    ]
    if let store = board.run?.scope?.store {
      let path = DisplayText("in \(words.fullPath(store))")
      pieces.append(Piece(path.cells < flow.width ? path : "in \(words.path(store))"))
    }
    if board.isSample { pieces.append(Piece(words.sampleMark, .muted)) }
    return pieces
  }

  private var scores: [Piece] {
    let pieces = ScoreKind.allCases.map { Piece(score($0), after: "   ") }
    return board.scores.isEmpty ? pieces + [Piece(reason(words.notDerived), after: "   ")] : pieces
  }

  private func score(_ kind: ScoreKind) -> [Span] {
    let name = Span("\(words.name(kind)) ", .muted)
    guard let report = board.scores[kind] else { return [name, Span(glyphs.placeholder, .muted)] }
    let notes = words.notes(report, now: now).map(\.description)
    var spans = [name, Span(glyphs.placeholder, .muted)]
    if let value = report.score.value {
      let least: DisplayText = report.score.atLeast ? " ≥ " : " "
      spans = [name, Span(glyphs.ring(value), .accent), Span(fit(least)), Span("\(value)", .value)]
      if let band = report.score.band { spans.append(Span(" \(words.name(band))")) }
    }
    if notes.isEmpty { return spans }
    return spans + [Span(" ")] + reason(DisplayText(notes.joined(separator: ", ")))
  }

  private var fitness: [Piece] {
    let day = board.fitness?.day
    let figures = [
      (words.fitness, day?.fitness), (words.fatigue, day?.fatigue), (words.form, day?.form),
    ]
    var pieces = figures.map { name, figure in
      Piece(
        [Span(name + " ", .muted), Span(figure.map(words.rounded) ?? fit(words.unknown), .value)],
        after: fit(" · "))
    }
    guard let report = board.fitness else { return pieces + [Piece(reason(words.notDerived))] }
    if report.day.fitness == nil { pieces.append(Piece(reason(words.text(.noFitness)))) }
    if report.day.date != words.day(of: now) {
      pieces.append(Piece(reason(DisplayText(words.date(report.day.date)))))
    }
    if let curve = FitnessCurve(report) {
      let plot = curve.heights(of: glyphs.heights.count).map {
        $0.map { glyphs.heights[$0] } ?? " "
      }
      let text = plot.map(\.description).joined()
      pieces.append(
        Piece(
          [
            Span(DisplayText(text), .accent), Span(" "),
            Span(words.lookBack(days: curve.days), .muted),
          ], after: "    "))
    }
    return pieces
  }

  private var week: [Piece] {
    let label = label(words.week)
    guard let routine = board.routine else { return [label, missing(words.notDerived)] }
    if let gap = routine.reason { return [label, missing(words.text(gap))] }
    let days = routine.week.enumerated().map { index, day in
      Piece(spans(day), after: index == 0 ? "" : " ")
    }
    let age = words.age(routine, now: now).map { Piece(reason($0)) }
    return [label] + days + [age].compactMap { $0 }
  }

  private func spans(_ day: Routine.WeekDay) -> [Span] {
    let name = Span("\(words.name(day.date.weekday)) ", .muted)
    if day.done { return [name, Span(glyphs.done, .ok)] }
    guard day.planned else { return [name, Span(fit(words.rest), .muted)] }
    return [name, Span(glyphs.ahead, .accent), Span(" "), Span(words.planned)]
  }

  private var today: [Piece] {
    guard let prep = board.prep else { return [label(words.today), missing(words.notDerived)] }
    let label = label(words.day(prep, now: now))
    guard let range = prep.suggestedStrain.range else {
      return [label, missing(prep.suggestedStrain.reason.map(words.text) ?? words.notDerived)]
    }
    let text = words.suggestion(range)
    return [
      label,
      Piece([Span(text.lead + " "), Span(text.range, .value), Span(" " + text.end)], after: ""),
      Piece(text.label, .muted),
    ]
  }

  // MARK: Parts

  private func label(_ text: DisplayText) -> Piece {
    Piece([Span(text, .muted), Span(blanks(Self.label - text.cells))])
  }

  /// What is not there, and why.
  private func missing(_ why: DisplayText) -> Piece {
    Piece([Span(fit(words.unknown), .muted), Span(" ")] + reason(why), after: "")
  }

  private func reason(_ text: DisplayText) -> [Span] {
    [Span(fit("(\(text.description))"), .muted)]
  }

  private func fit(_ text: DisplayText) -> DisplayText {
    glyphs.fit(text)
  }
}
