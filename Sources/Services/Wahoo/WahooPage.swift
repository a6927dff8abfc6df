// One page of Wahoo's list of workouts, read.

import Codec
import Model
import Network

/// A page, the newest start first as it was sent.
struct WahooPage {
  let activities: [Activity]
  /// What stands for each record that nobody can read: its id, else its text.
  let unreadable: [String]
  /// What stands for each record that was sent, plans among them.
  let names: Set<String>
  /// How many records were sent, plans among them.
  let count: Int
  /// How many records there are on all pages together.
  let total: Int
  /// How many records a page holds at most; nil where that was not said.
  let size: Int?
  /// The oldest start of all that were sent.
  let oldest: Timestamp?

  /// nil for what is no page, or another one than `number`.
  init?(_ value: JSONValue, number: Int) {
    guard let records = value["workouts"]?.records(atMost: 1000),
      let total = value["total"]?.looseWholeNumber, total >= 0,
      value["page"].map({ $0.isNull || $0.looseWholeNumber == number }) ?? true,
      // Less in all than on the first page cannot be.
      number > 1 || records.count <= total
    else { return nil }
    var activities: [Activity] = []
    var unreadable: [String] = []
    var names: Set<String> = []
    for record in records {
      let name = record["id"]?.idText ?? record.literal
      names.insert(name)
      switch WahooRecord(record) {
      case .activity(let activity): activities.append(activity)
      case .plan: break
      case .unreadable: unreadable.append(name)
      }
    }
    self.activities = activities
    self.unreadable = unreadable
    self.names = names
    self.total = total
    count = records.count
    size = value["per_page"]?.looseWholeNumber.flatMap { $0 > 0 ? $0 : nil }
    oldest = records.compactMap { $0["starts"]?.string.flatMap(utcTime) }.min()
  }

  /// On how many pages there is something; this is the first of them. nil when that cannot be.
  ///
  /// The size that was asked for need not be honoured, nor the one that is told be right: too many
  /// pages cost a request, too few would hide workouts.
  var pages: Int? {
    if count >= total { return 1 }
    guard count > 0 else { return nil }
    let size = min(size ?? count, count)
    return (total - 1) / size + 1
  }
}
