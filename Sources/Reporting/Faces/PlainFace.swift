// The plain face: dated lines for logs, few enough to read, without escape codes.

import Codec
package import Model

/// How the plain face behaves.
package struct PlainStyle: Sendable {
  /// The longest silence; nil for no heartbeat.
  package var heartbeat: Duration?
  /// Whether requests are printed, too.
  package var isVerbose: Bool
  /// Whether lines carry the journal's priority instead of the time.
  package var isJournal: Bool
  /// Divides heartbeats, and the second that a status must last to be printed.
  package var speed: Double

  package init(
    heartbeat: Duration? = .seconds(10), isVerbose: Bool = false, isJournal: Bool = false,
    speed: Double = 1
  ) {
    self.heartbeat = heartbeat
    self.isVerbose = isVerbose
    self.isJournal = isJournal
    self.speed = speed
  }
}

/// The plain face.
package struct PlainFace: Face {
  private let messages: Messages
  private let glyphs: Glyphs
  private let style: PlainStyle
  private let troubles: TroubleLines
  private var heartbeat: HeartbeatTimer
  private var budget: LineBudget
  /// Statuses already printed.
  private var printed: Set<SyncStatus.Identity> = []
  /// When the current status becomes a line; nil if it does not.
  private var lasting: Moment?
  private var overview = OverviewTurn()

  package init(
    messages: Messages, glyphs: Glyphs, style: PlainStyle, troubles: TroubleLines, began: Moment
  ) {
    self.messages = messages
    self.glyphs = glyphs
    self.style = style
    self.troubles = troubles
    budget = LineBudget(rest: .seconds(300) / style.speed)
    heartbeat = HeartbeatTimer(
      limit: style.heartbeat.map { $0 / style.speed }, lateLimit: budget.rest, since: began)
  }

  package mutating func step(
    _ signal: Signal, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch signal {
    case .event(let event):
      return overviewLines(event, state, context) + step(event, state, context)
        + troubles.lines(for: event, state)
    case .output(let change):
      return log(change, context)
    case .tick:
      return tick(state, context)
    case .interrupt, .terminate, .hangup:
      lasting = nil
      return [line(messages.stopping(signal), context)]
    case .progressRequest:
      return [line(messages.progressLine(state, at: context.now), context)]
    case .ended, .line, .key, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded,
      .resize, .suspend, .resume, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    guard state.isBusy(at: context.now.moment), state.summary == nil else { return nil }
    return [lasting, heartbeat.end(isLate: !budget.allowsFact)].compactMap { $0 }.min()
  }

  private mutating func step(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch event.kind {
    case .status(let status):
      return announce(status, at: event.at, state, context)
    case .runStarted(let run):
      // Another attempt prints its statuses again.
      if run.attempt > 1 { printed = [] }
      return []
    case .stageStarted:
      heartbeat.reset(at: event.at)
      return []
    case .sourceFinished(let result):
      guard result.outcome != .failed, result.outcome != .skipped else { return [] }
      let took = state.tallies[result.source]?.duration(at: event.at) ?? .zero
      return [line("\(messages.text(result).description) (\(messages.took(took)))", context)]
    case .waiting(let wait):
      guard budget.allows(wait, at: event.at) else { return [] }
      return [line(messages.text(wait, left: wait.duration), context)]
    case .notice(let notice):
      return budget.allowsFact ? [line(messages.text(notice), context)] : []
    case .log(let output):
      return log(.line(output), context)
    case .request(let trace):
      // With --verbose, requests do not count against the budget of other lines.
      return style.isVerbose ? [line(messages.text(trace), context, isCounted: false)] : []
    case .source(let report):
      return rows(report, state, context)
    case .signIn(let signIn):
      return [line(messages.text(signIn), context)]
    case .summary:
      lasting = nil
      return result(state, context)
    case .stageFinished, .work, .progress, .score, .prep, .fitness, .power, .chart, .routine,
      .warning, .failure,
      .foreign:
      return []
    }
  }

  /// Lines of a wrapped command: never delayed and never dated, printed as they would be without
  /// wrap.
  private mutating func log(_ change: OutputChange, _ context: RenderContext) -> [Chunk] {
    heartbeat.speak(at: context.now.moment)
    return change.logged
  }

  /// `contacting`, `downloading` and statuses of other programs are printed at once, other statuses
  /// when they last a second.
  private mutating func announce(
    _ status: SyncStatus, at moment: Moment, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    lasting = nil
    switch status {
    case .initial, .complete, .updated:
      return []
    case .offline:
      return [line(messages.text(status, now: context.now.wall), context)]
    case .contactingIntegrations, .downloadingActivities:
      if case .downloadingActivities = status, !printed.contains(status.identity) {
        heartbeat.reset(at: moment)
      }
      guard printed.insert(status.identity).inserted || isNews(status), budget.allowsFact else {
        return []
      }
      return [line(messages.text(status, now: context.now.wall), context)]
    case .free:
      // In this order: a status that is not printed is not remembered, which bounds memory.
      guard budget.allowsFact, printed.insert(status.identity).inserted else { return [] }
      return [line(messages.text(status, now: context.now.wall), context)]
    default:
      guard !printed.contains(status.identity) else { return [] }
      lasting = state.statusSince + .seconds(1) / style.speed
      return []
    }
  }

  /// Whether a printed status is worth another line: a source turned out to be unavailable.
  private func isNews(_ status: SyncStatus) -> Bool {
    if case .contactingIntegrations(_, let unavailable) = status { return !unavailable.isEmpty }
    return false
  }

  private mutating func tick(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    let now = context.now.moment
    if let due = lasting, due <= now {
      lasting = nil
      printed.insert(state.status.identity)
      return budget.allowsFact
        ? [line(messages.text(state.status, now: context.now.wall), context)] : []
    }
    guard let end = heartbeat.end(isLate: !budget.allowsFact), end <= now else { return [] }
    heartbeat.beat(at: now)
    return [line(messages.heartbeat(state, at: context.now), context)]
  }

  private mutating func rows(
    _ report: SourceReport, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    if state.run?.isListing == true { return SourceRows(messages, glyphs).rows(report, context) }
    if state.run?.isOverview == true { return [] }
    let row = state.listsSources ? messages.text(report, now: context.now.wall) : nil
    return [line(row ?? messages.connection(report), context)]
  }

  /// The output of `status` or `chart`, without dates and colours, so that scripts can read it.
  private mutating func overviewLines(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard overview.isDue(event, state) else { return [] }
    return Overview.lines(state, messages, glyphs, now: context.now.wall, width: context.columns)
      .map { Chunk(.standardOutput, line: $0.text) }
  }

  private mutating func result(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    guard let summary = state.summary, state.hasBlock else {
      return state.summary?.outcome == .interrupted ? [line(messages.stopped(state), context)] : []
    }
    var lines: [Chunk] = []
    if state.endsAsSync, summary.outcome != .interrupted,
      summary.outcome != .failed || state.status == .offline,
      let scores = messages.plainScores(state, now: context.now.wall)
    {
      lines.append(line(scores, context))
    }
    let clauses = messages.plainResult(state)
    if !clauses.isEmpty {
      let took = messages.took(state.duration(at: context.now.moment))
      lines.append(line("\(clauses.description) (\(took))", context))
    }
    return lines
  }

  private mutating func line(
    _ text: DisplayText, _ context: RenderContext, isCounted: Bool = true
  ) -> Chunk {
    heartbeat.speak(at: context.now.moment)
    if isCounted { budget.count() }
    let mark = style.isJournal ? "<6>" : "\(context.now.wall) "
    return Chunk(.standardOutput, line: glyphs.fit(DisplayText(mark + text.description)))
  }
}
