// status and progress: what a run is doing, and how far it is.

package import Model

/// The members of `status`.
package struct StatusMembers: Sendable {
  var name: DisplayText?
  var sources: [Source]?
  var unavailable: [Source]?
  var source: DisplayText?
  var count: Int?
  var hasHealthData: Bool?
  var hasSleepData: Bool?
  var destination: DisplayText?
  var at: Timestamp?
  var text: DisplayText?
  var spoken: DisplayText?
  var stage: Stage?

  fileprivate init() {}

  package init(_ status: SyncStatus, text: DisplayText, spoken: DisplayText) {
    name = status.ownName.map { DisplayText($0.rawValue) }
    switch status {
    case .readingFiles(let count): self.count = count
    case .contactingIntegrations(let sources, let unavailable):
      (self.sources, self.unavailable) = (sources, unavailable)
    case .downloadingActivities(let source, let count):
      (self.source, self.count) = (source.map { DisplayText($0.rawValue) }, count)
    case .downloadingStreams(let source): self.source = DisplayText(source.rawValue)
    case .calculatingScores(let coverage), .refreshingScores(let coverage):
      (hasHealthData, hasSleepData) = (coverage.hasHealthData, coverage.hasSleepData)
    case .saving(let destination, _): self.destination = destination
    case .updated(let at): self.at = at
    case .free(let free): name = free.name
    case .initial, .fetchingHealthData, .generatingRoutine, .processingData, .computingZones,
      .buildingPrep, .finalizing, .complete, .offline:
      break
    }
    self.text = text
    self.spoken = spoken
    stage = status.stage
  }

  /// One of our own statuses; nil for another name, and when a member that the status is made of is
  /// absent or unknown.
  fileprivate func ownStatus(isDryRun: Bool) -> SyncStatus? {
    guard let name = name.flatMap({ SyncStatus.Name(rawValue: $0.description) }) else { return nil }
    switch name {
    case .fetchingHealthData: return .fetchingHealthData
    case .readingFiles: return .readingFiles(count: count)
    case .contactingIntegrations:
      return .contactingIntegrations(sources: sources ?? [], unavailable: unavailable ?? [])
    case .downloadingActivities:
      return source == nil || knownSource != nil
        ? .downloadingActivities(source: knownSource, count: count) : nil
    case .downloadingStreams: return knownSource.map { .downloadingStreams(source: $0) }
    case .generatingRoutine: return .generatingRoutine
    case .processingData: return .processingData
    case .computingZones: return .computingZones
    case .calculatingScores: return .calculatingScores(coverage)
    case .refreshingScores: return .refreshingScores(coverage)
    case .buildingPrep: return .buildingPrep
    case .saving: return destination.map { .saving(destination: $0, dryRun: isDryRun) }
    case .finalizing: return .finalizing
    case .complete: return .complete
    case .updated: return at.map { .updated(at: $0) }
    case .offline: return .offline
    }
  }

  private var knownSource: Source? { source.flatMap { Source(rawValue: $0.description) } }

  private var coverage: HealthCoverage {
    HealthCoverage(hasHealthData: hasHealthData ?? true, hasSleepData: hasSleepData ?? true)
  }
}

