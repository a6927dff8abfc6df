// Computes the position of the next page before the pages in between have arrived.

import Model
import Network

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

  /// The next page.
  mutating func next() -> StravaList.PageRequest {
    guard end > 0 else {
      end = first.size
      return first
    }
    let begin = end - Self.overlap
    if let request = request(at: begin) {
      end = begin + request.size
      return request
    }
    let passed = (first.number - 1) * first.size
    let pages = pages(of: first.size, over: passed + begin)
    var request = first
    request.number = pages + 1
    request.size = (passed + begin) / pages
    end = request.number * request.size - passed
    return request
  }

  /// Takes the rides that follow the known ones.
  mutating func learn(_ records: some Sequence<StravaRecord>) {
    starts += records.map { $0.activity?.start.seconds }
  }

  /// The page that begins at a position, counted from a known ride.
  private func request(at begin: Int) -> StravaList.PageRequest? {
    let pages = pages(of: first.size, over: max(0, begin - (starts.count - 1)))
    let anchor = begin - pages * first.size
    guard starts.indices.contains(anchor), let start = starts[anchor] else { return nil }
    var request = first
    // One second earlier: other rides may begin in the same second, and the bound may be exclusive.
    request.after = start - 1
    request.number = pages + 1
    return request
  }

  /// The number of pages that hold this many rides.
  private func pages(of size: Int, over rides: Int) -> Int { (rides + size - 1) / size }
}
