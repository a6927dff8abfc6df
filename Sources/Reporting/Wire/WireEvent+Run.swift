// How a run begins and ends.

package import Model

extension WireEvent {
  /// The first line of a stream.
  package struct Version: Hashable, Sendable {
    /// Major and minor version of the format.
    package let major: Int
    package let minor: Int
    /// The version of the program that wrote it.
    package let program: DisplayText?

    /// - Throws: `unknownVersion` for a major version other than that of ``EventEncoder/format``.
    init(_ fields: inout WireFields) throws(WireError) {
      let format = try fields.text(.format).required(.format, of: .version)
      let numbers = format.description.split(separator: ".", omittingEmptySubsequences: false)
      guard numbers.count == 2, let major = Int(numbers[0]), let minor = Int(numbers[1]) else {
        throw .wrong(.format, expected: .version)
      }
      guard major == 1 else { throw .unknownVersion(format) }
      self.major = major
      self.minor = minor
      program = try fields.text(.veloSync)
    }
  }

  /// What a run sets out to do.
  package struct RunStarted: Hashable, Sendable {
    package let id: DisplayText?
    package let command: DisplayText
    package let arguments: [DisplayText]
    package let dryRun: Bool?
    package let sample: Bool?
    package let sources: [OpenEnum<Source>]?
    package let store: DisplayText?
    /// From 1.
    package let attempt: Int?

    init(_ fields: inout WireFields) throws(WireError) {
      id = try fields.text(.runID)
      command = try fields.text(.command).required(.command, of: .runStarted)
      arguments = try fields.texts(.arguments) ?? []
      dryRun = try fields.flag(.dryRun)
      sample = try fields.flag(.sample)
      sources = try fields.words(.sources, WireLists.sources)
      store = try fields.text(.store)
      attempt = try fields.count(.attempt)
    }
  }

  /// A stage begins.
  package struct StageStarted: Hashable, Sendable {
    package let stage: OpenEnum<Stage>

    init(_ fields: inout WireFields) throws(WireError) {
      stage = try fields.word(.stage, WireLists.stages).required(.stage, of: .stageStarted)
    }
  }

  /// A stage is done.
  package struct StageFinished: Hashable, Sendable {
    package let stage: OpenEnum<Stage>
    package let duration: Duration?

    init(_ fields: inout WireFields) throws(WireError) {
      stage = try fields.word(.stage, WireLists.stages).required(.stage, of: .stageFinished)
      duration = try fields.milliseconds(.durationMS)
    }
  }

  /// The last line of a run.
  package struct Summary: Hashable, Sendable {
    package let outcome: OpenEnum<RunSummary.Outcome>?
    package let exitCode: Int?
    package let duration: Duration?
    package let dryRun: Bool?
    package let counts: Counts?
    /// Only scores that have a value.
    package let scores: [ScoreKind: Int]?
    package let store: DisplayText?

    init(_ fields: inout WireFields) throws(WireError) {
      outcome = try fields.word(.outcome, WireLists.outcomes)
      exitCode = try fields.count(.exitCode)
      duration = try fields.milliseconds(.durationMS)
      dryRun = try fields.flag(.dryRun)
      counts = try fields.object(.counts) { Counts(&$0) }
      scores = try fields.object(.scores) { object in
        var scores: [ScoreKind: Int] = [:]
        scores[.recovery] = object.count("recovery")
        scores[.sleep] = object.count("sleep")
        scores[.strain] = object.count("strain")
        return scores
      }
      store = try fields.text(.store)
    }
  }
}

extension Counts {
  fileprivate init(_ object: inout WireObject) {
    self.init()
    new = object.count("new") ?? 0
    changed = object.count("changed") ?? 0
    unchanged = object.count("unchanged") ?? 0
    deleted = object.count("deleted") ?? 0
    daysNew = object.count("days_new") ?? 0
    daysChanged = object.count("days_changed") ?? 0
  }
}
