// A word is found at every position, and nothing else is taken for it.

import Codec
import Support
import Testing

@Suite(.blocking) struct ByteSearchTests {
  private func contains(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { $0.contains("\"version\"") }
  }

  @Test func aWordIsFoundAtEveryPosition() {
    for place in 0..<40 {
      // Bytes one higher than those of the word, or equal to its beginning, precede it.
      let before =
        String(#"#w"ve"versio""vx"#.prefix(place % 16)) + String(repeating: "\"", count: place)
      #expect(contains(before + #""version""#))
      #expect(contains(before + #""version""# + before))
      #expect(!contains(before + #""version"#))
      #expect(!contains(before + #""versions""# + before))
    }
    #expect(!contains(""))
    #expect(!contains("\""))
  }
}
