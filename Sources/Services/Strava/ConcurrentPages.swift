// Requests for pages of Strava's list, several at a time.

import Model
import Network

/// Requests pages ahead and returns them in the order of the list. The service answers while
/// earlier pages are stored.
struct ConcurrentPages {
  /// A page that has arrived or failed. Pages are counted from 0, in the order of the list.
  struct Answer: Sendable {
    let number: Int
    let page: Result<Page, SyncFailure>
  }

  struct Page: Sendable {
    let request: StravaList.PageRequest
    let records: [StravaRecord]
    /// Whether it has as many records as requested.
    var isFull: Bool { records.count >= request.size }
  }

  private let fetch: StravaList.Fetch
  private var positions: PageCursor
  /// The number of pages requested at a time.
  private var width: Int
  private var (asked, taken, underWay) = (0, 0, 0)
  /// The last page, in the order of the list, that is known to be full or not: beyond one that is
  /// not full, no page is requested.
  private var farthest = (number: -1, isFull: true)
  /// Pages waiting for their turn.
  private var pages: [Int: Result<Page, SyncFailure>] = [:]

  /// - Parameter width: the number of pages requested before the first has arrived.
  init(from first: StravaList.PageRequest, width: Int, fetch: @escaping StravaList.Fetch) {
    self.fetch = fetch
    self.width = width
    positions = PageCursor(from: first)
  }

  /// The next page; nil when no further one was requested because one was short.
  ///
  /// - Throws: the error of the request, after all pages before it were returned; `interrupted`.
  mutating func next(in group: inout TaskGroup<Answer>) async throws(SyncFailure) -> Page? {
    ask(in: &group)
    while taken < asked {
      if let page = pages.removeValue(forKey: taken) {
        taken += 1
        return try page.get()
      }
      guard let answer = await group.next() else { throw .interrupted }
      underWay -= 1
      pages[answer.number] = answer.page
      let isFull = (try? answer.page.get().isFull) ?? false
      if answer.number > farthest.number { farthest = (answer.number, isFull) }
      // After the only page, the next one is requested when this one is known: most often there is
      // none.
      if width > 1 { ask(in: &group) }
      if isFull { width = StravaList.lanes }
    }
    return nil
  }

  /// Takes the records of the page just returned that were not on earlier pages.
  mutating func learn(_ records: some Sequence<StravaRecord>) {
    positions.learn(records)
  }

  private mutating func ask(in group: inout TaskGroup<Answer>) {
    // The number of waiting pages is limited as well.
    while farthest.isFull, underWay < width, asked - taken < 2 * width {
      let (number, request) = (asked, positions.next())
      group.addTask { [fetch] in
        let page = await Result { () async throws(SyncFailure) in
          Page(request: request, records: try await fetch(request))
        }
        return Answer(number: number, page: page)
      }
      asked += 1
      underWay += 1
    }
  }
}
