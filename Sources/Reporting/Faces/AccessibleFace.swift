// Sentences for screen readers: one after the other, each said once, in whole words.

package import SyncModel

/// How the accessible face behaves.
package struct AccessibleStyle: Sendable {
  /// The longest silence; nil for no heartbeat.
  package var heartbeat: Duration?
  /// Whether requests are sentences too.
  package var isVerbose: Bool
  /// Divides heartbeats.
  package var speed: Double

  package init(
    heartbeat: Duration? = .seconds(30), isVerbose: Bool = false, speed: Double = 1
  ) {
    self.heartbeat = heartbeat
    self.isVerbose = isVerbose
    self.speed = speed
  }
}

/// The accessible face: it only ever appends, and has no sign that is not a letter, a digit or
/// punctuation, but for names from outside.
package struct AccessibleFace: Face {
  /// Other programs may have any number of statuses; more than these are not remembered.
  private static let mostStatuses = 256

  private let words: Words
  private let style: AccessibleStyle
  private let troubles: TroubleLines
  private var silence: Silence
  private var retries = RetryRest()
  /// The stage to be named before the next thing that is said in it: one that is passed over is not.
  private var stage: Stage?
  /// What was said last of each status and of each score.
  private var statuses: [SyncStatus.Identity: DisplayText] = [:]
  private var scores: [ScoreKind: DisplayText] = [:]
  /// The suggestion and the wait that were said last.
  private var suggestion: DisplayText?
  private var wait: DisplayText?
  private var overview = OverviewTurn()

  /// - Parameters:
  ///   - words: must be spoken ones.
  ///   - troubles: must have the same words.
  package init(words: Words, style: AccessibleStyle, troubles: TroubleLines, began: Moment) {
    self.words = words
    self.style = style
    self.troubles = troubles
    let limit = style.heartbeat.map { $0 / style.speed }
    silence = Silence(limit: limit, lateLimit: limit ?? .zero, since: began)
  }

  package mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch signal {
    case .event(let event):
      return picture(event, board, scene) + step(event, board, scene)
        + troubles.lines(for: event, board)
    case .tick:
      guard let end = wakeUp(board, scene), end <= scene.now.moment else { return [] }
      silence.beat(at: scene.now.moment)
      return [line(words.spokenHeartbeat(board, at: scene.now))]
    case .interrupt, .terminate, .hangup:
      return [say(words.spokenStopping(signal), scene)]
    case .progressRequest:
      return [say(words.spokenProgress(board, at: scene.now), scene)]
    case .ended, .line:
      // A run is offered again when it failed, and whenever the answer was another word.
      guard let offer = scene.offer, board.summary == nil else { return [] }
      return [say(words.spokenPrompt(offer.remedy), scene)]
    case .key, .inputClosed, .bytes, .bytesEnded, .childEnded, .resize, .suspend, .resume,
      .outputClosed:
      return []
    }
  }

  package func wakeUp(_ board: Board, _ scene: Scene) -> Moment? {
    guard board.summary == nil, scene.offer == nil else { return nil }
    let isTopical =
      board.status != .initial || board.run?.program != nil
      || board.wait(at: scene.now.moment) != nil
    return isTopical ? silence.end(isLate: false) : nil
  }

  private mutating func step(_ event: SyncEvent, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch event.kind {
    case .runStarted(let run):
      return begin(run, at: event.at, board, scene)
    case .stageStarted(let stage):
      self.stage = stage
      silence.reset(at: event.at)
      return []
    case .status(let status):
      return tell(status, at: event.at, scene)
    case .sourceFinished(let result):
      // Why a source failed is an error, and said as that.
      guard result.outcome != .failed, result.outcome != .skipped else { return [] }
      let took = board.tallies[result.source]?.duration(at: event.at) ?? .zero
      return [say(words.spoken(result, took: took), scene)]
    case .score(let report):
      // A saved score is worth a sentence only when no newer one comes.
      return report.cached ? [] : tell(report, scene)
    case .prep(let prep):
      if board.run?.isOverview == true { return [] }
      return news(words.spoken(prep), after: \.suggestion, scene)
    case .waiting(let wait):
      guard retries.allows(wait, at: event.at) else { return [] }
      return news(words.spoken(wait), after: \.wait, scene)
    case .notice(let notice):
      return [say(words.sentence(words.text(notice)), scene)]
    case .log(let output):
      silence.speak(at: scene.now.moment)
      return [Chunk(output.stream, line: output.text)]
    case .request(let trace):
      return style.isVerbose ? [say(words.spoken(trace), scene)] : []
    case .source(let report):
      if board.run?.isOverview == true { return [] }
      let row = board.listsSources ? words.spoken(report, now: scene.now.wall) : nil
      return [say(row ?? words.spokenConnection(report), scene)]
    case .signIn(let signIn):
      return [say(words.spoken(signIn), scene)]
    case .summary(let summary):
      return result(summary, board, scene)
    case .stageFinished, .work, .progress, .fitness, .routine, .warning, .failure, .foreign:
      return []
    }
  }

  /// How everything stands.
  private mutating func picture(
    _ event: SyncEvent, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    guard overview.isDue(event, board) else { return [] }
    return words.spokenOverview(board, now: scene.now.wall).map { say($0, scene) }
  }

  /// A further attempt is told anew.
  private mutating func begin(
    _ run: RunStart, at moment: Moment, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    silence.reset(at: moment)
    if run.attempt > 1 {
      statuses = [:]
      wait = nil
      return [say("Trying again.", scene)]
    }
    if let program = run.program {
      return [say(words.sentence(words.spokenRunning(program)), scene)]
    }
    guard run.isSync else { return [] }
    return [say(words.sentence(words.spoken(.initial, now: scene.now.wall)), scene)]
  }

  /// A status is said once, and again when it reads differently.
  private mutating func tell(
    _ status: SyncStatus, at moment: Moment, _ scene: Scene
  ) -> [Chunk] {
    let text = words.spoken(status, now: scene.now.wall)
    if status.source != nil, statuses[status.identity] == nil { silence.reset(at: moment) }
    if statuses.count == Self.mostStatuses { statuses = [:] }
    guard statuses.updateValue(text, forKey: status.identity) != text else { return [] }
    var lines: [Chunk] = []
    if let stage, stage == status.stage {
      lines.append(say(words.spoken(stage), scene))
      self.stage = nil
    }
    return lines + [say(words.sentence(text), scene)]
  }

  private mutating func tell(_ report: ScoreReport, _ scene: Scene) -> [Chunk] {
    let text = words.spoken(report, now: scene.now.wall)
    return scores.updateValue(text, forKey: report.kind) == text ? [] : [say(text, scene)]
  }

  /// A sentence that differs from the last one of its kind.
  private mutating func news(
    _ text: DisplayText?, after last: WritableKeyPath<Self, DisplayText?>, _ scene: Scene
  ) -> [Chunk] {
    guard let text, text != self[keyPath: last] else { return [] }
    self[keyPath: last] = text
    return [say(text, scene)]
  }

  private mutating func result(
    _ summary: RunSummary, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    guard board.hasBlock else {
      return summary.outcome == .interrupted ? [say(words.stopped(board), scene)] : []
    }
    // Standard error says that a program failed.
    if board.endsAsProgram, summary.outcome == .failed, !summary.isCut { return [] }
    var lines: [Chunk] = []
    if summary.outcome == .ok || summary.outcome == .partial || board.status == .offline {
      for kind in ScoreKind.allCases {
        if let report = board.scores[kind] { lines += tell(report, scene) }
      }
    }
    let took = board.duration(at: scene.now.moment)
    return lines + [say(words.spokenResult(summary, board, took: took), scene)]
  }

  private mutating func say(_ text: DisplayText, _ scene: Scene) -> Chunk {
    silence.speak(at: scene.now.moment)
    return line(text)
  }

  private func line(_ text: DisplayText) -> Chunk {
    Chunk(.standardOutput, line: text)
  }
}
