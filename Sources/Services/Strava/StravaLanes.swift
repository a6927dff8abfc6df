// Pages of Strava's list under way, several at a time.

import Codec
import Model
import Network

/// Asks for pages ahead, has them read one by one as they come, and hands them out in the order of the
/// list. The service answers while pages are read and stored.
struct StravaLanes {
  /// What a child task has done.
  enum News: Sendable {
    /// A page has come, or failed to. Pages are counted from 0, in the order of the list.
    case answered(Int, StravaList.Place, Result<Reply, SyncFailure>)
    case read(Int, Result<Page, SyncFailure>)
  }

  struct Page: Sendable {
    /// What was asked for.
    let place: StravaList.Place
    let records: [StravaRecord]
    /// Whether it has as many records as were asked for.
    let isFull: Bool
  }

  /// No record is shorter, in bytes: it has at least an id and a start.
  private static let leastRecord = 40

  private let fetch: StravaList.Fetch
  private let read: StravaList.Read
  private var positions: StravaPositions
  /// How many pages are asked for at a time.
  private var width: Int
  private var (asked, taken, underWay) = (0, 0, 0)
  /// The last page in the order of the list of which it is known whether it is full: behind one that
  /// is not, none is asked for.
  private var farthest = (number: -1, isFull: true)
  /// Answers that nobody has read yet.
  private var unread: [(Int, StravaList.Place, Reply)] = []
  private var isReading = false
  /// Those that wait for their turn.
  private var pages: [Int: Result<Page, SyncFailure>] = [:]

  /// - Parameter width: how many pages are asked for before the first has come.
  init(
    from first: StravaList.Place, width: Int, fetch: @escaping StravaList.Fetch,
    read: @escaping StravaList.Read
  ) {
    self.fetch = fetch
    self.read = read
    self.width = width
    positions = StravaPositions(from: first)
  }

  /// The next page; nil when no further one was asked for, since one was short.
  ///
  /// - Throws: what the request threw, once everything before was handed out; `interrupted`.
  mutating func next(in group: inout TaskGroup<News>) async throws(SyncFailure) -> Page? {
    ask(in: &group)
    while taken < asked {
      if let page = pages.removeValue(forKey: taken) {
        taken += 1
        return try page.get()
      }
      guard let news = await group.next() else { throw .interrupted }
      switch news {
      case .answered(let number, let place, .success(let reply)):
        underWay -= 1
        // An empty page, as those behind the end, is known before it is read.
        if reply.body.count < place.size * Self.leastRecord { note(number, isFull: false) }
        // One page alone is read first: most often there is no other.
        if width > 1 { ask(in: &group) }
        unread.append((number, place, reply))
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

  /// Takes in the records of the page just handed out that are behind those of the pages before.
  mutating func learn(_ records: some Sequence<StravaRecord>) {
    positions.learn(records)
  }

  private mutating func note(_ number: Int, isFull: Bool) {
    if number > farthest.number { farthest = (number, isFull) }
    if isFull { width = StravaList.lanes }
  }

  /// Reads one page at a time: all cores at once would keep the answers to the others waiting.
  private mutating func readNext(in group: inout TaskGroup<News>) {
    if isReading || unread.isEmpty { return }
    let (number, place, reply) = unread.removeFirst()
    isReading = true
    group.addTask { [read] in
      do throws(SyncFailure) {
        let records = try read(reply)
        return .read(
          number,
          .success(Page(place: place, records: records, isFull: records.count >= place.size)))
      } catch {
        return .read(number, .failure(error))
      }
    }
  }

  private mutating func ask(in group: inout TaskGroup<News>) {
    // What has come and waits is bounded as well.
    while farthest.isFull, underWay < width, asked - taken < 2 * width {
      let (number, place) = (asked, positions.next())
      group.addTask { [fetch] in
        do throws(SyncFailure) {
          return .answered(number, place, .success(try await fetch(place)))
        } catch {
          return .answered(number, place, .failure(error))
        }
      }
      asked += 1
      underWay += 1
    }
  }
}
