// Lists Wahoo's workouts from the oldest page to the first; the service's order is newest first.

import Codec
import Model
import Network

/// One pass over the list. It requires that nothing is added or removed in the meantime, which
/// would move workouts between pages. A changed total reveals that, and so does a workout that is
/// sent twice.
struct WahooListing {
  enum Ending {
    case complete
    /// The list changed in the meantime: start again.
    case changed
    /// A page repeated earlier pages: the service ignores page numbers.
    case repeated
  }

  /// The requested page size; the service may send less.
  private static let size = 100
  /// More pages than anyone has.
  private static let limit = 5000

  /// How long after its planned time a workout may be done, in seconds: the list is in the order of
  /// the plans, and what is missing from the range counts as deleted.
  private static let delay: Int64 = 30 * 86_400

  private let client: HTTPClient
  private let source = Source.wahoo
  /// Pages fetched on the way to the oldest one.
  private var seen: [Int: WahooPage] = [:]
  /// The total of the first page.
  private var total: Int?

  init(client: HTTPClient) { self.client = client }

  /// Returns the pages that reach into the range, the oldest first.
  ///
  /// - Parameter after: starts at or before it are not needed.
  mutating func run(
    after: Timestamp?, page: (WahooPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) -> Ending {
    guard let first = try await fetch(1) else { return .changed }
    guard let last = first.pages, last <= Self.limit else { throw .badReply(source) }
    seen[1] = first
    guard let oldest = try await oldestPage(reaching: after, of: last) else { return .changed }
    var isBehindTheEnd = true
    var names: Set<String> = []
    for number in (1...oldest).reversed() {
      guard let next = try await fetch(number) else { return .changed }
      if !next.records.isEmpty { isBehindTheEnd = false }
      // A gap would look like deleted workouts.
      guard !next.records.isEmpty || isBehindTheEnd else { throw .badReply(source) }
      let nextNames = Set(next.records.map(\.name))
      guard names.isDisjoint(with: nextNames) else {
        return nextNames.isSubset(of: names) ? .repeated : .changed
      }
      names.formUnion(nextNames)
      try await page(next)
    }
    return .complete
  }

  /// The first page that reaches back to `after`, found by growing steps from the newest one,
  /// because usually it is the newest; nil when the list changed in the meantime.
  private mutating func oldestPage(
    reaching after: Timestamp?, of last: Int
  ) async throws(SyncFailure) -> Int? {
    guard let after = after.map({ Timestamp(seconds: $0.seconds - Self.delay) }) else {
      return last
    }
    var (near, far) = (1, last)
    while near < far {
      let number = min(max(1, 2 * (near - 1)), (near + far) / 2)
      guard let page = try await fetch(number) else { return nil }
      seen[number] = page
      // Nothing on later pages begins after a page's oldest start; a page may have none.
      if page.oldest.map({ $0 <= after }) ?? false { far = number } else { near = number + 1 }
    }
    return far
  }

  /// Fetches a page; nil when the list has changed.
  private mutating func fetch(_ number: Int) async throws(SyncFailure) -> WahooPage? {
    if let page = seen.removeValue(forKey: number) { return page }
    let value = try await client.get(
      "/v1/workouts", query: ["page": String(number), "per_page": String(Self.size)]
    ).json(from: source)
    guard let page = WahooPage(value, number: number) else { throw .badReply(source) }
    if let total, total != page.total { return nil }
    total = page.total
    return page
  }
}

/// A page, newest start first, as received.
struct WahooPage {
  /// Including plans.
  let records: [ListedRecord]
  /// The URL of each workout's recording; nil for one without.
  private(set) var files: [ActivityID: String?] = [:]
  /// The number of records on all pages.
  let total: Int
  /// The number of pages with records, computed from the first one; nil when that is impossible.
  let pages: Int?
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
    // The service may use another page size than requested, and may report a wrong one: too many
    // pages cost a request, too few would miss workouts.
    let told = value["per_page"]?.looseWholeNumber.flatMap { $0 > 0 ? $0 : nil }
    let size = min(told ?? .max, records.count)
    pages = records.count >= total ? 1 : size > 0 ? (total - 1) / size + 1 : nil
    oldest = records.compactMap { $0["starts"]?.time?.inUTC }.min()
    self.records = records.map { record in
      // A planned workout has no summary.
      let isPlan = record.kind == .object && record["workout_summary"]?.isNull ?? true
      return ListedRecord(
        record, Activity(wahoo: record), otherwise: isPlan ? .plan : .unreadable)
    }
    for (record, listed) in zip(records, self.records) {
      if let id = listed.activity?.id { files.updateValue(record.wahooFile, forKey: id) }
    }
  }
}

extension JSONValue {
  /// The URL of the recording of a workout; nil for one without.
  var wahooFile: String? { self["workout_summary"]?["file"]?["url"]?.string }
}
