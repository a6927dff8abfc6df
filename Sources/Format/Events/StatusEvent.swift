// status: what a run is doing.

package import Codec
package import Model

enum StatusEvent {
  static let status = EventRow<SyncStatus.Name>(
    "status", "Name of the status; absent if a wrapped command sent only a text.")
  static let sources = EventRow<[Source]>(
    "sources", "contacting_integrations: sources being contacted.")
  static let unavailable = EventRow<[Source]>(
    "unavailable", "contacting_integrations: sources that are down.")
  static let source = EventRow<Source>("source", "downloading_activities: the source.")
  static let count = EventRow<Int>(
    "count",
    "downloading_activities: number of activities, once known; reading_files: number of files.")
  static let hasHealthData = EventRow<Bool>(
    "has_health_data", "calculating_scores, refreshing_scores: whether there is any health data.")
  static let hasSleepData = EventRow<Bool>(
    "has_sleep_data",
    "calculating_scores, refreshing_scores: whether there is sleep data for last night.")
  static let destination = EventRow<DisplayText>("destination", "saving: path of the store.")
  static let at = EventRow<Timestamp>("at", "updated: time of the last update.")
  static let text = EventRow<DisplayText>(
    required: "text",
    "Displayed text; a wrapped command may leave it out with one of the names above.")
  static let spoken = EventRow<DisplayText>(required: "spoken", "Spoken text.")
  static let stage = EventRow<Stage>(
    "stage", "Stage of the run that the status belongs to; absent if it belongs to none.")

  static let type = EventType(
    "status", "What the run is doing now.",
    entries(
      status, sources, unavailable, source, count, hasHealthData, hasSleepData, destination, at,
      text, spoken, stage)
  ) { fields throws(EventError) in
    let name = try fields.read(status)
    let known = try name.flatMap { name throws(EventError) in try SyncStatus(name, &fields) }
    if let known {
      // Nothing else is told of it, and making its texts takes longer than the rest of the line.
      guard let ownText = fields.context.ownText else { return .status(known) }
      if let text = try fields.read(Self.text), ownText(known, fields.stamp) != text {
        fields.withhold(Self.text)
        fields.withhold(Self.spoken)
      }
      return .status(known)
    }
    let text = try fields.read(Self.text)
    let spoken = try fields.read(spoken)
    let stage = try fields.read(stage)
    guard let text else { throw fields.missing(Self.text) }
    return .status(
      .free(
        FreeStatus(
          name: try fields.text(of: status), text: text, spoken: spoken ?? text.withoutEllipsis,
          stage: stage)))
  }
}

extension SyncStatus {
  /// nil when a member that the status is made of is absent or unknown.
  fileprivate init?(_ name: Name, _ fields: inout EventFields) throws(EventError) {
    switch name {
    case .fetchingHealthData: self = .fetchingHealthData
    case .readingFiles: self = .readingFiles(count: try fields.read(StatusEvent.count))
    case .contactingIntegrations:
      self = .contactingIntegrations(
        sources: try fields.read(StatusEvent.sources) ?? [],
        unavailable: try fields.read(StatusEvent.unavailable) ?? [])
    case .downloadingActivities:
      let source = try fields.read(StatusEvent.source)
      if source == nil, fields.has(StatusEvent.source) { return nil }
      self = .downloadingActivities(source: source, count: try fields.read(StatusEvent.count))
    case .generatingRoutine: self = .generatingRoutine
    case .processingData: self = .processingData
    case .computingZones: self = .computingZones
    case .calculatingScores: self = .calculatingScores(try HealthCoverage(&fields))
    case .refreshingScores: self = .refreshingScores(try HealthCoverage(&fields))
    case .buildingPrep: self = .buildingPrep
    case .saving:
      guard let destination = try fields.read(StatusEvent.destination) else { return nil }
      self = .saving(destination: destination, dryRun: fields.context.isDryRun)
    case .finalizing: self = .finalizing
    case .complete: self = .complete
    case .updated:
      guard let at = try fields.read(StatusEvent.at) else { return nil }
      self = .updated(at: at)
    case .offline: self = .offline
    }
  }
}

extension HealthCoverage {
  fileprivate init(_ fields: inout EventFields) throws(EventError) {
    self.init(
      hasHealthData: try fields.read(StatusEvent.hasHealthData) ?? true,
      hasSleepData: try fields.read(StatusEvent.hasSleepData) ?? true)
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

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `status`.
  package mutating func members(
    of status: SyncStatus, text: DisplayText, spoken: DisplayText
  ) {
    put(StatusEvent.status, status.ownName)
    switch status {
    case .readingFiles(let count): put(StatusEvent.count, count)
    case .contactingIntegrations(let sources, let unavailable):
      put(StatusEvent.sources, sources)
      put(StatusEvent.unavailable, unavailable)
    case .downloadingActivities(let source, let count):
      put(StatusEvent.source, source)
      put(StatusEvent.count, count)
    case .calculatingScores(let coverage), .refreshingScores(let coverage):
      put(StatusEvent.hasHealthData, coverage.hasHealthData)
      put(StatusEvent.hasSleepData, coverage.hasSleepData)
    case .saving(let destination, _): put(StatusEvent.destination, destination)
    case .updated(let at): put(StatusEvent.at, at)
    case .free(let free): put(StatusEvent.status, text: free.name?.description)
    default: break
    }
    put(StatusEvent.text, text)
    put(StatusEvent.spoken, spoken)
    put(StatusEvent.stage, status.stage)
  }
}
