// Searches bytes for a word, eight positions at a time.

extension UnsafeBufferPointer<UInt8> {
  /// Whether a word of at least two bytes occurs in these bytes.
  package func contains(_ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    var at = 0
    while at &+ 9 <= count {
      // The positions where its first two bytes may occur.
      var marked =
        ByteWord.marks(of: word[0], in: ByteWord.load(self, at: at))
        & ByteWord.marks(of: word[1], in: ByteWord.load(self, at: at &+ 1))
      while marked != 0 {
        if has(word, at: at &+ marked.trailingZeroBitCount >> 3) { return true }
        marked &= marked &- 1
      }
      at &+= 8
    }
    return (at..<Swift.max(at, count)).contains { has(word, at: $0) }
  }

  private func has(_ word: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    place &+ word.count <= count
      && UnsafeBufferPointer(rebasing: self[place..<place &+ word.count]).elementsEqual(word)
  }
}
