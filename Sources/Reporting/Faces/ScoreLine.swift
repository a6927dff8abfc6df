// Line 3 of the live block: the day's scores, as placeholders until they are known.

import Model
import Terminal

/// The three scores as known so far.
struct ScoreLine: Hashable, Sendable {
  /// The duration of one of the two levels of the pulse.
  private static let level = Duration.milliseconds(600)
  /// Between two scores.
  private static let gap: DisplayText = "   "

  let reports: [ScoreKind: ScoreReport]
  let today: Day
  /// Whether placeholders of missing values are at the brighter level of the pulse.
  let isBright: Bool
  /// Cells of the whole line.
  let width: Int

  /// - Parameter age: the time since the run began.
  init(_ reports: [ScoreKind: ScoreReport], today: Day, age: Duration, width: Int) {
    self.reports = reports
    self.today = today
    self.width = width
    let level = age.nanoseconds / Self.level.nanoseconds
    isBright = level % 2 == 1 && Self.pulses(reports)
  }

  /// Whether any placeholder pulses.
  static func pulses(_ reports: [ScoreKind: ScoreReport]) -> Bool {
    ScoreKind.allCases.contains { isAwaited(reports[$0]) }
  }

  /// The time until the next level of the pulse.
  ///
  /// - Parameter age: the time since the run began.
  static func levelLasts(age: Duration) -> Duration {
    .nanoseconds(level.nanoseconds - age.nanoseconds % level.nanoseconds)
  }

  /// Whether a value may still come: a saved score without one may be computed anew.
  private static func isAwaited(_ report: ScoreReport?) -> Bool {
    report.map { $0.cached && $0.score.value == nil } ?? true
  }

  /// The line. In a narrow window the bands are dropped first, then scores from the right.
  func spans(messages: Messages, glyphs: Glyphs) -> [Span] {
    var scores = parts(messages, glyphs, bands: true)
    if cells(scores) > width { scores = parts(messages, glyphs, bands: false) }
    while scores.count > 1, cells(scores) > width { scores.removeLast() }
    var spans = [Span("  ")]
    for (index, score) in scores.enumerated() {
      if index > 0 { spans.append(Span(Self.gap)) }
      spans += score
    }
    return spans
  }

  private func parts(_ messages: Messages, _ glyphs: Glyphs, bands: Bool) -> [[Span]] {
    ScoreKind.allCases.map { kind in
      let name = Span("\(messages.name(kind)) ", .muted)
      guard let report = reports[kind], let value = report.score.value else {
        let isBright = isBright && Self.isAwaited(reports[kind])
        return [name, Span(glyphs.placeholder, isBright ? .plain : .muted)]
      }
      let least = report.score.atLeast ? glyphs.fit("≥ ").description : ""
      var spans = [
        name, Span(glyphs.ring(value), .accent), Span(" \(least)"), Span("\(value)", .value),
      ]
      if bands, let band = report.score.band { spans.append(Span(" \(messages.name(band))")) }
      if report.date != today { spans.append(Span(" (\(messages.date(report.date)))", .muted)) }
      return spans
    }
  }

  private func cells(_ scores: [[Span]]) -> Int {
    let texts = scores.joined().reduce(0) { $0 + $1.text.cells }
    return 2 + texts + Self.gap.cells * (scores.count - 1)
  }
}
