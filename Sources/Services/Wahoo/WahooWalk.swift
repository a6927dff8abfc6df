// Walks through Wahoo's list, whose first page is the newest, from its oldest page to its first.

import Codec
import Model
import Network

/// One walk. It depends on nothing being added or removed meanwhile: that would move workouts from one
/// page to another. A changed total shows it, and so does a workout that is sent twice.
struct WahooWalk {
  enum Ending {
    case complete
    /// The list changed meanwhile: the walk has to start again.
    case changed
    /// A page brought what the pages before had brought: the service does not heed page numbers.
    case repeated
  }

  /// What is asked for at once; the service may send less.
  private static let size = 100
  /// More pages than anybody has.
  private static let limit = 5000

  /// How long after its planned time a workout may be done, in seconds: the list has the order of the
  /// plans, and what is not found in the range counts as deleted.
  private static let delay: Int64 = 30 * 86_400

  private let client: HTTPClient
  private let source = Source.wahoo
  /// Pages that were looked into on the way to the oldest one.
  private var seen: [Int: WahooPage] = [:]
  /// The total of the first page.
  private var total: Int?

  init(client: HTTPClient) {
    self.client = client
  }

  /// Hands out the pages that reach into the range, the oldest first.
  ///
  /// - Parameter after: starts at or before it are not looked for.
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
      if next.count > 0 { isBehindTheEnd = false }
      // A gap would look like deleted workouts.
      guard next.count > 0 || isBehindTheEnd else { throw .badReply(source) }
      guard names.isDisjoint(with: next.names) else {
        return next.names.isSubset(of: names) ? .repeated : .changed
      }
      names.formUnion(next.names)
      try await page(next)
    }
    return .complete
  }

  /// The first page that reaches back to `after`: looked for in leaps from the newest on, because
  /// mostly it is the very first; nil when the list changed meanwhile.
  private mutating func oldestPage(
    reaching after: Timestamp?, of last: Int
  ) async throws(SyncFailure) -> Int? {
    guard let after = after.map({ Timestamp(seconds: $0.seconds - Self.delay) }) else {
      return last
    }
    var (near, far) = (1, 1)
    while far < last {
      guard let page = try await look(far) else { return nil }
      if page.reaches(after) { break }
      near = far + 1
      far = min(far * 2, last)
    }
    while near < far {
      let middle = (near + far) / 2
      guard let page = try await look(middle) else { return nil }
      if page.reaches(after) { far = middle } else { near = middle + 1 }
    }
    return far
  }

  /// A page that will be needed again.
  private mutating func look(_ number: Int) async throws(SyncFailure) -> WahooPage? {
    let page = try await fetch(number)
    seen[number] = page
    return page
  }

  /// A page; nil when the list is another one than before.
  private mutating func fetch(_ number: Int) async throws(SyncFailure) -> WahooPage? {
    if let page = seen.removeValue(forKey: number) { return page }
    let reply = try await client.get(
      "/v1/workouts", query: ["page": String(number), "per_page": String(Self.size)])
    guard let value = try? JSONValue(parsing: reply.body),
      let page = WahooPage(value, number: number)
    else { throw .badReply(source) }
    if let total, total != page.total { return nil }
    total = page.total
    return page
  }
}

extension WahooPage {
  /// Whether nothing behind this page begins after that moment. One without a single start cannot
  /// tell.
  fileprivate func reaches(_ moment: Timestamp) -> Bool {
    oldest.map { $0 <= moment } ?? false
  }
}
