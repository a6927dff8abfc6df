// Lists Strava's activities: the order of the pages, and where the list ends.

import Codec
import Model
import Network

/// One listing of a range. With `after`, Strava's list begins with the oldest ride, so that a ride
/// uploaded in the meantime shifts nothing; therefore `after` is always given.
///
/// A ride deleted in the meantime does shift later rides to earlier pages, which have already been
/// read. So every page must contain the last ride of the page before: then no ride is missed in
/// between, whatever was deleted earlier. Pages requested ahead overlap for that reason; where one
/// does not continue from the last ride, the list is requested again from there.
///
/// A page may be short without being the last; only an empty one ends the list.
struct StravaList: Sendable {
  /// Strava's maximum.
  static let pageSize = 200
  /// The number of pages requested at a time.
  static let lanes = 4
  /// Against a service that never sends an empty page; more rides than anyone has.
  private static let pageCap = 5000
  /// More records than a page has.
  private static let mostRecords = 1000
  /// Ten times a page of 200 long rides, in bytes. Several pages are under way at a time.
  private static let pageLimit = 4 << 20

  /// The position of a page.
  struct PageRequest: Hashable, Sendable {
    /// Starts after this, in seconds since 1970.
    var after: Int64
    /// Starts before this.
    var before: Int64?
    /// From 1.
    var number = 1
    /// The number of records, unless the page is short.
    var size = StravaList.pageSize

    var query: FormPairs {
      var query: FormPairs = [
        "after": String(max(1, after)), "page": String(number), "per_page": String(size),
      ]
      if let before { query.append("before", String(before)) }
      return query
    }
  }

  let range: ListRange
  let client: HTTPClient
  /// Whether the limits allow a few unnecessary requests.
  let mayPrefetchPages: Bool

  func fetch(_ request: PageRequest) async throws(SyncFailure) -> [ListedRecord] {
    let reply = try await client.get(
      "/athlete/activities", query: request.query, answerLimit: Self.pageLimit)
    guard let records = try reply.json(from: .strava).elements(atMost: Self.mostRecords) else {
      throw .badReply(.strava)
    }
    return records.map { ListedRecord($0, Activity(strava: $0)) }
  }

  /// Passes all activities of the range to `page`, each once, in order.
  ///
  /// - Throws: what `page` and the requests throw. Then everything before that position was passed,
  ///   and nothing after it. `badReply`, after a revocation, when the service ignores its
  ///   parameters: any ride may then be missing.
  func list(page: (ActivityPage) async throws(SyncFailure) -> Void) async throws(SyncFailure) {
    var seen = SeenRecords()
    var request = PageRequest(after: range.after?.seconds ?? 1, before: range.before?.seconds)
    // A whole account has many pages; an update since the last sync has one.
    var width = range.after == nil && mayPrefetchPages ? Self.lanes : 1
    for _ in 1...Self.pageCap {
      switch try await follow(from: request, width, &seen, page: page) {
      case .end:
        if range.after == nil { try await checkBeginning(seen, page: page) }
        return
      case .short: request.number += 1
      case .broken:
        guard let last = seen.last else { throw .badReply(.strava) }
        request.after = last.start.seconds - 1
        request.number = 1
      }
      width = 1
    }
    throw .badReply(.strava)
  }

  /// Compares the second page of a whole list, counted from its beginning, with what was received:
  /// one request for each whole list of more than a page.
  private func checkBeginning(
    _ seen: SeenRecords, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    guard !seen.beginning.isEmpty else { return }
    let second = PageRequest(after: 1, before: range.before?.seconds, number: 2)
    guard seen.hasOtherBeginning(try await fetch(second)) else { return }
    try await page(.revocation)
    throw .badReply(.strava)
  }

  // MARK: Implementation

  private enum Ending {
    case end
    /// The first page was short, or had nothing new.
    case short
    /// A page requested ahead does not continue from the current end of the list.
    case broken
  }

