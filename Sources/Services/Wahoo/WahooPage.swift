// One parsed page of Wahoo's list of workouts.

import Codec
import Model
import Network

/// A page, newest start first, as received.
struct WahooPage {
  private(set) var activities: [Activity] = []
  /// The URL of each workout's recording; nil for one without.
  private(set) var files: [ActivityID: String?] = [:]
  /// For each unreadable record its id, or else its text.
  private(set) var unreadable: [String] = []
  /// An identifier for each record, including plans.
  private(set) var names: Set<String> = []
  /// The number of records, including plans.
  let count: Int
  /// The number of records on all pages.
  let total: Int
  /// The largest number of records on a page; nil when not reported.
  let size: Int?
  /// The oldest start of all records.
  let oldest: Timestamp?

  /// nil when it is not a page, or not page `number`.
  init?(_ value: JSONValue, number: Int) {
    guard let records = value["workouts"]?.elements(atMost: 1000),
      let total = value["total"]?.looseWholeNumber, total >= 0,
      value["page"].map({ $0.isNull || $0.looseWholeNumber == number }) ?? true,
      // The total cannot be smaller than the number on the first page.
      number > 1 || records.count <= total
    else { return nil }
    self.total = total
    count = records.count
    size = value["per_page"]?.looseWholeNumber.flatMap { $0 > 0 ? $0 : nil }
    oldest = records.compactMap { $0["starts"]?.string.flatMap(utcTime) }.min()
    for record in records {
      let name = record["id"]?.idText ?? record.literal
      names.insert(name)
      switch WahooRecord(record) {
      case .activity(let activity):
        activities.append(activity)
        files.updateValue(record.wahooFile, forKey: activity.id)
      case .plan: break
      case .unreadable: unreadable.append(name)
      }
    }
  }

  /// The number of pages with records, computed from this first one; nil when that is impossible.
  ///
  /// The service may use another page size than requested, and may report a wrong one: too many
  /// pages cost a request, too few would miss workouts.
  var pages: Int? {
    if count >= total { return 1 }
    guard count > 0 else { return nil }
    let size = min(size ?? count, count)
    return (total - 1) / size + 1
  }
}

extension JSONValue {
  /// The URL of the recording of a workout; nil for one without.
  var wahooFile: String? { self["workout_summary"]?["file"]?["url"]?.string }
}
