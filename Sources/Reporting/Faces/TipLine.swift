// Line 4 of the live block: a tip that changes now and then, with a short fade.

import Model
import Terminal

/// Which tip stands there, and how bright it is.
struct TipLine: Hashable, Sendable {
  /// A tip stays this long; the first comes after as long a time.
  private static let turn = Duration.seconds(3)
  /// A tip comes muted, is plain from the first of these moments on, and muted from the second.
  private static let plainFrom = Duration.milliseconds(150)
  private static let mutedFrom = Duration.milliseconds(300)

  private static let indent: DisplayText = "  "

  let number: Int
  let isPlain: Bool
  /// Cells of the whole line.
  let width: Int

  /// nil before the first tip, and where there is no room for every one of them: a block that grows
  /// and shrinks with them would not be calm.
  ///
  /// - Parameters:
  ///   - age: the time since the run began.
  ///   - first: the number of the first tip.
  init?(age: Duration, first: Int, width: Int) {
    guard age >= Self.turn, width >= Self.indent.cells + Tips.longest else { return nil }
    let turns = age.nanoseconds / Self.turn.nanoseconds
    number = (first % Tips.all.count + Int(turns) - 1) % Tips.all.count
    isPlain = (Self.plainFrom..<Self.mutedFrom).contains(age - Self.turn * Int(turns))
    self.width = width
  }

  /// Whether a tip is coming in, or its last change is still to be drawn.
  static func isFading(age: Duration) -> Bool {
    age >= turn && age.nanoseconds % turn.nanoseconds < mutedFrom.nanoseconds
  }

  /// How long it is until the next tip.
  static func next(age: Duration) -> Duration {
    .nanoseconds(turn.nanoseconds - age.nanoseconds % turn.nanoseconds)
  }

  /// The line; what introduces the tip goes first.
  func spans(messages: Messages, glyphs: Glyphs) -> [Span] {
    var lead = Self.indent + "\(messages.tipLead) "
    if lead.cells + Tips.longest > width { lead = Self.indent }
    return [Span(lead, .muted), Span(glyphs.fit(Tips.all[number]), isPlain ? .plain : .muted)]
  }
}
