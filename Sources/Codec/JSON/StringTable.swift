// A fixed set of words, recognised in JSON text without creating strings.

/// A list of words, each identified by its index. A lookup costs a few nanoseconds, whatever the
/// number of words.
package struct StringTable: Sendable {
  /// Compared first, and stored separately: for most words it decides alone.
  private let shapes: [WordShape]
  private let words: [[UInt8]]
  /// Open addressing: 1 plus the index of a word, or 0; at most a quarter of the entries is used.
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

  /// The index of the word that a JSON string contains; nil for other words and other values.
  @inline(never)
  package func index(of view: JSONView) -> Int? {
    if view.isPlainText { return index(of: view.bytes, view.contents) }
    guard var word = view.string else { return nil }
    return word.withUTF8 { index(of: $0, 0..<$0.count) }
  }

  /// As ``index(of:)``, for the name of a member, which is first compared with the word at `guess`.
  package func index(ofName name: JSONView, first guess: Int) -> Int? {
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

  /// Whether two words of equal shape are equal, without comparing the bytes in between.
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
      // Masks out the bytes that follow the word in its text.
      let keep = UInt64.max &>> (UInt64(64 &- 8 &* count) & 63)
      first = count == 0 ? 0 : ByteWord.load(bytes, at: range.lowerBound) & keep
    } else {
      first = ByteWord.load(last: UnsafeBufferPointer(rebasing: bytes[range]), from: 0)
    }
  }
}
