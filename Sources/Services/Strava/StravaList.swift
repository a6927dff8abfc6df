// Walks through Strava's list of activities: what follows what, and where it ends.

import Codec
import SyncModel

/// A record of the list.
enum StravaRecord: Sendable {
  case activity(Activity)
  /// One without an id or a start, as it was sent.
  case unreadable([UInt8])

  init(_ json: JSONValue) {
    self = Activity(strava: json).map { .activity($0) } ?? .unreadable(json.compact)
  }

  var activity: Activity? {
    if case .activity(let activity) = self { return activity }
    return nil
  }
}

/// One listing of a range. With `after` Strava's list begins with the oldest, so that a ride uploaded
/// meanwhile shifts nothing; hence it is always given.
///
/// A ride that is deleted meanwhile does shift those behind it to earlier pages, where they were
/// looked for already. So behind a full page the list goes on *at its last ride*, not at the next
/// number: either it is begun anew there, or a page that was asked for ahead (`readAhead`) turns out to
/// hold that ride. A page that holds the last ride seen can hide none behind it, whatever has become of
/// those before it.
///
/// A page may be short without being the last; only an empty one ends the list.
struct StravaList: Sendable {
  /// Strava's maximum.
  static let pageSize = 200
  /// How many pages are asked for at a time.
  static let lanes = 4
  /// Against a service that never sends an empty page; more rides than anybody has.
  private static let requestCap = 5000

  /// Where a page lies.
  struct Place: Hashable, Sendable {
    /// Starts after this, in seconds since 1970.
    var after: Int64
    /// Starts before this.
    var before: Int64?
    /// From 1.
    var number: Int

    var query: FormPairs {
      var query: FormPairs = [
        "after": String(max(1, after)), "page": String(number),
        "per_page": String(StravaList.pageSize),
      ]
      if let before { query.append("before", String(before)) }
      return query
    }
  }

  /// Asks for a page.
  typealias Fetch = @Sendable (Place) async throws(SyncFailure) -> [StravaRecord]

  private let range: ListRange
  private let source: Source
  private let fetch: Fetch

  init(_ range: ListRange, from source: Source, fetch: @escaping Fetch) {
    self.range = range
    self.source = source
    self.fetch = fetch
  }

  /// Hands all activities of the range to `page`, each once, in order.
  ///
  /// - Throws: what `page` and the requests throw. Everything before that place was handed on, and
  ///   nothing behind it.
  func walk(
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    var seen = Seen()
    var place = self.place(after: range.after?.seconds ?? 1)
    for _ in 1...Self.requestCap {
      let records = try await fetch(place)
      if records.isEmpty { return }
      let hasNews = try await hand(records, to: page, &seen)
      guard records.count >= Self.pageSize, hasNews else {
        place.number += 1
        continue
      }
      if try await readAhead(of: records, &seen, page: page) == .end { return }
      guard let last = seen.last else { return }
      place = self.place(after: last.start.seconds - 1)
    }
    throw .badReply(source)
  }

  // MARK: Lanes

  private enum Ending {
    case end
    /// What was asked for ahead does not go on where the list has come to.
    case lost
  }

  /// Goes on behind a full page, several requests at a time, as long as the pages are full and each
  /// holds the last ride of the one before.
  ///
  /// What it costs: the pages overlap by two rides (one request in a hundred more), and at the end of
  /// a list up to three requests are under way for pages that are not there. A list of one page asks
  /// for nothing ahead.
  private func readAhead(
    of first: [StravaRecord], _ seen: inout Seen,
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) -> Ending {
    let result = await withTaskGroup(of: Lane.self) { group -> Result<Ending, SyncFailure> in
      // What is still under way at the end is of no use.
      defer { group.cancelAll() }
      do throws(SyncFailure) {
        return .success(try await readAhead(of: first, &seen, in: &group, page: page))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func readAhead(
    of first: [StravaRecord], _ seen: inout Seen, in group: inout TaskGroup<Lane>,
    page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) -> Ending {
    var positions = StravaPositions(first.map { $0.activity?.start.seconds })
    var arrived: [Int: Lane] = [:]
    var (asked, taken) = (0, 0)
    var isFull = true
    func askAhead() {
      while isFull, asked - taken < Self.lanes, let next = positions.next() {
        let (number, place) = (asked, self.place(after: next.after, number: next.number))
        group.addTask { await ask(place, number) }
        asked += 1
      }
    }
    askAhead()
    while asked < Self.requestCap {
      while taken < asked, arrived[taken] == nil {
        guard let lane = await group.next() else { throw .interrupted }
        arrived[lane.number] = lane
      }
      guard let lane = arrived.removeValue(forKey: taken) else { return .lost }
      taken += 1
      let records = try lane.result.get()
      if records.isEmpty && !isFull { return .end }
      guard seen.isContinued(by: records) else { return .lost }
      isFull = records.count >= Self.pageSize
      if isFull {
        let last = seen.last
        let overlap = records.lastIndex { $0.activity?.id == last?.id } ?? -1
        positions.learn(records[(overlap + 1)...].map { $0.activity?.start.seconds })
      }
      // The service answers while this page is stored.
      askAhead()
      _ = try await hand(records, to: page, &seen)
    }
    throw .badReply(source)
  }

  /// A page that was asked for ahead.
  private struct Lane: Sendable {
    /// From 0, in the order of the list.
    let number: Int
    let result: Result<[StravaRecord], SyncFailure>
  }

  private func ask(_ place: Place, _ number: Int) async -> Lane {
    do throws(SyncFailure) {
      return Lane(number: number, result: .success(try await fetch(place)))
    } catch {
      return Lane(number: number, result: .failure(error))
    }
  }

  // MARK: Inside

  private func place(after: Int64, number: Int = 1) -> Place {
    Place(after: after, before: range.before?.seconds, number: number)
  }

  /// Hands on what is new of a page; returns whether anything is.
  private func hand(
    _ records: [StravaRecord], to page: (ActivityPage) async throws(SyncFailure) -> Void,
    _ seen: inout Seen
  ) async throws(SyncFailure) -> Bool {
    let news = seen.news(of: records)
    try await page(news)
    return !news.activities.isEmpty
  }
}

/// What a listing has brought so far.
private struct Seen {
  private var ids: Set<ActivityID> = []
  private var unreadable: Set<[UInt8]> = []
  /// The last ride in the order of the list, and when it began.
  private(set) var last: (id: ActivityID, start: Timestamp)?

  /// What has not been seen before.
  mutating func news(of records: [StravaRecord]) -> ActivityPage {
    var activities: [Activity] = []
    var skipped = 0
    for record in records {
      switch record {
      case .activity(let activity):
        if ids.insert(activity.id).inserted { activities.append(activity) }
        last = (activity.id, activity.start)
      case .unreadable(let bytes):
        if unreadable.insert(bytes).inserted { skipped += 1 }
      }
    }
    return ActivityPage(activities: activities, skipped: skipped)
  }

  /// Whether a page holds the last ride, so that none is hidden between.
  func isContinued(by records: [StravaRecord]) -> Bool {
    guard let last else { return false }
    return records.contains { $0.activity?.id == last.id && $0.activity?.start == last.start }
  }
}
