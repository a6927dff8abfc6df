// progress: how far a source, or the run as a whole, is.

package import Codec
package import Model

package enum ProgressEvent {
  static let fraction = EventRow<Fraction>(
    required: "fraction",
    "Completed fraction of the run; never decreases, and is 1 only at the end.")
  static let stage = EventRow<Stage>(
    "stage", "Current stage; absent in wrap if the command names none.")
  static let stageFraction = EventRow<Fraction>(
    "stage_fraction", "Completed fraction of the stage.")
  static let source = EventRow<Source>("source", "The source; absent for the whole run.")
  static let done = EventRow<Int>("done", "Units done.")
  static let total = EventRow<Int>("total", "Units in total, once known.")
  static let unit = EventRow<Work.Unit>("unit", "Unit of done and total.")
  static let left = EventRow<Seconds>(
    "eta_s", "Estimated seconds left, once they can be estimated.")

  package static let type = EventType(
    "progress", "Progress of a source or of the whole run, each at most once a second.",
    entries(fraction, stage, stageFraction, source, done, total, unit, left)
  ) { fields throws(EventError) in
    // Read in the order in which they are told: a fault is that of the first.
    let fraction = try fields.read(fraction)
    let stage = try fields.read(stage)
    _ = try fields.read(stageFraction)
    let progress = ReportedProgress(
      fraction: fraction, stage: stage, source: try fields.read(source),
      done: try fields.read(done), total: try fields.read(total), unit: try fields.read(unit),
      left: try fields.read(left))
    if fraction == nil, progress.done == nil { throw fields.missing(Self.fraction) }
    return .progress(progress)
  }
}

// MARK: Writing

extension JSONWriter {
  /// The members of progress that are words.
  package mutating func progressWords(of report: ReportedProgress) {
    put(ProgressEvent.stage, report.stage)
    put(ProgressEvent.source, report.source)
    put(ProgressEvent.unit, report.unit)
  }

  /// The members of progress that are numbers, after its words.
  package mutating func progressNumbers(of report: ReportedProgress) {
    put(ProgressEvent.fraction, report.fraction ?? report.share ?? 0)
    put(ProgressEvent.stageFraction, report.stageFraction)
    put(ProgressEvent.done, report.done)
    put(ProgressEvent.total, report.total)
    put(ProgressEvent.left, report.left)
  }

  /// Writes the members of `progress`.
  package mutating func members(of report: ReportedProgress) {
    progressWords(of: report)
    progressNumbers(of: report)
  }
}
