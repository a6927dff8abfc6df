// The event stream as NDJSON: the published names and types, kept apart from the inside.

import Format
import Codec
package import Model

/// Writes events as lines of JSON, numbered from 1 without gaps.
package struct EventEncoder: Sendable {
  /// The version of the schema: a new minor version only adds.
  package static let format = "1.0"

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
    begin("version", elapsed: 0, wall: now.wall)
    json.member("format", Self.format)
    json.member("velo_sync", velosync)
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
    _ report: ProgressReport, _ state: RunState, at now: Now
  ) -> [UInt8] {
    begin("progress", elapsed: now.moment.milliseconds(since: state.started), wall: now.wall)
    subjects.write(report, to: &json)
    json.member("fraction", report.fraction, decimals: 4)
    json.member("stage_fraction", report.stageFraction, decimals: 4)
    json.member("done", report.done)
    json.member("total", report.total)
    json.member("eta_s", report.secondsLeft)
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
      begin(elapsed: elapsed) { $0.writeHead(of: type, at: stamp) }
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
  private mutating func begin(_ type: StaticString, elapsed: Int64, wall: Timestamp) {
    begin(elapsed: elapsed) { $0.heads.write(type, at: wall, to: &$0.json) }
  }

  /// - Parameter head: writes type and time.
  private mutating func begin(elapsed: Int64, head: (inout EventEncoder) -> Void) {
    sequence += 1
    self.elapsed = max(self.elapsed, elapsed)
    json.beginObject()
    head(&self)
    json.member("seq", sequence)
    json.member("elapsed_ms", self.elapsed)
  }

  private mutating func writeHead(of type: DisplayText, at stamp: Timestamp) {
    json.member("type", type)
    json.member("ts", stamp)
  }

  private mutating func end() -> [UInt8] {
    json.endObjectAndLine()
    return json.takeCopy()
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ text: DisplayText) {
    member(name, text.description)
  }

  mutating func member(_ name: StaticString, _ texts: [String]) {
    array(name) { json in
      for text in texts { json.value(text) }
    }
  }
}
