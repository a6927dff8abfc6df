// What progress is told of, kept for when it is told again: between two lines only numbers change.

import Codec
import Model

/// The members of progress that are words, written once for each piece of work.
struct ProgressSubjects: Sendable {
  private struct Subject: Equatable {
    let stage: Stage
    let source: Source?
    let unit: Work.Unit?
  }

  private var kept: [(subject: Subject, members: [UInt8])] = []

  /// Writes what `report` is about. There are no more than stages times sources times units.
  mutating func write(_ report: ProgressReport, to json: inout JSONWriter) {
    let subject = Subject(stage: report.stage, source: report.source, unit: report.unit)
    for entry in kept where entry.subject == subject {
      return json.members(again: entry.members)
    }
    let comma = json.count
    json.member("stage", subject.stage.rawValue)
    json.member("source", subject.source?.rawValue)
    json.member("unit", subject.unit?.rawValue)
    kept.append((subject, Array(json.bytes[(comma + 1)...])))
  }
}
