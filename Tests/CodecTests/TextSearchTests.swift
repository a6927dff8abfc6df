// Searching a text in another.

import Codec
import Support
import Testing

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("a://b", "://", "a", "b"), ("://", "://", "", ""), ("x. y. z", ". ", "x", "y. z"),
    ("aab", "ab", "a", ""), ("é…é", "…", "é", "é"), ("a", "", "", "a"),
  ])
  func `is the first occurrence`(_ text: String, _ part: String, _ before: String, _ after: String)
    throws
  {
    let place = try #require(text.place(of: part))
    #expect(text[..<place.lowerBound] == before && text[place.upperBound...] == after)
  }

  @Test(arguments: [("", "a"), ("abc", "abd"), ("ab", "abc"), ("e\u{301}", "é")])
  func `is not found elsewhere`(_ text: String, _ part: String) {
    expectEqual(text.place(of: part), nil)
  }
}
