// The rides of the fake service, and the pages of its list.

/// The stored rides, in order of their starts.
package struct StravaRides: Sendable {
  private struct Stored: Sendable {
    var ride: Ride
    var bytes: [UInt8]

    init(_ ride: Ride) { (self.ride, bytes) = (ride, Array(ride.json.utf8)) }
  }

  package enum Member: Sendable { case after, page }

  /// The largest number of rides on these pages (from 1) of every list; no ride is lost.
  package var pageLengths: [Int: Int] = [:]
  /// Whether `before` and `after` include a ride that starts at that second: not documented.
  package var boundsAreInclusive = false
  /// Parameters that a broken service ignores.
  package var ignores: Set<Member> = []
  /// Whether the first page from the beginning is the newest rides, as from a mistaken cache.
  package var hasStaleFirstPage = false
  private var stored: [Stored] = []

  init(_ rides: [Ride]) { add(rides) }
  package var all: [Ride] { stored.map(\.ride) }

  package mutating func add(_ rides: [Ride]) {
    stored += rides.map { Stored($0) }
    sort()
  }

  package mutating func edit(_ id: Int64, _ change: (inout Ride) -> Void) {
    guard let index = stored.firstIndex(where: { $0.ride.id == id }) else { return }
    var ride = stored[index].ride
    change(&ride)
    stored[index] = Stored(ride)
    sort()
  }

  package mutating func delete(_ id: Int64) { stored.removeAll { $0.ride.id == id } }

  /// One page as a JSON array: newest first, or oldest first with `after`, without hidden rides.
  func page(_ query: NamedValues, showsPrivate: Bool) -> [UInt8] {
    func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
    let after = ignores.contains(.after) ? nil : number("after")
    let page = ignores.contains(.page) ? 1 : max(1, number("page") ?? 1)
    let perPage = min(200, max(1, number("per_page") ?? 30))
    // With inclusive bounds, a ride exactly at the bound is included.
    let slack = boundsAreInclusive ? 1 : 0
    let first = after.map { index(after: $0 - slack) } ?? 0
    let last = number("before").map { index(after: $0 + slack - 1) } ?? stored.count
    let count = max(0, last - first)
    let shortfall = pageLengths.filter { $0.key < page }
      .reduce(0) { $0 + max(0, perPage - $1.value) }
    var start = min(count, (page - 1) * perPage - shortfall)
    if hasStaleFirstPage, after == 1, page == 1 { start = max(0, count - perPage) }
    let length = min(perPage, pageLengths[page] ?? perPage)
    var json = Array("[".utf8)
    for position in start..<min(count, start + length) {
      let index = after == nil ? last - 1 - position : first + position
      let isShown =
        !stored[index].ride.isHidden
        && (showsPrivate || stored[index].ride.visibility != "only_me")
      guard isShown else { continue }
      if json.count > 1 { json += ",".utf8 }
      json += stored[index].bytes
    }
    return json + Array("]".utf8)
  }

  /// The index of the first ride that starts after this second.
  private func index(after start: Int) -> Int {
    var (low, high) = (0, stored.count)
    while low < high {
      let middle = (low + high) / 2
      if stored[middle].ride.start > start { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func sort() {
    stored.sort { ($0.ride.start, $0.ride.id) < ($1.ride.start, $1.ride.id) }
  }
}
