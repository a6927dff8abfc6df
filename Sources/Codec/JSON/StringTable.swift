// A fixed set of words that are recognised where they stand, without making strings of them.

/// A list of words, each known by its place in it. Looking one up costs a few nanoseconds, however
/// many there are.
package struct StringTable: Sendable {
  /// What is compared first, apart from the rest: it is all there is to most words.
  private let shapes: [WordShape]
  private let words: [[UInt8]]
  /// Open addressing: 1 and the index of a word, or 0; at most a quarter of the places is taken.
  private let table: [UInt8]

  /// - Parameter words: all different, at most 255.
  package init(_ words: [String]) {
    self.words = words.map { Array($0.utf8) }
    shapes = self.words.map { word in
      word.withUnsafeBufferPointer { WordShape($0, 0..<$0.count) }
    }
    var count = 16
    while count < words.count * 4 { count *= 2 }
    var table = [UInt8](repeating: 0, count: count)
    for (index, shape) in shapes.enumerated() {
      var place = shape.hash & (count - 1)
      while table[place] != 0 { place = (place + 1) & (count - 1) }
      table[place] = UInt8(index + 1)
    }
    self.table = table
  }

  /// The place of the word that a JSON string holds; nil for other words and other values.
  @inline(never)
  package func index(of view: JSONView) -> Int? {
    if view.isPlainText { return index(of: view.bytes, view.contents) }
    guard var word = view.string else { return nil }
    return word.withUTF8 { index(of: $0, 0..<$0.count) }
  }

  /// As ``index(of:)``, for the name of a member, which is compared with the word at `guess` first.
  @inline(__always)
  func index(ofName name: JSONView, first guess: Int) -> Int? {
    let isGuess = shapes.withUnsafeBufferPointer { shapes in
      shapes[guess].isWhole && !name.hasEscapes
        && shapes[guess] == WordShape(name.bytes, name.contents)
    }
    return isGuess ? guess : index(of: name)
  }

  @inline(__always)
  private func index(of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    let shape = WordShape(bytes, range)
    return table.withUnsafeBufferPointer { table in
      shapes.withUnsafeBufferPointer { shapes in
        let mask = table.count &- 1
        var place = shape.hash & mask
        while table[place] != 0 {
          let index = Int(table[place]) &- 1
          if shapes[index] == shape, shape.isWhole || words[index].elementsEqual(bytes[range]) {
            return index
          }
          place = (place &+ 1) & mask
        }
        return nil
      }
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
