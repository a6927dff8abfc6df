// How far a source, or the run as a whole, is, and what of it is the same in the next line.

import Codec
import Format
package import Model

/// What a progress line says.
package struct ProgressReport: Hashable, Sendable {
  /// 0…1 over the run.
  let fraction: Double
  let stage: Stage
  /// 0…1 over the stage.
  let stageFraction: Double
  let source: Source?
  let done: Int?
  let total: Int?
  let unit: Work.Unit?
  /// Begun seconds counted.
  let secondsLeft: Int?

  /// - Parameters:
  ///   - fraction: 0…1 over the run.
  ///   - stageFraction: 0…1 over the stage.
  ///   - source: nil for the run as a whole.
  ///   - left: the time left, where it can be told honestly.
  package init(
    fraction: Double, stage: Stage, stageFraction: Double, source: Source? = nil, done: Int? = nil,
    total: Int? = nil, unit: Work.Unit? = nil, left: Duration? = nil
  ) {
    self.fraction = fraction
    self.stage = stage
    self.stageFraction = stageFraction
    self.source = source
    self.done = done
    self.total = total
    self.unit = unit
    secondsLeft = left.map { Int($0.inSeconds.rounded(.up)) }
  }
}

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
    json.progressMembers(stage: subject.stage, source: subject.source, unit: subject.unit)
    kept.append((subject, Array(json.bytes[(comma + 1)...])))
  }
}
