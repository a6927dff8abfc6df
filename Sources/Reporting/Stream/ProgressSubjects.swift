// What of a progress line is the same in the next line about that work.

import Codec
import Format
import Model

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
