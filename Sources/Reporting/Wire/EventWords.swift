// The lists of words of the format.

import Model

/// Lists that decide what a script does, and those that are the format's own frame, never grow; those
/// of what the program knows (sources, statuses, codes) do.
extension EventWords {
  static let types = growing("type", WireType.self)
  static let statuses = growing("status", WireStatusName.self)
  static let codes = growing("code", WireCode.self)
  static let sources = growing("source", Source.self)
  static let units = growing("unit", Work.Unit.self)
  static let waitReasons = growing("wait_reason", WireWaitReason.self)
  static let sourceStates = growing("source_state", SourceReport.State.self)
  static let bands = growing("band", Band.self)

  static let stages = closed("stage", Stage.self)
  static let outcomes = closed("outcome", RunSummary.Outcome.self)
  static let sourceOutcomes = closed("source_outcome", SourceOutcome.self)
  static let scores = closed("score", ScoreKind.self)
  static let streams = closed("stream", WireStream.self)
  static let weekdays = closed("weekday", Weekday.self)

  private static func growing<ArgumentToken: CaseIterable & RawRepresentable<String>>(
    _ name: String, _: ArgumentToken.Type
  ) -> EventWords {
    EventWords(name: name, words: ArgumentToken.allCases.map(\.rawValue), mayGrow: true)
  }

  private static func closed<ArgumentToken: CaseIterable & RawRepresentable<String>>(
    _ name: String, _: ArgumentToken.Type
  ) -> EventWords {
    EventWords(name: name, words: ArgumentToken.allCases.map(\.rawValue), mayGrow: false)
  }
}
