// What a run is doing, how far it is, and for whom it waits.

package import Model

extension WireEvent {
  /// A status.
  package struct Status: Hashable, Sendable {
    /// What the run is doing, when the name is one of ours and its members are there; nil for a free
    /// status, which is its text alone.
    package let known: SyncStatus?
    /// The name as it was written.
    package let name: OpenEnum<WireStatusName>?
    package let text: DisplayText
    /// The text for ears; made from `text` when the writer gave none.
    package let spoken: DisplayText
    package let stage: OpenEnum<Stage>?

    init(_ fields: inout WireFields) throws(WireError) {
      name = try fields.word(.status, WireLists.statuses)
      known = try name?.known.flatMap { name throws(WireError) in try SyncStatus(name, &fields) }
      text = try fields.text(.text).required(.text, of: .status)
      spoken = try fields.text(.spoken) ?? text.withoutEllipsis
      stage = try fields.word(.stage, WireLists.stages)
    }
  }

  /// What a source brought.
  package struct SourceFinished: Hashable, Sendable {
    package let source: OpenEnum<Source>
    package let outcome: OpenEnum<SourceOutcome>
    package let counts: Counts
    package let requests: Int?
    package let bytes: Int?
    package let duration: Duration?

    init(_ fields: inout WireFields) throws(WireError) {
      source = try fields.word(.source, WireLists.sources).required(.source, of: .sourceFinished)
      outcome = try fields.word(.outcome, WireLists.sourceOutcomes)
        .required(.outcome, of: .sourceFinished)
      var counts = Counts()
      counts.new = try fields.count(.new) ?? 0
      counts.changed = try fields.count(.changed) ?? 0
      counts.unchanged = try fields.count(.unchanged) ?? 0
      counts.deleted = try fields.count(.deleted) ?? 0
      counts.daysNew = try fields.count(.daysNew) ?? 0
      counts.daysChanged = try fields.count(.daysChanged) ?? 0
      self.counts = counts
      requests = try fields.count(.requests)
      bytes = try fields.count(.bytes)
      duration = try fields.milliseconds(.durationMS)
    }
  }

  /// Waiting for somebody else.
  package struct Waiting: Hashable, Sendable {
    package let reason: OpenEnum<WireWaitReason>
    package let source: OpenEnum<Source>?
    /// Either `until` or `duration` is there.
    package let until: Timestamp?
    package let duration: Duration?
    /// The try that comes next.
    package let attempt: Int?
    /// How many there are.
    package let tries: Int?

    init(_ fields: inout WireFields) throws(WireError) {
      reason = try fields.word(.reason, WireLists.waitReasons).required(.reason, of: .waiting)
      source = try fields.word(.source, WireLists.sources)
      until = try fields.time(.until)
      duration = try fields.seconds(.seconds)
      attempt = try fields.count(.attempt)
      tries = try fields.count(.tries)
      if until == nil, duration == nil { throw .missing(.until, of: .waiting) }
    }
  }
}

extension ReportedProgress {
  init(_ fields: inout WireFields) throws(WireError) {
    // Which part of its stage is done follows from the rest: nobody reads it.
    _ = try fields.fraction(.stageFraction)
    self.init(
      fraction: try fields.fraction(.fraction),
      stage: try fields.word(.stage, WireLists.stages)?.known,
      source: try fields.word(.source, WireLists.sources)?.known,
      done: try fields.count(.done), total: try fields.count(.total),
      unit: try fields.word(.unit, WireLists.units)?.known,
      left: try fields.seconds(.etaS))
    if fraction == nil, done == nil { throw .missing(.fraction, of: .progress) }
  }
}

extension SyncStatus {
  /// nil when a member that the status is made of is absent or unknown.
  fileprivate init?(_ name: WireStatusName, _ fields: inout WireFields) throws(WireError) {
    switch name {
    case .fetchingHealthData: self = .fetchingHealthData
    case .contactingIntegrations:
      self = .contactingIntegrations(
        sources: try fields.sources(.sources), unavailable: try fields.sources(.unavailable))
    case .downloadingActivities:
      let source = try fields.word(.source, WireLists.sources)
      if case .other = source { return nil }
      self = .downloadingActivities(source: source?.known, count: try fields.count(.count))
    case .generatingRoutine: self = .generatingRoutine
    case .processingData: self = .processingData
    case .computingZones: self = .computingZones
    case .calculatingScores: self = .calculatingScores(try HealthCoverage(&fields))
    case .refreshingScores: self = .refreshingScores(try HealthCoverage(&fields))
    case .buildingPrep: self = .buildingPrep
    case .saving:
      guard let destination = try fields.text(.destination) else { return nil }
      // Whether it is a rehearsal is the run's to say; the line's own text tells it as well.
      self = .saving(destination: destination, dryRun: false)
    case .finalizing: self = .finalizing
    case .complete: self = .complete
    case .updated:
      guard let at = try fields.time(.at) else { return nil }
      self = .updated(at: at)
    case .offline: self = .offline
    }
  }
}

extension HealthCoverage {
  fileprivate init(_ fields: inout WireFields) throws(WireError) {
    self.init(
      hasHealthData: try fields.flag(.hasHealthData) ?? true,
      hasSleepData: try fields.flag(.hasSleepData) ?? true)
  }
}

extension WireFields {
  /// The known sources of a list.
  fileprivate func sources(_ field: WireField) throws(WireError) -> [Source] {
    try words(field, WireLists.sources)?.compactMap(\.known) ?? []
  }
}

extension DisplayText {
  /// The text as it is spoken.
  fileprivate var withoutEllipsis: DisplayText {
    var text = description
    text.removeAll { $0 == "…" }
    if text.hasSuffix("...") { text.removeLast(3) }
    return DisplayText(text)
  }
}
