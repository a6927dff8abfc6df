// A fixed set of words that are recognised where they stand, without making strings of them.

/// A list of words, each known by its place in it. Looking one up costs a few nanoseconds, however
/// many there are.
package struct JSONWords: Sendable {
  private struct Entry {
    var index = -1
    var shape = WordShape()
    var bytes: [UInt8] = []
  }

  /// Open addressing; at most half of the places are taken.
  private let entries: [Entry]
  private let mask: Int

  /// - Parameter words: all different.
  package init(_ words: [String]) {
    var places = 8
    while places < words.count * 2 { places *= 2 }
    var entries = [Entry](repeating: Entry(), count: places)
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      let shape = bytes.withUnsafeBufferPointer { WordShape($0, 0..<$0.count) }
      var place = shape.hash & (places - 1)
      while entries[place].index >= 0 { place = (place + 1) & (places - 1) }
      entries[place] = Entry(index: index, shape: shape, bytes: bytes)
    }
    self.entries = entries
    mask = places - 1
  }

  /// The place of the word that a JSON string holds; nil for other words and other values.
  package func index(of view: JSONView) -> Int? {
    if view.isPlainText { return index(of: view.bytes, view.contents) }
    guard var word = view.string else { return nil }
    return word.withUTF8 { index(of: $0, 0..<$0.count) }
  }

  @inline(__always)
  private func index(of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    let shape = WordShape(bytes, range)
    return entries.withUnsafeBufferPointer { entries in
      var place = shape.hash & mask
      while entries[place].index >= 0 {
        if entries[place].shape == shape,
          shape.isWhole || entries[place].bytes.elementsEqual(bytes[range])
        {
          return entries[place].index
        }
        place = (place + 1) & mask
      }
      return nil
    }
  }
}

/// The length of a word, its first eight bytes and its last eight.
private struct WordShape: Equatable {
  private var count = 0
  private var first: UInt64 = 0
  private var last: UInt64 = 0

  /// Whether two words of this shape are equal, without a look at the bytes between.
  var isWhole: Bool { count <= 16 }

  var hash: Int {
    let mixed = (first ^ last &* 31 ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }

  init() {}

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    count = range.upperBound &- range.lowerBound
    if count >= 8 {
      first = ByteWord.load(bytes, at: range.lowerBound)
      last = ByteWord.load(bytes, at: range.upperBound &- 8)
    } else if range.lowerBound &+ 8 <= bytes.count {
      // What follows the word in its text is cut off.
      let keep = UInt64.max &>> (UInt64(64 &- 8 &* count) & 63)
      first = count == 0 ? 0 : ByteWord.load(bytes, at: range.lowerBound) & keep
    } else {
      first = ByteWord.load(last: UnsafeBufferPointer(rebasing: bytes[range]), from: 0)
    }
  }
}
