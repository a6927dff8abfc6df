// The accessible face: whole sentences for screen readers, appended one after the other.

package import Model

/// How the accessible face behaves.
package struct AccessibleStyle: Sendable {
  /// The longest silence; nil for no heartbeat.
  package var heartbeat: Duration?
  /// Whether requests are reported, too.
  package var isVerbose: Bool
  /// Divides heartbeats.
  package var speed: Double

  package init(heartbeat: Duration? = .seconds(30), isVerbose: Bool = false, speed: Double = 1) {
    self.heartbeat = heartbeat
    self.isVerbose = isVerbose
    self.speed = speed
  }
}

/// The accessible face. It only appends, and apart from names from outside uses only letters, digits
/// and punctuation.
package struct AccessibleFace: Face {
  /// Limits memory: other programs may have any number of statuses.
  private static let mostStatuses = 256

  private let messages: Messages
  private let style: AccessibleStyle
  private let troubles: TroubleLines
  private var heartbeat: HeartbeatTimer
  private var retries = RetryThrottle()
  /// The stage to announce before its next status; a stage without a status is not announced.
  private var stage: Stage?
  /// The last sentence of each status and of each score.
  private var statuses: [SyncStatus.Identity: DisplayText] = [:]
  private var scores: [ScoreKind: DisplayText] = [:]
  /// The last suggestion and the last wait.
  private var suggestion: DisplayText?
  private var wait: DisplayText?
  private var overview = OverviewTurn()

  /// - Parameters:
  ///   - messages: must be spoken.
  ///   - troubles: must use the same messages.
  package init(messages: Messages, style: AccessibleStyle, troubles: TroubleLines, began: Moment) {
    self.messages = messages
    self.style = style
    self.troubles = troubles
    let limit = style.heartbeat.map { $0 / style.speed }
    heartbeat = HeartbeatTimer(limit: limit, lateLimit: limit ?? .zero, since: began)
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
      guard let end = wakeUp(state, context), end <= context.now.moment else { return [] }
      heartbeat.beat(at: context.now.moment)
      return [line(messages.spokenHeartbeat(state, at: context.now))]
    case .interrupt, .terminate, .hangup:
      return [say(messages.spokenStopping(signal), context)]
    case .progressRequest:
      return [say(messages.spokenProgress(state, at: context.now), context)]
    case .ended, .line:
      // The prompt is repeated after an answer that is not understood.
      guard let offer = context.offer, state.summary == nil else { return [] }
      return [say(messages.spokenPrompt(offer.remedy), context)]
    case .key, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded, .resize, .suspend,
      .resume, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    guard state.summary == nil, context.offer == nil else { return nil }
    return state.isBusy(at: context.now.moment) ? heartbeat.end(isLate: false) : nil
  }

  private mutating func step(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch event.kind {
    case .runStarted(let run):
      return begin(run, at: event.at, state, context)
    case .stageStarted(let stage):
      self.stage = stage
      heartbeat.reset(at: event.at)
      return []
    case .status(let status):
      return announce(status, at: event.at, context)
    case .sourceFinished(let result):
      // A failed source is reported as an error.
      guard result.outcome != .failed, result.outcome != .skipped else { return [] }
      let took = state.tallies[result.source]?.duration(at: event.at) ?? .zero
      return [say(messages.spoken(result, took: took), context)]
    case .score(let report):
      // A saved score is reported at the end, if no newer one has come.
      return report.cached ? [] : announce(report, context)
    case .prep(let prep):
      if state.run?.isOverview == true { return [] }
      return news(messages.spoken(prep), after: \.suggestion, context)
    case .waiting(let wait):
      guard retries.allows(wait, at: event.at) else { return [] }
      return news(messages.spoken(wait), after: \.wait, context)
    case .notice(let notice):
      return [say(messages.sentence(messages.text(notice)), context)]
    case .log(let output):
      return log(.line(output), context)
    case .request(let trace):
      return style.isVerbose ? [say(messages.spoken(trace), context)] : []
    case .source(let report):
      if state.run?.isOverview == true { return [] }
      let row = state.listsSources ? messages.spoken(report, now: context.now.wall) : nil
      return [say(row ?? messages.spokenConnection(report), context)]
    case .signIn(let signIn):
      return [say(messages.spoken(signIn), context)]
    case .summary(let summary):
      return result(summary, state, context)
    case .stageFinished, .work, .progress, .fitness, .power, .chart, .routine, .warning, .failure,
      .foreign:
      return []
    }
  }

  /// Lines of a wrapped command, as they are.
  private mutating func log(_ change: OutputChange, _ context: RenderContext) -> [Chunk] {
    heartbeat.speak(at: context.now.moment)
    return change.logged
  }

  /// The output of `status` or `chart`.
  private mutating func overviewLines(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard overview.isDue(event, state) else { return [] }
    let now = context.now.wall
    let sentences =
      if let chart = state.run?.chart {
        messages.spokenChart(chart, state.chart, today: messages.day(of: now))
      } else {
        messages.spokenOverview(state, now: now)
      }
    return sentences.map { say($0, context) }
  }

  /// Another attempt is reported from its beginning.
  private mutating func begin(
    _ run: RunStart, at moment: Moment, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    heartbeat.reset(at: moment)
    if run.attempt > 1 {
      statuses = [:]
      wait = nil
      return [say("Trying again.", context)]
    }
    if let name = run.spokenName {
      return [say(messages.sentence(messages.spokenRunning(name)), context)]
    }
    guard run.isSync else { return [] }
    return [say(messages.sentence(messages.spoken(.initial, now: context.now.wall)), context)]
  }

  /// A status is reported once, and again if its text changes.
  private mutating func announce(
    _ status: SyncStatus, at moment: Moment, _ context: RenderContext
  ) -> [Chunk] {
    let text = messages.spoken(status, now: context.now.wall)
    if status.source != nil, statuses[status.identity] == nil { heartbeat.reset(at: moment) }
    if statuses.count == Self.mostStatuses { statuses = [:] }
    guard statuses.updateValue(text, forKey: status.identity) != text else { return [] }
    var lines: [Chunk] = []
    if let stage, stage == status.stage {
      lines.append(say(messages.spoken(stage), context))
      self.stage = nil
    }
    return lines + [say(messages.sentence(text), context)]
  }

  private mutating func announce(_ report: ScoreReport, _ context: RenderContext) -> [Chunk] {
    let text = messages.spoken(report, now: context.now.wall)
    return scores.updateValue(text, forKey: report.kind) == text ? [] : [say(text, context)]
  }

  /// A sentence, unless it equals the last one of its kind.
  private mutating func news(
    _ text: DisplayText?, after last: WritableKeyPath<Self, DisplayText?>, _ context: RenderContext
  ) -> [Chunk] {
    guard let text, text != self[keyPath: last] else { return [] }
    self[keyPath: last] = text
    return [say(text, context)]
  }

  private mutating func result(
    _ summary: RunSummary, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard state.hasBlock else {
      return summary.outcome == .interrupted ? [say(messages.stopped(state), context)] : []
    }
    // Standard error reports that a program failed.
    if state.endsAsProgram, summary.outcome == .failed, !summary.isCut { return [] }
    var lines: [Chunk] = []
    if summary.outcome == .ok || summary.outcome == .partial || state.status == .offline {
      for kind in ScoreKind.allCases {
        if let report = state.scores[kind] { lines += announce(report, context) }
      }
    }
    let took = state.duration(at: context.now.moment)
    return lines + [say(messages.spokenResult(summary, state, took: took), context)]
  }

  private mutating func say(_ text: DisplayText, _ context: RenderContext) -> Chunk {
    heartbeat.speak(at: context.now.moment)
    return line(text)
  }

  private func line(_ text: DisplayText) -> Chunk {
    Chunk(.standardOutput, line: text)
  }
}
