// The event stream as NDJSON: the published names and types, kept apart from the inside.

import Codec
package import SyncModel

/// Writes events as lines of JSON, numbered from 1 without gaps.
package struct EventEncoder: Sendable {
  /// The version of the schema: a new minor version only adds.
  package static let format = "1.0"

  private let words: Words
  private var sequence = 0
  /// Events are stamped as they are posted, progress as it is told: the later one may be written first.
  private var elapsed: Int64 = 0
  private var json = JSONWriter()
  private var statuses = StatusMembers()
  private var heads = LineHeads()
  private var subjects = ProgressSubjects()

  /// - Parameter words: must tell clock times in UTC.
  package init(words: Words) {
    self.words = words
  }

  /// The first line of every stream.
  package mutating func version(_ velosync: String, at now: Now) -> [UInt8] {
    begin("version", elapsed: 0, wall: now.wall)
    json.member("format", Self.format)
    json.member("velo_sync", velosync)
    return end()
  }

  /// The line of an event; nil for events that only the inside knows.
  package mutating func line(_ event: SyncEvent, _ board: Board, at now: Now) -> [UInt8]? {
    guard let type = event.kind.type else { return nil }
    let wall = now.wall(at: event.at)
    begin(type, elapsed: event.at.milliseconds(since: board.started), wall: wall)
    json.members(of: event, board, words, &statuses, now: wall)
    return end()
  }

  /// A progress line: of one source, or of the run as a whole.
  package mutating func progress(_ report: ProgressReport, _ board: Board, at now: Now) -> [UInt8] {
    begin("progress", elapsed: now.moment.milliseconds(since: board.started), wall: now.wall)
    subjects.write(report, to: &json)
    json.member("fraction", report.fraction, decimals: 4)
    json.member("stage_fraction", report.stageFraction, decimals: 4)
    json.member("done", report.done)
    json.member("total", report.total)
    json.member("eta_s", report.secondsLeft)
    return end()
  }

  /// The line of a day's load and what follows from it.
  package mutating func fitness(_ day: ScoreDay, _ board: Board, at now: Now) -> [UInt8] {
    begin("fitness", elapsed: now.moment.milliseconds(since: board.started), wall: now.wall)
    json.member("date", day.date)
    json.fitnessMembers(of: day)
    return end()
  }

  /// The line of the weekly routine.
  package mutating func routine(_ routine: Routine, _ board: Board, at now: Now) -> [UInt8] {
    begin("routine", elapsed: now.moment.milliseconds(since: board.started), wall: now.wall)
    json.members(of: routine)
    return end()
  }

  /// The line of what a wrapped command wrote on its own.
  package mutating func log(
    _ text: DisplayText, from stream: OutputStream, _ board: Board, at now: Now
  ) -> [UInt8] {
    begin("log", elapsed: now.moment.milliseconds(since: board.started), wall: now.wall)
    switch stream {
    case .standardOutput: json.member("stream", word: "stdout")
    case .standardError: json.member("stream", word: "stderr")
    }
    json.member("text", text)
    return end()
  }

  /// Begins a line with the members that all have.
  private mutating func begin(_ type: StaticString, elapsed: Int64, wall: Timestamp) {
    sequence += 1
    self.elapsed = max(self.elapsed, elapsed)
    json.beginObject()
    heads.write(type, at: wall, to: &json)
    json.member("seq", sequence)
    json.member("elapsed_ms", self.elapsed)
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

  mutating func member(_ name: StaticString, _ day: Day) {
    member(name, CivilDate(daysSince1970: day.number)?.description)
  }

  mutating func member(_ name: StaticString, _ texts: [String]) {
    array(name) { json in
      for text in texts { json.value(text) }
    }
  }
}
