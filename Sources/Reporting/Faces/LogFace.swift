// The faces that only append lines: dated ones for logs, whole sentences for screen readers.

package import Model

/// How a log behaves.
package struct LogStyle: Sendable {
  /// The longest silence; nil for no heartbeat.
  package var heartbeat: Duration?
  /// Whether requests are reported, too.
  package var isVerbose: Bool
  /// Whether lines carry the journal's priority instead of the time; spoken ones carry neither.
  package var isJournal: Bool
  /// Divides heartbeats, and the second that a status must last to be printed.
  package var speed: Double

  package init(
    heartbeat: Duration?, isVerbose: Bool = false, isJournal: Bool = false, speed: Double = 1
  ) {
    self.heartbeat = heartbeat
    self.isVerbose = isVerbose
    self.isJournal = isJournal
    self.speed = speed
  }
}

/// Plain output, few enough lines to read; with spoken messages accessible output, which says
/// everything once and apart from names from outside uses only letters, digits and punctuation.
package struct LogFace: Face {
  /// Limits memory: other programs may have any number of statuses.
  private static let mostStatuses = 256

  private let messages: Messages
  private let glyphs: Glyphs
  private let style: LogStyle
  private let troubles: TroubleLines
  private var heartbeat: HeartbeatTimer
  private var budget: LineBudget
  /// The last line of each status and of each score.
  private var statuses: [SyncStatus.Identity: DisplayText] = [:]
  private var scores: [ScoreKind: DisplayText] = [:]
  /// When the current status becomes a line; nil if it does not.
  private var lasting: Moment?
  /// The stage to announce before its next status; a stage without a status is not announced.
  private var stage: Stage?
  /// The last suggestion and the last wait that were spoken.
  private var suggestion: DisplayText?
  private var wait: DisplayText?
  private var overview = OverviewTurn()

  private var isSpoken: Bool { messages.voice == .spoken }

  /// - Parameters:
  ///   - messages: written or spoken.
  ///   - troubles: must use the same messages.
  package init(
    messages: Messages, glyphs: Glyphs, style: LogStyle, troubles: TroubleLines, began: Moment
  ) {
    self.messages = messages
    self.glyphs = glyphs
    self.style = style
    self.troubles = troubles
    budget = LineBudget(isLimited: messages.voice == .written, rest: .seconds(300) / style.speed)
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
    case .ended, .line:
      // The prompt is repeated after an answer that is not understood.
      guard isSpoken, let offer = context.offer, state.summary == nil else { return [] }
      return [line(messages.prompt(offer.remedy), context)]
    case .key, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded, .resize, .suspend,
      .resume, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    guard state.isBusy(at: context.now.moment), state.summary == nil, context.offer == nil else {
      return nil
    }
    return earlier(lasting, heartbeat.end(isLate: !budget.allowsFact))
  }

  private mutating func step(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch event.kind {
    case .runStarted(let run):
      // Another attempt is reported from its beginning.
      if run.attempt > 1 { (statuses, wait) = ([:], nil) }
      guard isSpoken else { return [] }
      heartbeat.reset(at: event.at)
      return messages.spokenStart(run, now: context.now.wall).map { [line($0, context)] } ?? []
    case .stageStarted(let stage):
      self.stage = stage
      heartbeat.reset(at: event.at)
      return []
    case .status(let status):
      return isSpoken
        ? announce(status, at: event.at, context) : write(status, at: event.at, state, context)
    case .sourceFinished(let result):
      // A failed source is reported as an error.
      guard result.outcome != .failed, result.outcome != .skipped else { return [] }
      let took = state.tallies[result.source]?.duration(at: event.at) ?? .zero
      return [line(messages.text(result, took: took), context)]
    case .score(let report):
      // A saved score is spoken at the end, if no newer one has come; a log has all in its result.
      return !isSpoken || report.cached ? [] : announce(report, context)
    case .prep(let prep):
      if !isSpoken || state.run?.isOverview == true { return [] }
      return news(messages.spoken(prep), after: \.suggestion, context)
    case .waiting(let wait):
      guard budget.allows(wait, at: event.at) else { return [] }
      let text = messages.text(wait, left: wait.duration)
      return isSpoken ? news(text, after: \.wait, context) : [line(text, context)]
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
    case .summary(let summary):
      lasting = nil
      return result(summary, state, context)
    case .stageFinished, .work, .progress, .fitness, .power, .chart, .routine, .warning, .failure,
      .foreign:
      return []
    }
  }

  /// Lines of a wrapped command: never delayed and never dated, as they would be without wrap.
  private mutating func log(_ change: OutputChange, _ context: RenderContext) -> [Chunk] {
    heartbeat.speak(at: context.now.moment)
    return change.logged
  }

  // MARK: Statuses

  /// Writes `contacting`, `downloading` and statuses of other programs at once, other statuses when
  /// they last a second.
  private mutating func write(
    _ status: SyncStatus, at moment: Moment, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    lasting = nil
    let text = messages.text(status, now: context.now.wall)
    let isNew = statuses[status.identity] == nil
    switch status {
    case .initial, .complete, .updated:
      return []
    case .offline:
      return [line(text, context)]
    case .contactingIntegrations(_, let unavailable):
      statuses[status.identity] = text
      guard isNew || !unavailable.isEmpty else { return [] }
    case .downloadingActivities:
      if isNew { heartbeat.reset(at: moment) }
      statuses[status.identity] = text
      guard isNew else { return [] }
    case .free:
      // A status that is not printed is not remembered, which bounds memory.
      guard budget.allowsFact, isNew else { return [] }
      statuses[status.identity] = text
    default:
      if isNew { lasting = state.statusSince + .seconds(1) / style.speed }
      return []
    }
    return budget.allowsFact ? [line(text, context)] : []
  }

  /// Speaks a status once, and again if its text changes.
  private mutating func announce(
    _ status: SyncStatus, at moment: Moment, _ context: RenderContext
  ) -> [Chunk] {
    let text = messages.spoken(status, now: context.now.wall)
    if status.source != nil, statuses[status.identity] == nil { heartbeat.reset(at: moment) }
    if statuses.count == Self.mostStatuses { statuses = [:] }
    guard statuses.updateValue(text, forKey: status.identity) != text else { return [] }
    var lines: [Chunk] = []
    if let stage, stage == status.stage {
      lines.append(line(messages.spoken(stage), context))
      self.stage = nil
    }
    return lines + [line(text, context)]
  }

  private mutating func tick(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    let now = context.now.moment
    if let due = lasting, due <= now {
      lasting = nil
      let text = messages.text(state.status, now: context.now.wall)
      statuses[state.status.identity] = text
      return budget.allowsFact ? [line(text, context)] : []
    }
    guard let end = wakeUp(state, context), end <= now else { return [] }
    heartbeat.beat(at: now)
    return [line(messages.heartbeat(state, at: context.now), context)]
  }

  // MARK: Results

  private mutating func rows(
    _ report: SourceReport, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    if !isSpoken, state.run?.isListing == true {
      return SourceRows(messages, glyphs).rows(report, context)
    }
    if state.run?.isOverview == true { return [] }
    let row = state.listsSources ? messages.text(report, now: context.now.wall) : nil
    return [line(row ?? messages.connection(report), context)]
  }

  /// The output of `status` or `chart`, without dates and colours, so that scripts can read it.
  private mutating func overviewLines(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard overview.isDue(event, state) else { return [] }
    let now = context.now.wall
    guard isSpoken else {
      return Overview.lines(state, messages, glyphs, now: now, width: context.columns)
        .map { Chunk(.standardOutput, line: $0.text) }
    }
    let sentences =
      state.run?.chart.map {
        messages.spokenChart($0, state.chart, today: messages.day(of: now))
      } ?? messages.spokenOverview(state, now: now)
    return sentences.map { line($0, context) }
  }

  private mutating func announce(_ report: ScoreReport, _ context: RenderContext) -> [Chunk] {
    let text = messages.spoken(report, now: context.now.wall)
    return scores.updateValue(text, forKey: report.kind) == text ? [] : [line(text, context)]
  }

  /// A sentence, unless it equals the last one of its kind.
  private mutating func news(
    _ text: DisplayText?, after last: WritableKeyPath<Self, DisplayText?>, _ context: RenderContext
  ) -> [Chunk] {
    guard let text, text != self[keyPath: last] else { return [] }
    self[keyPath: last] = text
    return [line(text, context)]
  }

  private mutating func result(
    _ summary: RunSummary, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard state.hasBlock else {
      return summary.outcome == .interrupted ? [line(messages.stopped(state), context)] : []
    }
    let took = state.duration(at: context.now.moment)
    let text = messages.logged(summary, state, took: took).map { [line($0, context)] } ?? []
    return scoreLines(summary, state, context) + text
  }

  /// The scores before the result, if the run brought them or was offline.
  private mutating func scoreLines(
    _ summary: RunSummary, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch summary.outcome {
    case .ok, .partial: break
    case .failed where state.status == .offline && state.endsAsSync: break
    case .failed, .interrupted: return []
    }
    if isSpoken {
      return ScoreKind.allCases.compactMap { state.scores[$0] }.flatMap { announce($0, context) }
    }
    guard state.endsAsSync, let text = messages.plainScores(state, now: context.now.wall) else {
      return []
    }
    return [line(text, context)]
  }

  /// A line as it is written or spoken.
  private mutating func line(
    _ text: DisplayText, _ context: RenderContext, isCounted: Bool = true
  ) -> Chunk {
    heartbeat.speak(at: context.now.moment)
    if isSpoken { return Chunk(.standardOutput, line: messages.sentence(text)) }
    if isCounted { budget.count() }
    let mark = style.isJournal ? "<6>" : "\(context.now.wall) "
    return Chunk(.standardOutput, line: glyphs.fit(DisplayText(mark + text.description)))
  }
}
