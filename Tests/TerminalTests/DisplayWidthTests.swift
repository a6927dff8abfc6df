// Width and truncation of text.

import Support
import Model
import Terminal
import Testing

@Suite(.blocking) struct DisplayWidthTests {
  /// Letters, wide and joined ones, emoji and their sequences with and without variation selectors,
  /// joiners, invisible and lone combining marks, old Hangul, ambiguous and private characters.
  ///
  /// Of a written type: a literal among the arguments takes the compiler 0.4 s.
  private static let widths: [(cells: Int, texts: [String])] = [
    (0, ["", "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}\u{61C}", "\u{301}", "\u{1161}"]),
    (
      1,
      [
        "🇩", "❤", "a\u{FE0F}", "#\u{20E3}", "7\u{200D}", "e\u{34F}\u{301}", "ก\u{E34}\u{E49}", "ﾡ",
        "﷽",
      ]
    ),
    (
      2,
      [
        "ｶﾞ", "Ｗ", "\u{1112}\u{1161}\u{11AB}", "🚴", "🚴🏽‍♀️", "👨‍👩‍👧‍👦", "👍🏿", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "a\u{200B}b", "क्ष", "नि", "🏳\u{FE0F}\u{200D}🌈", "🏳\u{200D}🌈", "❤\u{FE0F}\u{200D}🔥", "☝🏽",
        "🏽", "⌚", "⌚\u{FE0E}", "©\u{FE0F}", "ک\u{200C}ه", "\u{A960}\u{D7B0}\u{D7CB}", "\u{1100}",
        "\u{E0B0}\u{FFFD}", "𠀀",
      ]
    ),
    (3, ["a🏽"]),
    (4, ["cafe\u{301}", "한국", "🇩🇪🇨🇭", "〈\u{302A}〉"]),
    (5, ["Größe"]),
    (6, ["日本語", "䷀☰⚊"]),
    (13, ["⠋⠙✓✗━╸─◐●○…·–"]),
    (14, ["°±×÷αЖ→★■▶①½“”"]),
    (17, ["Contacting Strava"]),
  ]

  @Test func `cells`() {
    // A line is as wide as its spans.
    expectEqual(Line([Span("⠋ "), Span("日本", .muted), Span("", .ok)]).cells, 6)
    for (cells, texts) in Self.widths {
      for text in texts {
        expectEqual(DisplayWidth.cells(of: text), cells, "\(text.debugDescription)")
      }
    }
  }

  @Test(arguments: [
    ("Morning ride", 12, "Morning ride"), ("Morning ride", 11, "Morning ri…"),
    ("Morning ride", 9, "Morning…"), ("Morning ride", 1, "…"), ("Morning ride", 0, ""),
    ("日本語の朝", 6, "日本…"), ("ride 👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 8, "ride 👨‍👩‍👧‍👦…"),
    ("cafe\u{301}s", 4, "caf…"), ("   ", 2, "…"),
  ])
  func `truncates`(_ text: String, _ limit: Int, _ short: String) {
    let cut = DisplayText(text).truncated(to: limit)
    expectEqual(cut.description, short)
    #expect(cut.cells <= limit)
  }

  @Test func `omits ellipsis that does not fit`() {
    expectEqual(DisplayText("Morning").truncated(to: 2, ellipsis: "...").description, "Mo")
    expectEqual(DisplayText("Morning").truncated(to: 5, ellipsis: "...").description, "Mo...")
  }
}
