// Where the next page of a list lies, before the pages between have come.

import Model
import Network

/// The positions of rides in a list, as far as they are known, and how far it has been asked for.
///
/// Strava counts pages from the ride behind `after`. A page ahead is therefore asked for by the number
/// that it has behind a ride that is known already; which ride that is decides where it begins. As long
/// as none is near enough, it is counted from the beginning of the list, and its size decides.
struct StravaPositions: Sendable {
  /// Neighbouring pages share so many rides, or a few more: one to be recognised by, and one more for
  /// a ride that is deleted in between, or that began in the same second.
  static let overlap = 2

  private let first: StravaList.Place
  /// When the known rides began, from the first page on, in seconds since 1970; nil for a record that
  /// could not be read.
  private var starts: [Int64?] = []
  /// The position behind the last page that was asked for.
  private var end = 0

  /// - Parameter first: the page to begin with, a full-sized one.
  init(from first: StravaList.Place) {
    self.first = first
  }

  /// The next page.
  mutating func next() -> StravaList.Place {
    guard end > 0 else {
      end = first.size
      return first
    }
    let begin = end - Self.overlap
    if let place = place(at: begin) {
      end = begin + place.size
      return place
    }
    let passed = (first.number - 1) * first.size
    let pages = pages(of: first.size, over: passed + begin)
    var place = first
    place.number = pages + 1
    place.size = (passed + begin) / pages
    end = place.number * place.size - passed
    return place
  }

  /// Takes in the rides that follow on those known.
  mutating func learn(_ records: some Sequence<StravaRecord>) {
    starts += records.map { $0.activity?.start.seconds }
  }

  /// The page that begins at a position, counted from a ride that is known.
  private func place(at begin: Int) -> StravaList.Place? {
    let pages = pages(of: first.size, over: max(0, begin - (starts.count - 1)))
    let anchor = begin - pages * first.size
    guard starts.indices.contains(anchor), let start = starts[anchor] else { return nil }
    var place = first
    // One second earlier: others may have begun with it, and the bound itself may not count.
    place.after = start - 1
    place.number = pages + 1
    return place
  }

  /// How many pages it takes to get over so many rides.
  private func pages(of size: Int, over rides: Int) -> Int { (rides + size - 1) / size }
}
