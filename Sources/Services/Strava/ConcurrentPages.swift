// Requests for pages of Strava's list, several at a time, and where each page begins.

import Model
import Network

/// Requests pages ahead and returns them in the order of the list. The service answers while
/// earlier pages are stored.
struct ConcurrentPages {
  /// A page that has arrived or failed. Pages are counted from 0, in the order of the list.
  typealias Answer = (number: Int, page: Result<Page, SyncFailure>)

  struct Page: Sendable {
    let request: StravaList.PageRequest
    let records: [ListedRecord]
    var isFull: Bool { records.count >= request.size }
  }

  private let list: StravaList
  /// Takes the records of the pages returned that were not on earlier pages.
  var cursor: PageCursor
  /// The number of pages requested at a time.
  private var width: Int
  private var (asked, taken) = (0, 0)
  /// The last page, in the order of the list, that is known to be full or not: beyond one that is
  /// not full, no page is requested.
  private var farthest = (number: -1, isFull: true)
  private var arrived: [Int: Result<Page, SyncFailure>] = [:]

  /// - Parameter width: the number of pages requested before the first has arrived.
  init(of list: StravaList, from first: StravaList.PageRequest, width: Int) {
    self.list = list
    self.width = width
    cursor = PageCursor(from: first)
  }

  /// The next page; nil when no further one was requested because one was short.
  ///
  /// - Throws: the error of the request, after all pages before it were returned; `interrupted`.
  mutating func next(in group: inout TaskGroup<Answer>) async throws(SyncFailure) -> Page? {
    ask(in: &group)
    guard taken < asked else { return nil }
    while arrived[taken] == nil {
      guard let answer = await group.next() else { throw .interrupted }
      arrived[answer.number] = answer.page
      let isFull = (try? answer.page.get().isFull) ?? false
      if answer.number > farthest.number { farthest = (answer.number, isFull) }
      // After the only page, the next one is requested when this one is known: most often there is
      // none.
      if width > 1 { ask(in: &group) }
      if isFull { width = StravaList.lanes }
    }
    taken += 1
    return try arrived.removeValue(forKey: taken - 1)?.get()
  }

  private mutating func ask(in group: inout TaskGroup<Answer>) {
    // The number of waiting pages is limited as well.
    while farthest.isFull, asked - taken - arrived.count < width, asked - taken < 2 * width {
      let (number, request) = (asked, cursor.next())
      group.addTask { [list] in
        let page = await Result { () async throws(SyncFailure) in
          Page(request: request, records: try await list.fetch(request))
        }
        return (number, page)
      }
      asked += 1
    }
  }
}

/// The known positions of rides in a list, and how far the list has been requested.
///
/// Strava counts pages from the first ride after `after`. A page ahead is therefore requested by
/// its number counted from a known ride; the choice of that ride determines where the page begins.
/// While no known ride is near enough, pages are counted from the beginning of the list, and the
/// page size determines where one begins.
struct PageCursor: Sendable {
  /// The number of rides that neighbouring pages share, at least: one to be recognised, and one
  /// more in case a ride is deleted or two begin in the same second.
  static let overlap = 2

  private let first: StravaList.PageRequest
  /// The starts of the known rides from the first page on, in seconds since 1970; nil for a record
  /// that could not be read.
  private var starts: [Int64?] = []
  /// The position after the last requested page.
  private var end = 0

  /// - Parameter first: the page to begin with, of full size.
  init(from first: StravaList.PageRequest) { self.first = first }

  mutating func next() -> StravaList.PageRequest {
    guard end > 0 else {
      end = first.size
      return first
    }
    let begin = end - Self.overlap
    var request = first
    let pages = pages(over: begin - (starts.count - 1))
    let anchor = begin - pages * first.size
    if starts.indices.contains(anchor), let start = starts[anchor] {
      // One second earlier: other rides may begin in the same second, and the bound may be
      // exclusive.
      request.after = start - 1
      request.number = pages + 1
      end = begin + request.size
    } else {
      let passed = (first.number - 1) * first.size
      let pages = self.pages(over: passed + begin)
      request.number = pages + 1
      request.size = (passed + begin) / pages
      end = request.number * request.size - passed
    }
    return request
  }

  /// Takes the rides that follow the known ones.
  mutating func learn(_ records: some Sequence<ListedRecord>) {
    starts += records.map { $0.activity?.start.seconds }
  }

  /// The number of full pages that hold this many rides.
  private func pages(over rides: Int) -> Int { (max(0, rides) + first.size - 1) / first.size }
}
