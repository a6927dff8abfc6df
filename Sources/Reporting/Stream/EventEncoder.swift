// The event stream as NDJSON: the published names and types, kept apart from the inside.

import Codec
import Format
package import Model

/// Writes events as lines of JSON, numbered from 1 without gaps.
package struct EventEncoder: Sendable {
  private let messages: Messages
  private var sequence = 0
  /// In milliseconds. Events are stamped as they are posted, progress as it is told: the later one
  /// may be written first.
  private var elapsed: Int64 = 0
  private var json = JSONWriter()
  /// Reads again what came from outside.
  private var parser = JSONParser()

  /// - Parameter messages: must tell clock times in UTC.
  package init(messages: Messages) { self.messages = messages }

  /// The first line of every stream.
  package mutating func version(_ velosync: String, at now: Now) -> [UInt8] {
    Events.version.write(
      StreamVersion(program: velosync), head(at: now.wall, elapsed: 0), to: &json)
    return json.takeCopy()
  }

  /// The line of an event; nil for events that only the inside knows.
  package mutating func line(_ event: SyncEvent, _ state: RunState, at now: Now) -> [UInt8]? {
    if let received = event.received { return line(received, event, state, at: now) }
    switch event.kind {
    case .status(.initial), .work, .foreign: return nil
    default: break
    }
    let stamp = now.wall(at: event.at)
    let head = head(at: stamp, elapsed: event.at.milliseconds(since: state.started))
    json.write(event, head, state, messages, now: stamp)
    return json.takeCopy()
  }

  /// The line of an event from outside: its members as they came, and behind them those that the
  /// format demands and its writer left out.
  private mutating func line(
    _ received: Received, _ event: SyncEvent, _ state: RunState, at now: Now
  ) -> [UInt8] {
    let stamp = received.stamp ?? now.wall(at: event.at)
    if let elapsed = received.elapsed {
      // What was recorded stands, also where another run begins.
      self.elapsed = elapsed.milliseconds
    }
    let elapsed = received.elapsed?.milliseconds ?? event.at.milliseconds(since: state.started)
    let (type, members) = ReceivedMembers.of(received.line, &parser)
    let head = head(of: type, at: stamp, elapsed: elapsed)
    var supplement: [JSONMember] = []
    var isEstimated = false
    if case .progress(let report) = event.kind { isEstimated = report.left != nil }
    if !received.isComplete || isEstimated && received.elapsed == nil {
      var model = JSONWriter()
      model.write(event, head, state, messages, now: stamp)
      supplement = Self.members(of: model.take(), missingIn: members, but: received.absent)
    }
    json.object { json in
      LineHead.table.write(head, to: &json)
      json.members(again: members)
      for member in supplement { json.member(member) }
    }
    json.endLine()
    return json.takeCopy()
  }

  /// The members of a line that are not among those received, without those of all types and some
  /// others.
  private static func members(
    of line: [UInt8], missingIn received: [UInt8], but others: [String]
  ) -> [JSONMember] {
    let object = [UInt8(ascii: "{")] + received + [UInt8(ascii: "}")]
    // Both were written here, or read before.
    guard let theirs = try? JSONValue(parsing: object).members,
      let ours = try? JSONValue(parsing: line).members
    else { return [] }
    let names = Set(theirs.map(\.name) + EventType.common.map(\.name) + others)
    return ours.filter { !names.contains($0.name) }
  }

  /// The members of the next line that all types have.
  private mutating func head(
    of type: DisplayText = "", at stamp: Timestamp, elapsed: Int64
  ) -> LineHead {
    sequence += 1
    self.elapsed = max(self.elapsed, elapsed)
    return LineHead(type: type, at: stamp, sequence: sequence, elapsed: Int(self.elapsed))
  }
}

extension JSONWriter {
  /// Writes the line of an event, with what the model leaves to the state and the texts; nothing
  /// for one that only the inside knows.
  fileprivate mutating func write(
    _ event: SyncEvent, _ head: LineHead, _ state: RunState, _ messages: Messages, now: Timestamp
  ) {
    switch event.kind {
    case .runStarted(let start): Events.runStarted.write(RunStartMembers(start), head, to: &self)
    case .stageStarted(let stage): Events.stageStarted.write(StageMembers(stage), head, to: &self)
    case .stageFinished(let stage):
      let members = StageMembers(stage, duration: event.at - state.stageSince)
      Events.stageFinished.write(members, head, to: &self)
    case .status(let status):
      let members = StatusMembers(
        status, text: messages.text(status, now: now), spoken: messages.spoken(status, now: now))
      Events.status.write(members, head, to: &self)
    case .work, .foreign: break
    case .progress(let report): Events.progress.write(report, head, to: &self)
    case .sourceFinished(let result):
      let tally = state.tallies[result.source]
      let members = SourceFinishedMembers(
        result, requests: tally?.requests ?? 0, bytes: tally?.bytes ?? 0,
        duration: tally?.duration(at: event.at) ?? .zero)
      Events.sourceFinished.write(members, head, to: &self)
    case .score(let report): Events.score.write(ScoreMembers(report), head, to: &self)
    case .prep(let sheet): Events.prep.write(sheet, head, to: &self)
    case .fitness(let report): Events.fitness.write(report, head, to: &self)
    case .power(let report): Events.power.write(report, head, to: &self)
    case .chart(let series): Events.chart.write(series, head, to: &self)
    case .activity(let activity): Events.activity.write(activity, head, to: &self)
    case .total(let total): Events.total.write(total, head, to: &self)
    case .routine(let routine): Events.routine.write(routine, head, to: &self)
    case .waiting(let wait): Events.waiting.write(WaitMembers(wait), head, to: &self)
    case .log(let line): Events.log.write(line, head, to: &self)
    case .notice(let notice):
      let message = ExternalMessage(code: DisplayText(notice.code), message: messages.text(notice))
      Events.notice.write(message, head, to: &self)
    case .warning(let warning):
      let message = ExternalMessage(
        code: DisplayText(warning.code), message: messages.message(warning),
        hint: messages.hint(warning), source: warning.source)
      Events.warning.write(message, head, to: &self)
    case .failure(let failure):
      let members = FailureMembers(
        failure, title: messages.title(failure), message: messages.message(failure),
        hint: messages.hint(failure))
      Events.failure.write(members, head, to: &self)
    case .request(let trace): Events.request.write(trace, head, to: &self)
    case .source(let report): Events.source.write(report, head, to: &self)
    case .signIn(let signIn): Events.signIn.write(SignInMembers(signIn), head, to: &self)
    case .summary(let summary):
      let members = SummaryMembers(
        summary, run: state.run, scores: state.scores.compactMapValues(\.score.value),
        duration: event.at - state.started, overview: state.overview)
      Events.summary.write(members, head, to: &self)
    }
  }
}
