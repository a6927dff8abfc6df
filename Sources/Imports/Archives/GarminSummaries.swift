// Collects the activities of the summaries in Garmin's account export.

import Codec
import Model

/// The activities of `*_summarizedActivities.json`, of which an export has several that overlap.
struct GarminSummaries {
  /// Three activities a day for thirty years: 16 MB.
  static let most = 32_768
  /// Bytes of names and sports that are kept; activities beyond have none.
  static let mostText = 4 << 20

  /// Garmin's own numbers of an activity and of the multisport activity that it is a part of.
  private struct Numbers {
    let own: Int64?
    let parent: Int64?
  }

  // Apart, so that the activities are returned without a copy.
  private var list: [Activity] = []
  private var numbers: [Numbers] = []
  /// The places in the list by Garmin's own number.
  private var places: [Int64: Int] = [:]
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
    var activity = summary.activity
    textBytes += (activity.name?.utf8.count ?? 0) + (activity.sport?.utf8.count ?? 0)
    if textBytes > Self.mostText { (activity.name, activity.sport) = (nil, nil) }
    let numbers = Numbers(own: summary.number, parent: summary.parent)
    if let number = summary.number, let index = places[number] {
      activity.from = list[index].from
      (list[index], self.numbers[index]) = (activity, numbers)
      return true
    }
    guard list.count < Self.most else { return false }
    if let number = summary.number { places[number] = list.count }
    list.append(activity)
    self.numbers.append(numbers)
    return true
  }

  /// Returns the activities in order of start and frees the data. Each start occurs once: of equals
  /// the later counts. The whole of a multisport activity is left out when its parts are there.
  mutating func takeActivities() -> [Activity] {
    let parents = Set(numbers.compactMap(\.parent))
    places = [:]
    var indices: [Timestamp: Int] = [:]
    var count = 0
    for index in list.indices {
      if let number = numbers[index].own, parents.contains(number) { continue }
      if let first = indices[list[index].start] {
        list[index].from = list[first].from
        list[first] = list[index]
      } else {
        indices[list[index].start] = count
        if count != index { list[count] = list[index] }
        count += 1
      }
    }
    list.removeSubrange(count...)
    list.sort { $0.start < $1.start }
    defer { self = GarminSummaries() }
    return list
  }
}
