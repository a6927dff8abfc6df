// Requests for pages of Strava's list, several at a time.

import Codec
import Model
import Network

/// Requests pages ahead, reads each as it arrives, and returns them in the order of the list. The
/// service answers while earlier pages are read and stored.
struct ConcurrentPages {
  /// What a child task has done.
  enum Message: Sendable {
    /// A page has arrived or failed. Pages are counted from 0, in the order of the list.
    case answered(Int, StravaList.PageRequest, Result<Reply, SyncFailure>)
    case read(Int, Result<Page, SyncFailure>)
  }

  struct Page: Sendable {
    /// The requested page.
    let request: StravaList.PageRequest
    let records: [StravaRecord]
    /// Whether it has as many records as requested.
    let isFull: Bool
  }

  /// The shortest possible record in bytes: it has at least an id and a start.
  private static let leastRecord = 40

  private let fetch: StravaList.Fetch
  private let read: StravaList.Read
  private var positions: PageCursor
  /// The number of pages requested at a time.
  private var width: Int
  private var (asked, taken, underWay) = (0, 0, 0)
  /// The last page, in the order of the list, that is known to be full or not: beyond one that is
  /// not full, no page is requested.
  private var farthest = (number: -1, isFull: true)
  /// Answers that have not been read.
  private var unread: [(Int, StravaList.PageRequest, Reply)] = []
  private var isReading = false
  /// Pages waiting for their turn.
  private var pages: [Int: Result<Page, SyncFailure>] = [:]

  /// - Parameter width: the number of pages requested before the first has arrived.
  init(
    from first: StravaList.PageRequest, width: Int, fetch: @escaping StravaList.Fetch,
    read: @escaping StravaList.Read
  ) {
    self.fetch = fetch
    self.read = read
    self.width = width
    positions = PageCursor(from: first)
  }

  /// The next page; nil when no further one was requested because one was short.
  ///
  /// - Throws: the error of the request, after all pages before it were returned; `interrupted`.
  mutating func next(in group: inout TaskGroup<Message>) async throws(SyncFailure) -> Page? {
    ask(in: &group)
    while taken < asked {
      if let page = pages.removeValue(forKey: taken) {
        taken += 1
        return try page.get()
      }
      guard let news = await group.next() else { throw .interrupted }
      switch news {
      case .answered(let number, let request, .success(let reply)):
        underWay -= 1
        // An empty page, as at the end of the list, is recognised before it is read.
        if reply.body.count < request.size * Self.leastRecord { note(number, isFull: false) }
        // A single page is read first: most often there is no other.
        if width > 1 { ask(in: &group) }
        unread.append((number, request, reply))
        readNext(in: &group)
      case .answered(let number, _, .failure(let failure)):
        underWay -= 1
        pages[number] = .failure(failure)
        note(number, isFull: false)
      case .read(let number, let page):
        isReading = false
        readNext(in: &group)
        pages[number] = page
        note(number, isFull: (try? page.get().isFull) ?? false)
      }
    }
    return nil
  }

  /// Takes the records of the page just returned that were not on earlier pages.
  mutating func learn(_ records: some Sequence<StravaRecord>) {
    positions.learn(records)
  }

  private mutating func note(_ number: Int, isFull: Bool) {
    if number > farthest.number { farthest = (number, isFull) }
    if isFull { width = StravaList.lanes }
  }

  /// Reads one page at a time: reading on all cores would delay the other answers.
  private mutating func readNext(in group: inout TaskGroup<Message>) {
    if isReading || unread.isEmpty { return }
    let (number, request, reply) = unread.removeFirst()
    isReading = true
    group.addTask { [read] in
      let page = Result { () throws(SyncFailure) in
        let records = try read(reply)
        return Page(request: request, records: records, isFull: records.count >= request.size)
      }
      return .read(number, page)
    }
  }

  private mutating func ask(in group: inout TaskGroup<Message>) {
    // The number of waiting pages is limited as well.
    while farthest.isFull, underWay < width, asked - taken < 2 * width {
      let (number, request) = (asked, positions.next())
      group.addTask { [fetch] in
        let reply = await Result { () async throws(SyncFailure) in try await fetch(request) }
        return .answered(number, request, reply)
      }
      asked += 1
      underWay += 1
    }
  }
}
