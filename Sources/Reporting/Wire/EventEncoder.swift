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

  /// - Parameter words: must tell clock times in UTC.
  package init(words: Words) {
    self.words = words
  }

  /// The first line of every stream.
  package mutating func version(_ velosync: String, at now: Now) -> [UInt8] {
    line("version", elapsed: .zero, wall: now.wall) { json in
      json.member("format", Self.format)
      json.member("velo_sync", velosync)
    }
  }

  /// The line of an event; nil for events that only the inside knows.
  package mutating func line(_ event: SyncEvent, _ board: Board, at now: Now) -> [UInt8]? {
    guard let type = event.kind.type else { return nil }
    let wall = now.wall(at: event.at)
    let words = words
    return line(type, elapsed: event.at - board.started, wall: wall) { json in
      json.members(of: event, board, words, now: wall)
    }
  }

  /// A progress line: of one source, or of the run as a whole.
  package mutating func progress(_ report: ProgressReport, _ board: Board, at now: Now) -> [UInt8] {
    line("progress", elapsed: now.moment - board.started, wall: now.wall) { json in
      json.member("fraction", report.fraction, decimals: 4)
      json.member("stage", report.stage.rawValue)
      json.member("stage_fraction", report.stageFraction, decimals: 4)
      json.member("source", report.source?.rawValue)
      json.member("done", report.done)
      json.member("total", report.total)
      json.member("unit", report.unit?.rawValue)
      json.member("eta_s", report.left.map { Int($0.inSeconds.rounded(.up)) })
    }
  }

  private mutating func line(
    _ type: StaticString, elapsed: Duration, wall: Timestamp, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    sequence += 1
    self.elapsed = max(self.elapsed, elapsed.milliseconds)
    let (sequence, elapsed) = (sequence, self.elapsed)
    json.object { json in
      json.member("type", "\(type)")
      json.member("ts", time: wall.seconds)
      json.member("seq", sequence)
      json.member("elapsed_ms", elapsed)
      members(&json)
    }
    json.endLine()
    return json.take()
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
