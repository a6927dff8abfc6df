// Where the next page of a list lies, before the pages between have come.

/// The positions of rides in a list, as far as they are known, and how far it has been asked for.
///
/// Strava counts pages from the ride that `after` names. A page ahead is therefore asked for by the
/// number it has behind a ride that is known already; which ride that is decides where it begins.
struct StravaPositions: Sendable {
  /// Neighbouring pages share so many rides: one to be recognised by, and one more for a ride that is
  /// deleted in between, or that began in the same second.
  static let overlap = 2

  /// When the known rides began, in seconds since 1970; nil for a record that could not be read.
  private var starts: [Int64?]
  /// The position behind the last page that was asked for.
  private var end: Int

  /// - Parameter starts: those of the first page, which is full.
  init(_ starts: [Int64?]) {
    self.starts = starts
    end = starts.count
  }

  /// The next page, counted from a second; nil when no ride is known to count from.
  mutating func next() -> (after: Int64, number: Int)? {
    let begin = end - Self.overlap
    let size = StravaList.pageSize
    let pages = max(0, (begin - (starts.count - 1) + size - 1) / size)
    let anchor = begin - pages * size
    guard starts.indices.contains(anchor), let start = starts[anchor] else { return nil }
    end = begin + size
    // One second earlier: others may have begun with it, and the bound itself may not count.
    return (start - 1, pages + 1)
  }

  /// Takes in the rides that follow on those known.
  mutating func learn(_ starts: [Int64?]) {
    self.starts += starts
  }
}
