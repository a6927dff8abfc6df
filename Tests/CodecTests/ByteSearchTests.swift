// A word is found wherever it stands, and nothing is taken for it.

import Codec
import Support
import Testing

@Suite(.blocking) struct ByteSearchTests {
  private func contains(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { $0.contains("\"version\"") }
  }

  @Test func aWordIsFoundWhereverItStands() {
    for place in 0..<40 {
      // What is one more than a byte of the word, or begins as the word does, stands before it.
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
