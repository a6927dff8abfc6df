// The event stream as NDJSON: the published names and types, kept apart from the inside.

import Codec
import Format
package import Model

/// Writes events as lines of JSON, numbered from 1 without gaps.
package struct EventEncoder: Sendable {
  private let messages: Messages
  private var sequence = 0
  /// Events are stamped as they are posted, progress as it is told: the later one may be written first.
  private var elapsed: Int64 = 0
  private var json = JSONWriter()
  /// Reads again what came from outside.
  private var parser = JSONParser()
  private var statuses = StatusMembers()
  private var heads = LineHeads()
  private var subjects = ProgressSubjects()

  /// - Parameter words: must tell clock times in UTC.
  package init(messages: Messages) {
    self.messages = messages
  }

  /// The first line of every stream.
  package mutating func version(_ velosync: String, at now: Now) -> [UInt8] {
    begin(VersionEvent.type, elapsed: 0, wall: now.wall)
    json.versionMembers(program: velosync)
    return end()
  }

  /// The line of an event; nil for events that only the inside knows.
  package mutating func line(_ event: SyncEvent, _ state: RunState, at now: Now) -> [UInt8]? {
    if let received = event.received { return line(received, event, state, at: now) }
    guard let type = event.kind.type else { return nil }
    let wall = now.wall(at: event.at)
    begin(type, elapsed: event.at.milliseconds(since: state.started), wall: wall)
    json.members(of: event, state, messages, &statuses, now: wall)
    return end()
  }

  /// A progress line: of one source, or of the run as a whole.
  package mutating func progress(
    _ report: ReportedProgress, _ state: RunState, at now: Now
  ) -> [UInt8] {
    begin(
      ProgressEvent.type, elapsed: now.moment.milliseconds(since: state.started), wall: now.wall)
    subjects.write(report, to: &json)
    json.progressNumbers(of: report)
    return end()
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
    if case .foreign(let type) = event.kind {
      begin(JSONWriter.head(of: type, at: stamp), elapsed: elapsed)
    } else if let type = event.kind.type {
      begin(type, elapsed: elapsed, wall: stamp)
    }
    let members = ReceivedMembers.of(received.line, &parser)
    json.members(again: members)
    if !received.isComplete { supply(event, state, at: stamp, beside: members) }
    return end()
  }

  /// Writes the members that the model knows and that are not among those received.
  private mutating func supply(
    _ event: SyncEvent, _ state: RunState, at stamp: Timestamp, beside received: [UInt8]
  ) {
    var model = JSONWriter()
    model.object { $0.members(of: event, state, messages, &statuses, now: stamp) }
    let object = [UInt8(ascii: "{")] + received + [UInt8(ascii: "}")]
    guard let theirs = try? JSONValue(parsing: object).members,
      let ours = try? JSONValue(parsing: model.take()).members
    else { return }
    let names = Set(theirs.map(\.name))
    for member in ours where !names.contains(member.name) {
      json.key(escaping: member.name)
      json.value(raw: member.value.compact)
    }
  }

  /// Begins a line with the members that all have.
  private mutating func begin(_ type: EventType, elapsed: Int64, wall: Timestamp) {
    begin(heads.head(of: type, at: wall), elapsed: elapsed)
  }

  private mutating func begin(_ head: [UInt8], elapsed: Int64) {
    sequence += 1
    self.elapsed = max(self.elapsed, elapsed)
    json.beginLine(head, sequence: sequence, elapsed: self.elapsed)
  }

  private mutating func end() -> [UInt8] {
    json.endObjectAndLine()
    return json.takeCopy()
  }
}

