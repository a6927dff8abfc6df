// What the kinds of records in year files have in common.

import Codec
import Format
import Model

/// A record that is one line of a year file.
protocol StoredRecord: Sendable {
  associatedtype Key: Hashable, Sendable

  /// What names it among the records of its folder.
  var key: Key { get }
  /// The local day it belongs to; its year names the file.
  var day: Day { get }
  /// The service's record, only while it is fresh: stored ones stay in their file.
  var raw: [UInt8]? { get set }
  /// Where a record from a file was first seen.
  var from: FilePlace? { get }

  /// The order of the lines.
  func precedes(_ other: Self) -> Bool

  /// Reads a line; nil when it is no record of that source.
  ///
  /// - Parameter source: whose folder it stands in; nil for what belongs to no source.
  init?(_ line: JSONValue, of source: Source?)

  /// Writes the members that count as a change, in their order.
  func writeMembers(to json: inout JSONWriter)

  /// Writes those that velo-sync has derived from them, which stand behind them.
  func writeUncounted(to json: inout JSONWriter)

  /// Writes `from`.
  func writeOrigin(to json: inout JSONWriter)

  /// Whether a member is one of the record's fields.
  static func knows(_ key: JSONKey) -> Bool

  /// Whether both say the same in the fields that count as a change.
  func agrees(with other: Self) -> Bool

  /// The stored record with what this one, which has figures only, knows better.
  func completed(by stored: Self) -> Self

  /// This record with what was derived from data that are not at hand any more, as its old line has
  /// it.
  func keepingAnalysis(of old: JSONValue) -> Self
}

extension StoredRecord {
  func writeUncounted(to json: inout JSONWriter) {}

  func writeOrigin(to json: inout JSONWriter) {}

  func completed(by stored: Self) -> Self { self }

  func keepingAnalysis(of old: JSONValue) -> Self { self }

  /// Writes the record as a line with its end.
  ///
  /// - Parameters:
  ///   - kept: its `raw`, where that was kept elsewhere for the while.
  ///   - old: the line it stood in until now: it lends `raw` and `from`, unless there are fresh ones,
  ///     and the members that a person added.
  func writeLine(
    to json: inout JSONWriter, raw kept: ArraySlice<UInt8>? = nil, old: JSONValue? = nil
  ) {
    json.object { json in
      writeMembers(to: &json)
      writeUncounted(to: &json)
      if let kept {
        json.member("raw", raw: kept)
      } else if let raw {
        json.member("raw", raw: raw)
      } else {
        json.member("raw", old?["raw"])
      }
      if from == nil { json.member("from", old?["from"]) } else { writeOrigin(to: &json) }
      guard let members = old?.members else { return }
      for member in members where !Self.knows(member.key) && !member.isOrigin {
        json.member(member)
      }
    }
    json.endLine()
  }
}

extension JSONMember {
  /// Whether it says what the record was made from.
  fileprivate var isOrigin: Bool { name == "raw" || name == "from" }
}

extension Activity: StoredRecord {
  var key: String { id.sourceID }

  func precedes(_ other: Activity) -> Bool {
    start == other.start ? id.sourceID < other.id.sourceID : start < other.start
  }

  func completed(by stored: Activity) -> Activity {
    var record = stored
    record.load = load
    record.loadFrom = loadFrom
    record.sameAs = sameAs
    record.analysis = analysis ?? stored.analysis
    return record
  }

  func keepingAnalysis(of old: JSONValue) -> Activity {
    guard analysis == nil, let stored = Activity(old, of: nil)?.analysis else { return self }
    var record = self
    record.analysis = stored
    return record
  }

  /// A digest of all that `agrees` compares.
  var digest: UInt64 {
    var json = JSONWriter()
    return digest(in: &json)
  }

  /// The digest, made in a writer that keeps its capacity.
  func digest(in json: inout JSONWriter) -> UInt64 {
    json.removeAll()
    writeMembers(to: &json)
    return Digest.of(json.bytes)
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
  var from: FilePlace? { nil }

  func precedes(_ other: ScoreDay) -> Bool { date < other.date }
}
