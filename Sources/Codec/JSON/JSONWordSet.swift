// A subset of the words of a list.

/// A set of words, by their indices in a list: 0 to 127.
package struct JSONWordSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { low | high == 0 }

  @inline(__always)
  package mutating func insert(_ place: Int) {
    let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: place)
    if place < 64 { low |= bit } else { high |= bit }
  }

  package func contains(_ place: Int) -> Bool {
    (place < 64 ? low : high) &>> UInt64(truncatingIfNeeded: place) & 1 == 1
  }

  package func subtracting(_ other: JSONWordSet) -> JSONWordSet {
    var rest = self
    rest.low &= ~other.low
    rest.high &= ~other.high
    return rest
  }
}
