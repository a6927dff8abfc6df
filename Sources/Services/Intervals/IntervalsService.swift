// Intervals.icu's athlete, activities and health data (API v1).

import Codec
import Model
import Network

struct IntervalsService: StreamService {
  /// The service publishes no limit; this many requests a second are far below the observed ones.
  private static let pace = 5
  /// The number of activities requested at once.
  static let windowSize = 250
  /// Ranges of at most this many days are requested at once, whatever they contain.
  private static let shortRange = 60
  /// More activities, or days, than anyone has.
  private static let mostRecords = 100_000
  /// The largest distance from a range, in seconds, of the local days of any time zone that touch
  /// it.
  private static let slack: Int64 = 5 * 86_400
  /// Before the first bike computer.
  private static let beginning = Day(number: 0)
  /// 2100-01-01. Without an end the service omits rides that a wrong clock has dated in the future.
  private static let end = Day(number: 47_482)

  private let account: IntervalsAccount
  private let client: HTTPClient
  private let time: any Time

  /// - Parameter base: of the API, without a trailing slash.
  init(account: IntervalsAccount, base: String, connection: Connection) {
    self.account = account
    client = HTTPClient(
      base: base, connection: connection, authorizer: account, limits: RetryAfterLimits(),
      pace: RequestPace(perSecond: Self.pace))
    time = connection.time
  }

  var source: Source { .intervals }

  func contact() async throws(SyncFailure) -> Athlete {
    let value = try await client.get(try account.path()).json(from: source)
    guard let athlete = Athlete(intervals: value) else { throw .badReply(source) }
    return athlete
  }

  /// The service has no pages: it sends all activities of a range of local days, newest first. For
  /// a long range, ids and starts are requested first, then the activities in parts, oldest first,
  /// so that an interrupted listing can be resumed.
  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    var received = ReceivedRecords()
    var windows = [range]
    var index: ActivityPage?
    if isLong(range) {
      let records = try await fetch(range, fields: "id,type,start_date,start_date_local,source")
      var listed = ReceivedRecords()
      let found = listed.news(of: records, in: range)
      // Without a single start it is useless, and does not mean that the range is empty.
      if !found.activities.isEmpty || found.skipped == 0 { index = found }
    }
    let named = index?.activities.map(\.start) ?? []
    if let index {
      windows = Self.windows(of: named, in: range)
      try await page(
        ActivityPage(
          activities: [], skipped: index.skipped, withheld: index.withheld,
          expected: index.activities.count))
    }
    for window in windows {
      let records = try await fetch(window)
      let news = received.news(of: records, in: window)
      // A service that ignores the range may omit anything.
      let isMissing = news.activities.isEmpty && named.contains(where: window.contains)
      let nearby = window.widened(by: Self.slack)
      let isFar = records.contains { $0.activity.map { !nearby.contains($0.start) } ?? false }
      if isMissing || isFar {
        try await page(.revocation)
        throw .badReply(source)
      }
      try await page(index == nil ? news : ActivityPage(activities: news.activities))
    }
  }

  func wellness(
    _ range: ListRange
  ) async throws(SyncFailure) -> (days: [WellnessDay], skipped: Int) {
    // Inclusive at both ends.
    var query: FormPairs = ["oldest": text(range.after.map { localDay($0, 1) } ?? Self.beginning)]
    let newest = range.before.map { localDay($0, -1) } ?? time.localDay().advanced(by: 1)
    query.append("newest", text(newest))
    let records = try await records("/wellness", query)
    let days = records.compactMap { WellnessDay(intervals: $0) }
    return (days, records.count - days.count)
  }

  /// An array of streams, each an object that names its type, as Strava's are.
  func streams(of id: ActivityID) async throws(SyncFailure) -> [UInt8]? {
    guard IntervalsAccount.isID(id.sourceID),
      let reply = try await client.find(
        "/activity/\(id.sourceID)/streams", query: ["types": Self.streamTypes])
    else { return nil }
    guard let streams = try reply.json(from: source).elements else { throw .badReply(source) }
    // A ride without a recording has none.
    return streams.contains { $0.members != nil } ? reply.body : nil
  }

  private static let streamTypes =
    "time,distance,latlng,altitude,velocity_smooth,heartrate,cadence,watts,temp"

  // MARK: Implementation

  private func isLong(_ range: ListRange) -> Bool {
    let end = range.before ?? time.wallClock()
    guard let begin = range.after else { return true }
    return Day(of: begin).distance(to: Day(of: end)) > Self.shortRange
  }

  /// Consecutive ranges that contain this many activities each.
  ///
  /// - Parameter starts: oldest first.
  private static func windows(of starts: [Timestamp], in range: ListRange) -> [ListRange] {
    var windows: [ListRange] = []
    guard let first = starts.first else { return windows }
    var after = range.after ?? Timestamp(seconds: first.seconds - 1)
    for last in stride(from: windowSize - 1, to: starts.count - 1, by: windowSize) {
      let before = Timestamp(seconds: starts[last].seconds + 1)
      windows.append(ListRange(after: after, before: before))
      after = starts[last]
    }
    return windows + [ListRange(after: after, before: range.before)]
  }

  /// The records of the local days that a range can touch, in any order.
  ///
  /// - Parameter fields: names separated by commas; nil for all.
  private func fetch(
    _ range: ListRange, fields: String? = nil
  ) async throws(SyncFailure) -> [ListedRecord] {
    // A local day differs from that of UTC by at most one. Whether the end is inclusive is not
    // documented.
    let oldest = range.after.map { Day(of: $0).advanced(by: -1) } ?? Self.beginning
    let newest = range.before.map { Day(of: $0).advanced(by: 2) } ?? Self.end
    var query: FormPairs = ["oldest": text(oldest), "newest": text(newest)]
    if let fields { query.append("fields", fields) }
    return try await records("/activities", query).map { record in
      // An activity that came from Strava has only its id and its local start.
      let isStub =
        record["source"]?.string?.uppercased() == "STRAVA" && record["type"]?.string == nil
      return ListedRecord(
        record, isStub ? nil : Activity(intervals: record),
        otherwise: isStub ? .withheld : .unreadable)
    }
  }

  private func records(
    _ path: String, _ query: FormPairs
  ) async throws(SyncFailure) -> [JSONValue] {
    let value = try await client.get(try account.path(path), query: query).json(from: source)
    guard let records = value.elements(atMost: Self.mostRecords) else { throw .badReply(source) }
    return records
  }

  /// The local day some seconds after a moment.
  private func localDay(_ moment: Timestamp, _ seconds: Int64) -> Day {
    let moment = Timestamp(seconds: moment.seconds + seconds)
    return Day(of: moment, offset: time.localOffset(at: moment))
  }

  private func text(_ day: Day) -> String { max(day, Self.beginning).description }
}

extension ListRange {
  fileprivate func widened(by seconds: Int64) -> ListRange {
    ListRange(
      after: after.map { Timestamp(seconds: $0.seconds - seconds) },
      before: before.map { Timestamp(seconds: $0.seconds + seconds) })
  }
}