extension Events {
  package static let status = EventTable<StatusMembers>(
    "status", "What the run is doing now.", from: StatusMembers(),
    // Closures instead of paths, because many lines are of this type.
    [
      .init(
        "status", "Name of the status; absent if a wrapped command sent only a text.",
        .anyWord(of: SyncStatus.Name.self).at({ $0.name }, { $0.name = $1 })),
      .init(
        "sources", "contacting_integrations: sources being contacted.",
        .words().at({ $0.sources }, { $0.sources = $1 })),
      .init(
        "unavailable", "contacting_integrations: sources that are down.",
        .words().at({ $0.unavailable }, { $0.unavailable = $1 })),
      .init(
        "source", "downloading_activities, downloading_streams: the source.",
        .anyWord(of: Source.self).at({ $0.source }, { $0.source = $1 })),
      .init(
        "count",
        "downloading_activities: number of activities, once known; reading_files: number of files.",
        .count.at({ $0.count }, { $0.count = $1 })),
      .init(
        "has_health_data",
        "calculating_scores, refreshing_scores: whether there is any health data.",
        .flag.at({ $0.hasHealthData }, { $0.hasHealthData = $1 })),
      .init(
        "has_sleep_data",
        "calculating_scores, refreshing_scores: whether there is sleep data for last night.",
        .flag.at({ $0.hasSleepData }, { $0.hasSleepData = $1 })),
      .init(
        "destination", "saving: path of the store.",
        .displayText.at({ $0.destination }, { $0.destination = $1 })),
      .init("at", "updated: time of the last update.", .eventTime.at({ $0.at }, { $0.at = $1 })),
      .init(
        "text", "Displayed text; a wrapped command may leave it out with one of the names above.",
        .displayText.at({ $0.text }, { $0.text = $1 }), isAlways: true),
      .init(
        "spoken", "Spoken text.", .displayText.at({ $0.spoken }, { $0.spoken = $1 }), isAlways: true
      ),
      .init(
        "stage", "Stage of the run that the status belongs to; absent if it belongs to none.",
        .word().at({ $0.stage }, { $0.stage = $1 })),
    ]
  ) { members, line throws(EventError) in
    if let status = members.ownStatus(isDryRun: line.context.isDryRun) {
      if let ownText = line.context.ownText, let text = members.text,
        ownText(status, line.stamp) != text
      {
        line.withhold("text")
        if members.spoken != nil { line.withhold("spoken") }
      }
      return .status(status)
    }
    guard let text = members.text else { throw line.missing("text") }
    return .status(
      .free(
        FreeStatus(
          name: members.name, text: text, spoken: members.spoken ?? text.withoutEllipsis,
          stage: members.stage)))
  }
}

extension DisplayText {
  fileprivate var withoutEllipsis: DisplayText {
    var text = description
    text.removeAll { $0 == "…" }
    if text.hasSuffix("...") { text.removeLast(3) }
    return DisplayText(text)
  }
}

extension Events {
  package static let progress = EventTable<ReportedProgress>(
    "progress", "Progress of a source or of the whole run, each at most once a second.",
    from: ReportedProgress(),
    // Closures instead of paths, because most lines are of this type.
    [
      .init(
        "fraction",
        """
        Completed fraction of the run; decreases only where a wrapped command begins another bar, and \
        is otherwise 1 only at the end.
        """,
        .fraction(decimals: 4).at({ $0.fraction ?? $0.share }, { $0.fraction = $1 }),
        isAlways: true),
      .init(
        "stage", "Current stage; absent in wrap if the command names none.",
        .word().at({ $0.stage }, { $0.stage = $1 }), leads: true),
      .init(
        "stage_fraction", "Completed fraction of the stage.",
        // Whoever reads it computes its own.
        .fraction(decimals: 4).at({ $0.stageFraction }, { _, _ in })),
      .init(
        "source", "The source; absent for the whole run.",
        .word().at({ $0.source }, { $0.source = $1 }), leads: true),
      .init("done", "Units done.", .count.at({ $0.done }, { $0.done = $1 })),
      .init("total", "Units in total, once known.", .count.at({ $0.total }, { $0.total = $1 })),
      .init(
        "unit", "Unit of done and total.", .word().at({ $0.unit }, { $0.unit = $1 }), leads: true),
      .init(
        "eta_s", "Estimated seconds left, once they can be estimated.",
        .seconds.at({ $0.left }, { $0.left = $1 })),
    ]
  ) { progress, line throws(EventError) in
    if progress.fraction == nil, progress.done == nil { throw line.missing("fraction") }
    return .progress(progress)
  }
}
