// What the kinds of records in year files have in common.

import Codec
import Format
import Model

/// A record that is one line of a year file.
protocol StoredRecord: RecordWithFields {
  associatedtype Key: Hashable, Sendable

  /// What names it among the records of its folder.
  var key: Key { get }
  /// The local day it belongs to; its year names the file.
  var day: Day { get }
  /// The service's record, as long as it is not stored: afterwards it is in the file alone.
  var raw: [UInt8]? { get set }
  /// Where a record from a file was first seen.
  var from: FileOrigin? { get }

  /// The order of the lines.
  func precedes(_ other: Self) -> Bool

  /// Reads a line; nil when it is no record of that source.
  ///
  /// - Parameter source: whose folder it stands in; nil for what belongs to no source.
  init?(_ line: JSONValue, of source: Source?)
}

extension StoredRecord {
  /// Writes the record as a line with its end.
  ///
  /// - Parameter old: its line until now: `raw` and `from` are taken from it where the record has
  ///   none, and so are the members that a person added.
  func writeLine(to json: inout JSONWriter, old: JSONValue? = nil) {
    json.object { json in
      Self.fields.writeMembers(self, to: &json)
      if let raw {
        json.member("raw", raw: raw)
      } else {
        json.member("raw", old?["raw"])
      }
      if from == nil {
        json.member("from", old?["from"])
      } else {
        Self.fields.writeOrigin(self, to: &json)
      }
      guard let members = old?.members else { return }
      for member in members where !member.withName(Self.fields.has) {
        // They say what the record was made from.
        if member.name == "raw" || member.name == "from" { continue }
        json.member(member)
      }
    }
    json.endLine()
  }
}

extension Activity: StoredRecord {
  var key: String { id.sourceID }

  func precedes(_ other: Activity) -> Bool {
    start == other.start ? id.sourceID < other.id.sourceID : start < other.start
  }
}

extension WellnessDay: StoredRecord {
  var key: Day { date }
  var day: Day { date }

  func precedes(_ other: WellnessDay) -> Bool { date < other.date }
}

extension ScoreDay: StoredRecord {
  var key: Day { date }
  var day: Day { date }
  var raw: [UInt8]? {
    get { nil }
    set {}
  }
  var from: FileOrigin? { nil }

  func precedes(_ other: ScoreDay) -> Bool { date < other.date }
}
