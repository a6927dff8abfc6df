// How many cells texts take and how they are cut.

import Support
import SyncModel
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
  ])
  func cells(_ text: String, _ cells: Int) {
    #expect(DisplayWidth.cells(of: text) == cells)
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
    #expect(cut.description == short)
    #expect(cut.cells <= limit)
  }

  @Test func leavesTheEllipsisOutWhereItDoesNotFit() {
    #expect(DisplayText("Morning").truncated(to: 2, ellipsis: "...").description == "Mo")
    #expect(DisplayText("Morning").truncated(to: 5, ellipsis: "...").description == "Mo...")
  }

  @Test func lineIsAsWideAsItsSpans() {
    #expect(Line([Span("⠋ "), Span("日本", .muted), Span("", .ok)]).cells == 6)
  }
}
