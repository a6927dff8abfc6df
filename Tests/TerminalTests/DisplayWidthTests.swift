// Width and truncation of text.

import Support
import Model
import Terminal
import Testing

@Suite(.blocking) struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0),
    ("Contacting Strava", 17),
    ("Größe", 5),
    ("cafe\u{301}", 4),
    ("日本語", 6),
    ("ｶﾞ", 2),
    ("Ｗ", 2),
    ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("⠋⠙✓✗━╸─◐●○…·–", 13),
    ("🚴", 2),
    ("🚴🏽‍♀️", 2),
    ("👨‍👩‍👧‍👦", 2),
    ("👍🏿", 2),
    ("🇩🇪🇨🇭", 4),
    ("🇩", 1),
    ("❤", 1),
    ("❤\u{FE0F}", 2),
    ("1\u{FE0F}\u{20E3}", 2),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
    ("a\u{200B}b", 2),
    ("क्ष", 2),
    ("नि", 2),
    ("〈\u{302A}〉", 4),
    // Emoji sequences, with and without variation selectors.
    ("🏳\u{FE0F}\u{200D}🌈", 2),
    ("🏳\u{200D}🌈", 2),
    ("❤\u{FE0F}\u{200D}🔥", 2),
    ("☝🏽", 2),
    ("🏽", 2),
    ("a🏽", 3),
    ("⌚", 2),
    ("⌚\u{FE0E}", 2),
    ("©\u{FE0F}", 2),
    ("a\u{FE0F}", 1),
    ("#\u{20E3}", 1),
    ("7\u{200D}", 1),
    // Joiners, invisible marks, and lone combining marks.
    ("ک\u{200C}ه", 2),
    ("\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}\u{61C}", 0),
    ("e\u{34F}\u{301}", 1),
    ("\u{301}", 0),
    ("ก\u{E34}\u{E49}", 1),
    // Old Hangul, and letters that only join.
    ("\u{A960}\u{D7B0}\u{D7CB}", 2),
    ("\u{1100}", 2),
    ("\u{1161}", 0),
    ("ﾡ", 1),
    // Ambiguous and private-use characters, and the replacement character.
    ("°±×÷αЖ→★■▶①½“”", 14),
    ("\u{E0B0}\u{FFFD}", 2),
    ("﷽", 1),
    ("𠀀", 2),
    ("䷀☰⚊", 6),
  ])
  func cells(_ text: String, _ cells: Int) {
    expectEqual(DisplayWidth.cells(of: text), cells)
  }

  @Test(arguments: [
    ("Morning ride", 12, "Morning ride"),
    ("Morning ride", 11, "Morning ri…"),
    ("Morning ride", 9, "Morning…"),
    ("Morning ride", 1, "…"),
    ("Morning ride", 0, ""),
    ("日本語の朝", 6, "日本…"),
    ("ride 👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 8, "ride 👨‍👩‍👧‍👦…"),
    ("cafe\u{301}s", 4, "caf…"),
    ("   ", 2, "…"),
  ])
  func truncates(_ text: String, _ limit: Int, _ short: String) {
    let cut = DisplayText(text).truncated(to: limit)
    expectEqual(cut.description, short)
    #expect(cut.cells <= limit)
  }

  @Test func omitsEllipsisThatDoesNotFit() {
    expectEqual(DisplayText("Morning").truncated(to: 2, ellipsis: "...").description, "Mo")
    expectEqual(DisplayText("Morning").truncated(to: 5, ellipsis: "...").description, "Mo...")
  }

  @Test func lineWidthIsTheSumOfItsSpans() {
    expectEqual(Line([Span("⠋ "), Span("日本", .muted), Span("", .ok)]).cells, 6)
  }
}
