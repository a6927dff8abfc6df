// Lists Strava's activities: the first page, then several years at a time.

import Codec
import Model
import Network

/// One listing of a range. With `after`, Strava's list begins with the oldest ride, so that a ride
/// uploaded in the meantime shifts nothing; therefore `after` is always given.
///
/// When the first page is full, what is left is split by year. Whoever receives the pages counts a
/// ride once, however often it was sent.
struct StravaList: Sendable {
  /// Strava's maximum.
  static let pageSize = 200
  /// The number of years under way at a time, with those that wait for an earlier one.
  private static let lanes = 4

  /// Requests a page.
  typealias Fetch = @Sendable (FormPairs) async throws(SyncFailure) -> [StravaRecord]

  let range: ListRange
  let source: Source
  let today: Day
  let fetch: Fetch

  /// Passes all activities of the range to `page`, in order.
  ///
  /// - Throws: what `page` and the requests throw. Then everything before that position was passed,
  ///   and nothing after it. `badReply`, after a revocation, when the service ignores its
  ///   parameters: any ride may then be missing.
  func list(
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    var walk = StravaWalk(after: range.after?.seconds ?? 1, before: range.before?.seconds)
    guard let first = try await walk.next(fetch, source) else { return }
    try await page(first)
    guard walk.isFull, let begin = walk.begin, let last = walk.last else {
      // Most runs end here: an update has one page.
      while let more = try await walk.next(fetch, source) { try await page(more) }
      return
    }
    var walks = years(after: last).map { walk.going(on: $0.after, before: $0.before) }
    // Nothing precedes a whole list, unless a cache has sent another page in the place of its
    // first.
    if range.after == nil { walks.insert(StravaWalk(after: 1, before: begin), at: 0) }
    let result = await withTaskGroup(of: Walked.self) { group in
      // Requests still under way at the end are of no use.
      defer { group.cancelAll() }
      return await Result { () async throws(SyncFailure) in
        try await follow(walks, in: &group, page: page)
      }
    }
    try result.get()
  }

  /// What is left from a start on, by year: each part begins where the one before ends.
  private func years(after last: Int64) -> [(after: Int64, before: Int64?)] {
    let first = Day(of: Timestamp(seconds: last)).year + 1
    let bounds = (first...max(first, today.year)).compactMap {
      Day(year: $0, month: 1, day: 1)?.startOfDayUTC.seconds
    }.filter { $0 <= today.startOfDayUTC.seconds && $0 < range.before?.seconds ?? .max }
    // One second earlier: others may begin in the same second, and bounds may be exclusive.
    return Array(zip([last - 1] + bounds.map { $0 - 1 }, bounds + [range.before?.seconds]))
  }

  private typealias Walked = (number: Int, pages: [ActivityPage], failure: SyncFailure?)

  /// Walks several parts at a time, and passes their pages in order.
  private func follow(
    _ walks: [StravaWalk], in group: inout TaskGroup<Walked>,
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    var asked = 0
    var arrived: [Int: Walked] = [:]
    for number in walks.indices {
      while asked < min(walks.count, number + Self.lanes) {
        group.addTask { [asked, fetch, source] in
          let (pages, failure) = await walks[asked].pages(fetch, source)
          return (asked, pages, failure)
        }
        asked += 1
      }
      while arrived[number] == nil {
        guard let walked = await group.next() else { throw .interrupted }
        arrived[walked.number] = walked
      }
      guard let walked = arrived.removeValue(forKey: number) else { continue }
      // A few may have been uploaded meanwhile.
      if range.after == nil, number == 0, walked.pages.first?.isFull == true {
        try await page(.revocation)
        throw .badReply(source)
      }
      for one in walked.pages { try await page(one) }
      if let failure = walked.failure { throw failure }
    }
  }
}

/// A part of the list, page after page: a full one is followed by that from its last ride on, so
/// that rides which are deleted or uploaded meanwhile shift nothing past it.
///
/// A page may be short without being the last; only an empty one ends the list.
struct StravaWalk: Sendable {
  /// Starts after this, in seconds since 1970, and before that.
  private var after: Int64
  private let before: Int64?
  /// The page counted from `after`, from 1.
  private var number = 1
  /// The first record of the page before, and all of them.
  private var (head, known): (String?, Set<String>) = (nil, [])
  private var (pages, isRefused) = (0, false)
  /// Whether the page before had as many records as a page can have.
  private(set) var isFull = false
  /// The start of the first ride, and that of the last one.
  private(set) var (begin, last): (Int64?, Int64?) = (nil, nil)

  init(after: Int64, before: Int64?) { (self.after, self.before) = (after, before) }

  /// Goes on with another part.
  func going(on after: Int64, before: Int64?) -> StravaWalk {
    var other = StravaWalk(after: after, before: before)
    other.known = known
    return other
  }

  /// The next page; nil at the end. After a page that cannot be, it revokes the list.
  mutating func next(
    _ fetch: StravaList.Fetch, _ source: Source
  ) async throws(SyncFailure) -> ActivityPage? {
    if isRefused || pages == Self.mostPages { throw .badReply(source) }
    pages += 1
    var query: FormPairs = [
      "after": String(max(1, after)), "page": String(number),
      "per_page": String(StravaList.pageSize),
    ]
    if let before { query.append("before", String(before)) }
    let records = try await fetch(query)
    return records.isEmpty ? nil : take(records)
  }

  /// All pages that are left, as far as they can be had.
  func pages(
    _ fetch: StravaList.Fetch, _ source: Source
  ) async -> (pages: [ActivityPage], failure: SyncFailure?) {
    var (walk, pages) = (self, [ActivityPage]())
    do throws(SyncFailure) {
      while let page = try await walk.next(fetch, source) { pages.append(page) }
      return (pages, nil)
    } catch {
      return (pages, error)
    }
  }

  private mutating func take(_ records: [StravaRecord]) -> ActivityPage {
    let news = records.filter { !known.contains($0.key) }
    isRefused = contradicts(records, hasNews: !news.isEmpty)
    if isRefused { return .revocation }
    isFull = records.count >= StravaList.pageSize
    (head, known) = (records.first?.key, Set(records.map(\.key)))
    begin = begin ?? records.lazy.compactMap(\.activity).first?.start.seconds
    last = records.last { $0.activity != nil }?.activity?.start.seconds ?? last
    if isFull, !news.isEmpty, let last, after != last - 1 {
      (after, number) = (last - 1, 1)
    } else {
      number += 1
    }
    let activities = news.compactMap(\.activity)
    return ActivityPage(activities: activities, skipped: news.count - activities.count)
  }

  /// Whether a page shows that the service ignores its parameters: it is of another time or in
  /// another order, or it is the page before again.
  private func contradicts(_ page: [StravaRecord], hasNews: Bool) -> Bool {
    if number > 1, !hasNews, page.first?.key == head { return true }
    let starts = page.compactMap { $0.activity?.start.seconds }
    guard let first = starts.first, let last = starts.last else { return false }
    return first < after - Self.slack || first > last + Self.slack
      || before.map { last > $0 + Self.slack } ?? false
  }

  /// A ride whose start time is hidden is listed at its real position, but says midnight.
  private static let slack: Int64 = 2 * 86_400
  /// Against a service that never sends an empty page; more rides than anyone has.
  private static let mostPages = 5000
}

extension ActivityPage {
  fileprivate var isFull: Bool { activities.count + skipped >= StravaList.pageSize }
}

extension StravaRecord {
  /// What tells it from others.
  fileprivate var key: String {
    switch self {
    case .activity(let activity): activity.id.sourceID
    case .unreadable(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