  /// Follows the list from a page as long as each page contains the last ride of the one before:
  /// several pages at a time, once one was full.
  ///
  /// The cost: pages overlap by two rides (one percent more requests), and at the end of a list up
  /// to four requests are under way for pages that do not exist.
  ///
  /// - Parameter width: the number of pages requested before the first has arrived.
  private func follow(
    from first: PageRequest, _ width: Int, _ seen: inout SeenRecords,
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) -> Ending {
    let result = await withTaskGroup(of: ConcurrentPages.Answer.self) { group in
      // Requests still under way at the end are of no use.
      defer { group.cancelAll() }
      return await Result { () async throws(SyncFailure) -> Ending in
        var pages = ConcurrentPages(of: self, from: first, width: width)
        var isFull = false
        for number in 1...Self.pageCap {
          guard let next = try await pages.next(in: &group) else {
            return number == 2 ? .short : .broken
          }
          if next.records.isEmpty, !isFull { return .end }
          isFull = next.isFull
          if seen.contradicts(next.records, at: next.request) {
            try await page(.revocation)
            throw .badReply(.strava)
          }
          if isFull, seen.last == nil { seen.beginning = next.records }
          let known = number == 1 ? 0 : seen.overlap(with: next.records)
          guard let known else { return .broken }
          pages.cursor.learn(next.records[known...])
          let news = seen.news(of: next.records)
          try await page(news)
          if number == 1, news.activities.isEmpty { return .short }
        }
        throw .badReply(.strava)
      }
    }
    return try result.get()
  }
}

/// The records received so far in a listing.
struct SeenRecords {
  private var received = ReceivedRecords()
  /// For each page, by its bound and its first ride, the number of rides that it was to skip.
  private var offsets: [String: Int] = [:]
  /// The first page; empty if it was not full.
  var beginning: [ListedRecord] = []
  /// The last ride in the order of the list.
  private(set) var last: Activity?

  /// Whether a page shows that the service ignores its parameters: the page begins long before the
  /// requested position, is in another order, or repeats a page of another number.
  mutating func contradicts(_ page: [ListedRecord], at request: StravaList.PageRequest) -> Bool {
    guard let first = page.firstRide, let last = page.last(where: { $0.activity != nil })?.activity
    else { return !page.isEmpty && page.allSatisfy(received.contains) }
    if first.start.seconds < request.after - Self.slack { return true }
    if first.start.seconds > last.start.seconds + Self.slack { return true }
    let offset = (request.number - 1) * request.size
    let earlier = offsets.updateValue(offset, forKey: "\(request.after) \(first.id.sourceID)")
    return earlier.map { $0 != offset } ?? false && page.allSatisfy(received.contains)
  }

  /// Whether the second page of a whole list shows that what was received first is not its
  /// beginning: it begins before, or among the first rides. Rides deleted or uploaded meanwhile
  /// move it a little.
  func hasOtherBeginning(_ secondPage: [ListedRecord]) -> Bool {
    guard let begin = beginning.firstRide, let first = secondPage.firstRide else { return false }
    if first.start.seconds < begin.start.seconds - Self.slack { return true }
    let place = beginning.firstIndex { $0.activity?.id == first.id }
    return place.map { $0 <= StravaList.pageSize / 2 } ?? false
  }

  /// A ride whose start time is hidden is listed at its real position, but says midnight.
  private static let slack: Int64 = 2 * 86_400

  /// What has not been seen before.
  mutating func news(of page: [ListedRecord]) -> ActivityPage {
    last = page.last { $0.activity != nil }?.activity ?? last
    return received.news(of: page)
  }

  /// The number of records of a page up to and including the last ride; nil when the page does not
  /// contain it, so that rides may be missing in between.
  func overlap(with page: [ListedRecord]) -> Int? {
    guard let last else { return nil }
    return page.lastIndex {
      $0.activity?.id == last.id && $0.activity?.start == last.start
    }.map { $0 + 1 }
  }
}

extension [ListedRecord] {
  fileprivate var firstRide: Activity? { first { $0.activity != nil }?.activity }
}
