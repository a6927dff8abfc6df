// How much a file tells about a ride: of two files of one ride the richer one counts.

/// The formats of ride files, the richest first.
package enum RideFormat: String, CaseIterable, Comparable, Sendable {
  case fit, tcx, gpx

  package static func < (left: RideFormat, right: RideFormat) -> Bool { left.rank < right.rank }

  private var rank: Int { RideFormat.allCases.firstIndex(of: self) ?? 0 }
}

/// How much a file recorded of a ride. More quantities are richer; then FIT, TCX, GPX; then a whole
/// file.
package struct RideRichness: Hashable, Comparable, Sendable {
  /// The number of recorded quantities: power, heart rate, cadence, position, altitude, speed or
  /// distance, temperature.
  package let quantities: Int
  package let format: RideFormat
  /// Whether the file was damaged, so that it may end before the ride does.
  package let isCut: Bool

  package init(quantities: Int, format: RideFormat, isCut: Bool = false) {
    self.quantities = quantities
    self.format = format
    self.isCut = isCut
  }

  package static func < (left: RideRichness, right: RideRichness) -> Bool {
    if left.quantities != right.quantities { return left.quantities < right.quantities }
    if left.format != right.format { return left.format > right.format }
    return left.isCut && !right.isCut
  }
}
