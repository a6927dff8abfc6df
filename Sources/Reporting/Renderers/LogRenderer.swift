// The renderers that only append lines: dated ones for logs, whole sentences for screen readers.

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
    (self.heartbeat, self.isVerbose) = (heartbeat, isVerbose)
    (self.isJournal, self.speed) = (isJournal, speed)
  }
}

/// Plain output, few enough lines to read; with spoken messages accessible output, which says
/// everything once and apart from names from outside uses only letters, digits and punctuation.
package struct LogRenderer: Renderer {
  /// Limits memory: other programs may have any number of statuses.
  private static let mostStatuses = 256

  private let messages: Messages
  private let glyphs: Glyphs
  private let style: LogStyle
  private let troubles: TroubleLines
  private var heartbeat: HeartbeatTimer
  private var budget: LineBudget
  /// The last line of each status that has one, and of each score.
  private var statuses: [SyncStatus.Identity: DisplayText] = [:]
  private var scores: [ScoreKind: DisplayText] = [:]
  /// When the current status becomes a line; nil if it does not.
  private var lasting: Moment?
  /// The stage to announce before its next status; a stage without a status is not announced.
  private var stage: Stage?
  /// The sources that were heard of.
  private var sources: Set<Source> = []
  /// The result that was spoken before a question.
  private var asked: RunSummary?
  /// The last suggestion and the last wait that were spoken.
  private var suggestion: DisplayText?
  private var wait: DisplayText?
  private var overview = OverviewTurn()
  /// The line that a program has not ended, when it came, and whether it was spoken.
  private var open: (text: DisplayText, at: Moment, isSpoken: Bool)?

  private var isSpoken: Bool { messages.voice == .spoken }

  /// - Parameter troubles: must use the same messages.
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

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    switch signal {
    case .event(let event):
      return overviewLines(event, view) + step(event, view) + troubles.lines(for: event, view.state)
    case .output(let change): return log(change, view) + openLine(view)
    case .tick: return openLine(view) + tick(view)
    case .interrupt, .terminate, .hangup:
      lasting = nil
      return [line(messages.stopping(signal), view)]
    case .progressRequest: return [line(messages.progressLine(view.state, at: view.now), view)]
    case .retryPrompted, .line:
      // The prompt is repeated after an answer that is not understood.
      guard isSpoken, let prompt = view.retryPrompt, view.state.summary == nil else { return [] }
      return result(prompt.summary, view) + [line(messages.prompt(prompt.retryOption), view)]
    case .key, .ended, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded, .resize,
      .suspend, .resume, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ view: RunView) -> Moment? {
    guard view.state.isBusy(at: view.now.moment), view.state.summary == nil, view.retryPrompt == nil
    else { return nil }
    return earlier(earlier(lasting, heartbeat.end(isLate: !budget.allowsFact)), openLineDue(view))
  }

  private mutating func step(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    switch event.kind {
    case .runStarted(let run):
      // Another attempt is reported from its beginning.
      if run.attempt > 1 { (statuses, sources, wait, asked) = ([:], [], nil, nil) }
      heartbeat.reset(at: event.at)
      guard isSpoken else { return [] }
      return messages.spokenStart(run, now: view.now.wall).map { [line($0, view)] } ?? []
    case .stageStarted(let stage):
      self.stage = stage
      heartbeat.reset(at: event.at)
      return []
    case .status(let status):
      if let source = status.source, sources.insert(source).inserted {
        heartbeat.reset(at: event.at)
      }
      return isSpoken ? announce(status, view) : write(status, view)
    case .sourceFinished(let result):
      // A failed source is reported as an error.
      guard result.outcome != .failed, result.outcome != .skipped else { return [] }
      let took = view.state.tallies[result.source]?.duration(at: event.at) ?? .zero
      return [line(messages.text(result, took: took), view)]
    case .score(let report):
      // A saved score is spoken at the end, if no newer one has come; a log has all in its result.
      return !isSpoken || report.cached ? [] : announce(report, view)
    case .prep(let prep):
      if !isSpoken || view.state.run?.isOverview == true { return [] }
      return news(messages.spoken(prep), after: \.suggestion, view)
    case .waiting(let wait):
      guard budget.allows(wait, at: event.at) else { return [] }
      let text = messages.text(wait, left: wait.duration)
      return isSpoken ? news(text, after: \.wait, view) : [line(text, view)]
    case .notice(let notice) where view.state.isOfResult(notice): return []
    // Stands above the result, or in the overview.
    case .notice(let notice)
    where view.state.isNextStep(notice)
      && (notice.isFirstStep || view.state.run?.isOverview == true):
      return []
    case .notice(let notice) where notice.isDetail:
      return style.isVerbose ? [line(messages.text(notice), view, isCounted: false)] : []
    case .notice(let notice): return budget.allowsFact ? [line(messages.text(notice), view)] : []
    case .log(let output): return log(.line(output), view)
    case .request(let trace):
      // With --verbose, requests do not count against the budget of other lines.
      return style.isVerbose ? [line(messages.text(trace), view, isCounted: false)] : []
    case .source(let report): return rows(report, view)
    case .signIn(let signIn):
      return [messages.text(signIn), messages.waiting(for: signIn)].compactMap { text in
        text.map { line($0, view) }
      }
    case .summary(let summary):
      lasting = nil
      return result(summary, view)
    case .stageFinished, .work, .progress, .fitness, .power, .chart, .activity, .total, .routine,
      .warning, .failure, .foreign:
      return []
    }
  }

  /// Lines of a wrapped command: never delayed and never dated, as they would be without wrap.
  private mutating func log(_ change: OutputChange, _ view: RunView) -> [Chunk] {
    heartbeat.restart(at: view.now.moment)
    // A question that was spoken has been ended.
    if case .line(let line) = change, let open, open.isSpoken, line.text == open.text { return [] }
    return change.logged
  }

  /// The line that a program has not ended and that was not spoken. One that it redraws is
  /// progress.
  private func unspokenLine(_ view: RunView) -> DisplayText? {
    guard isSpoken, let line = view.state.child.openLine, !line.isRedrawn, !line.text.isBlank
    else { return nil }
    let isSpoken = open.map { $0.isSpoken && line.text.description.hasPrefix($0.text.description) }
    return isSpoken == true ? nil : line.text
  }

  private func openLineDue(_ view: RunView) -> Moment? {
    unspokenLine(view).map { text in
      open.flatMap { $0.text == text ? $0.at + .seconds(1) / style.speed : nil } ?? view.now.moment
    }
  }

  /// Speaks a line that a program has not ended for a second: it may be a question.
  private mutating func openLine(_ view: RunView) -> [Chunk] {
    if view.state.child.openLine == nil { open = nil }
    guard let text = unspokenLine(view) else { return [] }
    if open?.text != text { open = (text, view.now.moment, false) }
    guard let due = openLineDue(view), due <= view.now.moment else { return [] }
    open?.isSpoken = true
    heartbeat.restart(at: view.now.moment)
    return [Chunk(.standardOutput, line: text)]
  }

  // MARK: Statuses

  /// Writes `contacting`, `downloading` and statuses of other programs at once, other statuses when
  /// they last a second.
  private mutating func write(_ status: SyncStatus, _ view: RunView) -> [Chunk] {
    lasting = nil
    let isNew = statuses[status.identity] == nil
    switch status {
    case .initial, .complete, .updated: return []
    case .offline: return [line(status, view)]
    case .contactingIntegrations(_, let unavailable):
      guard isNew || !unavailable.isEmpty else { return [] }
    case .downloadingActivities, .free: guard isNew else { return [] }
    default:
      if isNew { lasting = view.state.statusSince + .seconds(1) / style.speed }
      return []
    }
    return budget.allowsFact ? [line(status, view)] : []
  }

  /// Speaks a status once, and again if its text changes.
  private mutating func announce(_ status: SyncStatus, _ view: RunView) -> [Chunk] {
    let text = messages.spoken(status, now: view.now.wall)
    if statuses.count == Self.mostStatuses { statuses = [:] }
    guard statuses.updateValue(text, forKey: status.identity) != text else { return [] }
    switch status {
    // Spoken with the result of a run that succeeds.
    case .complete, .updated: return []
    default: break
    }
    var lines: [Chunk] = []
    if let stage, stage == status.stage {
      lines.append(line(messages.spoken(stage, percent: view.state.percent), view))
      self.stage = nil
    }
    return lines + [line(status, view)]
  }

  private mutating func tick(_ view: RunView) -> [Chunk] {
    let now = view.now.moment
    guard let due = wakeUp(view), due <= now else { return [] }
    lasting = nil
    let isSilent = heartbeat.end(isLate: !budget.allowsFact).map { $0 <= now } ?? false
    if isSilent { heartbeat.noteHeartbeat(at: now) }
    let status = view.state.headline(at: now).status
    switch status {
    // Nothing goes on any more.
    case .complete, .updated, .offline: return []
    case .initial: break
    default:
      if statuses[status.identity] != nil { break }
      // The heartbeat of a status does not come before its line.
      return isSilent || budget.allowsFact ? [line(status, view)] : []
    }
    return isSilent ? [line(messages.heartbeat(view.state, at: view.now), view)] : []
  }

  /// The line of a status. What another program does is no silence.
  private mutating func line(_ status: SyncStatus, _ view: RunView) -> Chunk {
    let now = view.now.wall
    let text = isSpoken ? messages.spoken(status, now: now) : messages.text(status, now: now)
    statuses[status.identity] = text
    if case .free = status { heartbeat.restart(at: view.now.moment) }
    return line(text, view)
  }

  // MARK: Results

  private mutating func rows(_ report: SourceReport, _ view: RunView) -> [Chunk] {
    if !isSpoken, view.state.run?.isListing == true {
      return messages.rows(report, glyphs, now: view.now.wall, width: view.columns)
    }
    if view.state.run?.isOverview == true { return [] }
    let row = view.state.listsSources ? messages.text(report, now: view.now.wall) : nil
    return [line(row ?? messages.connection(report), view)]
  }

  /// The page of `status`, `chart`, `rides` or `ride`, without dates and colours, so that scripts
  /// can read it.
  private mutating func overviewLines(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    guard overview.isDue(event, view.state) else { return [] }
    let now = view.now.wall
    guard isSpoken else {
      return Page(view, messages, glyphs, width: view.columns).lines
        .map { Chunk(.standardOutput, line: $0.text) }
    }
    return sentences(view.state, now: now).map { line($0, view) }
  }

  private func sentences(_ state: RunState, now: Timestamp) -> [DisplayText] {
    let today = messages.day(of: now)
    if let ride = state.ride {
      let trace = state.chart.isEmpty ? [] : messages.spokenChart(.trace, state.chart, today: today)
      return messages.spoken(ride) + trace
    }
    if state.run?.listsRides == true || !state.rideList.notes.isEmpty {
      return messages.spoken(state.rideList, today: today)
    }
    guard let chart = state.run?.chart else { return messages.spokenOverview(state, now: now) }
    if state.chart.isEmpty, !state.failures.isEmpty { return [] }
    return messages.spokenChart(chart, state.chart, today: today)
  }

  private mutating func announce(_ report: ScoreReport, _ view: RunView) -> [Chunk] {
    // Without any health data a line each day would say nothing new.
    if report.score.reason == .noHealthData { return [] }
    let text = messages.spoken(report, now: view.now.wall)
    return scores.updateValue(text, forKey: report.kind) == text ? [] : [line(text, view)]
  }

  /// A sentence, unless it equals the last one of its kind.
  private mutating func news(
    _ text: DisplayText?, after last: WritableKeyPath<Self, DisplayText?>, _ view: RunView
  ) -> [Chunk] {
    guard let text, text != self[keyPath: last] else { return [] }
    self[keyPath: last] = text
    return [line(text, view)]
  }

  private mutating func result(_ summary: RunSummary, _ view: RunView) -> [Chunk] {
    guard view.state.hasBlock || summary.outcome == .interrupted, summary != asked else {
      return []
    }
    if view.retryPrompt != nil { asked = summary }
    let took = view.state.duration(at: view.now.moment)
    return endings(summary, view) + scoreLines(summary, view) + steps(summary, view)
      + messages.logged(summary, view.state, took: took).map { line($0, view) }
  }

  /// The last statuses of a run that has succeeded, as they are spoken.
  private mutating func endings(_ summary: RunSummary, _ view: RunView) -> [Chunk] {
    guard isSpoken, summary.outcome == .ok else { return [] }
    return [SyncStatus.complete, .updated(at: view.now.wall)].compactMap {
      statuses.removeValue(forKey: $0.identity).map { line($0, view) }
    }
  }

  /// What to do after a first run, above its result. A question asks for something else.
  private mutating func steps(_ summary: RunSummary, _ view: RunView) -> [Chunk] {
    guard [.ok, .partial].contains(summary.outcome), view.retryPrompt == nil, budget.allowsFact,
      let advice = view.state.advice, advice.isFirstStep
    else { return [] }
    return [line(messages.text(advice), view)]
  }

  /// The scores before the result, if the run brought them or was offline.
  private mutating func scoreLines(_ summary: RunSummary, _ view: RunView) -> [Chunk] {
    switch summary.outcome {
    case .ok, .partial: break
    case .failed where view.state.status == .offline && view.state.endsAsSync: break
    case .failed, .interrupted: return []
    }
    if isSpoken {
      return ScoreKind.allCases.compactMap { view.state.scores[$0] }.flatMap { announce($0, view) }
        + messages.spokenFigures(view.state, now: view.now.wall).map { line($0, view) }
    }
    guard view.state.endsAsSync, let text = messages.plainScores(view.state, now: view.now.wall)
    else { return [] }
    return [line(text, view)]
  }

  /// A line as it is written or spoken.
  private mutating func line(
    _ text: DisplayText, _ view: RunView, isCounted: Bool = true
  ) -> Chunk {
    if isSpoken { return Chunk(.standardOutput, line: messages.sentence(text)) }
    if isCounted { budget.count() }
    let mark = style.isJournal ? "<6>" : "\(view.now.wall) "
    return Chunk(.standardOutput, line: glyphs.fit(DisplayText(mark + text.description)))
  }
}
