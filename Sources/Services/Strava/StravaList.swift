// Walks through Strava's list of activities: what follows what, and where it ends.

import Codec
import Model
import Network

/// One listing of a range. With `after` Strava's list begins with the oldest, so that a ride uploaded
/// meanwhile shifts nothing; hence it is always given.
///
/// A ride that is deleted meanwhile does shift those behind it to earlier pages, where they were
/// looked for already. So every page has to hold the last ride of the one before: then none is hidden
/// between, whatever has become of those before it. Pages that are asked for ahead overlap for that
/// purpose; where one does not go on from the last ride, the list is begun anew there.
///
/// A page may be short without being the last; only an empty one ends the list.
struct StravaList: Sendable {
  /// Strava's maximum.
  static let pageSize = 200
  /// How many pages are asked for at a time.
  static let lanes = 4
  /// Against a service that never sends an empty page; more rides than anybody has.
  private static let pageCap = 5000

  /// Where a page lies.
  struct Place: Hashable, Sendable {
    /// Starts after this, in seconds since 1970.
    var after: Int64
    /// Starts before this.
    var before: Int64?
    /// From 1.
    var number = 1
    /// How many records it has, unless it is short.
    var size = StravaList.pageSize

    var query: FormPairs {
      var query: FormPairs = [
        "after": String(max(1, after)), "page": String(number), "per_page": String(size),
      ]
      if let before { query.append("before", String(before)) }
      return query
    }
  }

  /// Asks for a page.
  typealias Fetch = @Sendable (Place) async throws(SyncFailure) -> Reply
  /// Reads the records of one.
  typealias Read = @Sendable (Reply) throws(SyncFailure) -> [StravaRecord]

  private let range: ListRange
  private let source: Source
  private let mayHurry: Bool
  private let read: Read
  private let fetch: Fetch

  /// - Parameter mayHurry: whether the limits leave room for a few requests too many.
  init(
    _ range: ListRange, from source: Source, mayHurry: Bool, read: @escaping Read,
    fetch: @escaping Fetch
  ) {
    self.mayHurry = mayHurry
    self.read = read
    self.range = range
    self.source = source
    self.fetch = fetch
  }

  /// Hands all activities of the range to `page`, each once, in order.
  ///
  /// - Throws: what `page` and the requests throw. Everything before that place was handed on, and
  ///   nothing behind it. `badReply`, after a revocation, when the service does not heed what it is
  ///   asked for: what was handed on may leave out any ride.
  func walk(
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    var seen = SeenRecords()
    var place = Place(after: range.after?.seconds ?? 1, before: range.before?.seconds)
    // Of a whole account many pages are to be expected; of what is new since the last time, one.
    var width = range.after == nil && mayHurry ? Self.lanes : 1
    for _ in 1...Self.pageCap {
      switch try await follow(from: place, width, &seen, page: page) {
      case .end: return
      case .short: place.number += 1
      case .broken:
        guard let last = seen.last else { throw .badReply(source) }
        place.after = last.start.seconds - 1
        place.number = 1
      }
      width = 1
    }
    throw .badReply(source)
  }

  // MARK: Inside

  private enum Ending {
    case end
    /// The first page was short, or held nothing new.
    case short
    /// What was asked for ahead does not go on where the list has come to.
    case broken
  }

  /// Follows the list from a page as long as each page holds the last ride of the one before: several
  /// pages at a time, once one was full.
  ///
  /// What it costs: the pages overlap by two rides (one request in a hundred more), and at the end of
  /// a list up to four requests are under way for pages that are not there.
  ///
  /// - Parameter width: how many pages are asked for before the first has come.
  private func follow(
    from first: Place, _ width: Int, _ seen: inout SeenRecords,
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) -> Ending {
    let result = await withTaskGroup(of: StravaLanes.News.self) {
      group -> Result<Ending, SyncFailure> in
      // What is still under way at the end is of no use.
      defer { group.cancelAll() }
      do throws(SyncFailure) {
        return .success(try await follow(from: first, width, &seen, in: &group, page: page))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func follow(
    from first: Place, _ width: Int, _ seen: inout SeenRecords,
    in group: inout TaskGroup<StravaLanes.News>,
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) -> Ending {
    var lanes = StravaLanes(from: first, width: width, fetch: fetch, read: read)
    var isFull = false
    for number in 1...Self.pageCap {
      guard let next = try await lanes.next(in: &group) else {
        return number == 2 ? .short : .broken
      }
      if next.records.isEmpty, !isFull { return .end }
      isFull = next.isFull
      if seen.contradicts(next.records, at: next.place) {
        try await page(.revocation)
        throw .badReply(source)
      }
      let known = number == 1 ? 0 : seen.overlap(with: next.records)
      guard let known else { return .broken }
      lanes.learn(next.records[known...])
      let news = seen.news(of: next.records)
      try await page(news)
      if number == 1, news.activities.isEmpty { return .short }
    }
    throw .badReply(source)
  }
}
