// Collects the activities of the summaries in Garmin's account export.

import Codec
import Model

/// The activities of `*_summarizedActivities.json`, of which an export has several that overlap.
struct GarminSummaries {
  /// Three activities a day for thirty years: 16 MB.
  static let most = 32_768
  /// Bytes of names and sports that are kept; activities beyond have none.
  static let mostText = 4 << 20

  private var list: [GarminSummary] = []
  /// The indices in the list by Garmin's own number.
  private var indices: [Int64: Int] = [:]
  private var textBytes = 0

  /// Reads a document; its activities replace those of earlier documents.
  ///
  /// - Throws: as `GarminDocument.read`.
  mutating func read(
    _ input: any ByteInput, at place: FileOrigin
  ) throws(ImportError) -> GarminReading {
    try GarminDocument.activities.read(input) { object in
      guard let summary = GarminSummary(object, from: place) else { return false }
      return add(summary)
    }
  }

  /// False when there are too many.
  private mutating func add(_ summary: GarminSummary) -> Bool {
    var summary = summary
    let activity = summary.activity
    textBytes += (activity.name?.utf8.count ?? 0) + (activity.sport?.utf8.count ?? 0)
    if textBytes > Self.mostText { (summary.activity.name, summary.activity.sport) = (nil, nil) }
    if let number = summary.number, let index = indices[number] {
      summary.activity.from = list[index].activity.from
      list[index] = summary
      return true
    }
    guard list.count < Self.most else { return false }
    if let number = summary.number { indices[number] = list.count }
    list.append(summary)
    return true
  }

  /// Returns the activities in order of start and frees the data. Each start occurs once: of equals
  /// the later counts. The whole of a multisport activity is left out when its parts are there.
  mutating func takeActivities() -> [Activity] {
    let parents = Set(list.compactMap(\.parent))
    var activities: [Timestamp: Activity] = [:]
    for summary in list {
      if let number = summary.number, parents.contains(number) { continue }
      var activity = summary.activity
      activity.from = activities[activity.start]?.from ?? activity.from
      activities[activity.start] = activity
    }
    self = GarminSummaries()
    return activities.values.sorted { $0.start < $1.start }
  }
}