extension JSONWriter {
  /// The members that the types do not share, with what the model leaves to the state and the texts.
  fileprivate mutating func members(
    of event: SyncEvent, _ state: RunState, _ messages: Messages, _ statuses: inout StatusMembers,
    now: Timestamp
  ) {
    switch event.kind {
    case .runStarted(let start): members(of: start)
    case .stageStarted(let stage): members(of: stage, duration: nil)
    case .stageFinished(let stage): members(of: stage, duration: event.at - state.stageSince)
    case .status(let status): statuses.write(status, messages, now: now, to: &self)
    case .work, .foreign: break
    case .progress(let report): members(of: report)
    case .sourceFinished(let result):
      let tally = state.tallies[result.source]
      members(
        of: result, requests: tally?.requests ?? 0, bytes: tally?.bytes ?? 0,
        duration: tally?.duration(at: event.at) ?? .zero)
    case .score(let report): members(of: report)
    case .prep(let sheet): members(of: sheet)
    case .fitness(let report): members(of: report)
    case .power(let report): members(of: report)
    case .chart(let series): members(of: series)
    case .routine(let routine): members(of: routine)
    case .waiting(let wait): members(of: wait)
    case .log(let line): members(of: line)
    case .notice(let notice): noticeMembers(code: notice.code, message: messages.text(notice))
    case .warning(let warning):
      warningMembers(
        code: warning.code, message: messages.message(warning), hint: messages.hint(warning),
        source: warning.source)
    case .failure(let failure):
      members(
        of: failure, title: messages.title(failure), message: messages.message(failure),
        hint: messages.hint(failure))
    case .request(let trace): members(of: trace)
    case .source(let report): members(of: report)
    case .signIn(let signIn): members(of: signIn)
    case .summary(let summary):
      members(
        of: summary, run: state.run, scores: state.scores.compactMapValues(\.score.value),
        duration: event.at - state.started)
    }
  }
}

/// The heads of lines, written once a second for each type.
struct LineHeads: Sendable {
  private var second = Timestamp(seconds: .min)
  private var heads: [(type: ObjectIdentifier, bytes: [UInt8])] = []

  /// See ``JSONWriter/head(of:at:)``.
  mutating func head(of type: EventType, at stamp: Timestamp) -> [UInt8] {
    if second != stamp {
      second = stamp
      heads.removeAll(keepingCapacity: true)
    }
    let name = ObjectIdentifier(type)
    for index in heads.indices where heads[index].type == name {
      return heads[index].bytes
    }
    let bytes = JSONWriter.head(of: DisplayText("\(type.name)"), at: stamp)
    heads.append((name, bytes))
    return bytes
  }
}

/// What statuses look like on the wire. Making the two texts takes longer than all the rest of a
/// line, and a run has few different statuses that it may tell again and again.
struct StatusMembers: Sendable {
  private static let capacity = 16

  private var kept: [(status: SyncStatus, members: [UInt8])] = []
  /// The one told last. The next one is looked for behind it, because runs are alike.
  private var last = 0

  /// Writes the members of `status`.
  mutating func write(
    _ status: SyncStatus, _ messages: Messages, now: Timestamp, to json: inout JSONWriter
  ) {
    // How long ago something was is told anew each time.
    if case .updated = status { return json.members(of: status, messages, now: now) }
    for step in stride(from: 1, through: kept.count, by: 1) {
      let index = last + step < kept.count ? last + step : last + step - kept.count
      if kept[index].status == status {
        last = index
        return json.members(again: kept[index].members)
      }
    }
    let comma = json.count
    json.members(of: status, messages, now: now)
    keep(status, Array(json.bytes[(comma + 1)...]))
  }

  private mutating func keep(_ status: SyncStatus, _ members: [UInt8]) {
    if kept.count < Self.capacity {
      last = kept.count
      kept.append((status, members))
    } else {
      last = (last + 1) % Self.capacity
      kept[last] = (status, members)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of status: SyncStatus, _ messages: Messages, now: Timestamp) {
    members(
      of: status, text: messages.text(status, now: now), spoken: messages.spoken(status, now: now))
  }
}

/// The members of progress that are words, written once for each piece of work.
struct ProgressSubjects: Sendable {
  private struct Subject: Equatable {
    let stage: Stage?
    let source: Source?
    let unit: Work.Unit?
  }

  private var kept: [(subject: Subject, members: [UInt8])] = []

  /// Writes what `report` is about. There are no more than stages times sources times units.
  mutating func write(_ report: ReportedProgress, to json: inout JSONWriter) {
    let subject = Subject(stage: report.stage, source: report.source, unit: report.unit)
    for index in kept.indices where kept[index].subject == subject {
      return json.members(again: kept[index].members)
    }
    let comma = json.count
    json.progressWords(of: report)
    kept.append((subject, Array(json.bytes[(comma + 1)...])))
  }
}
