// Lines 3 and 4 of the live block: the day's scores, as placeholders until they are known, and a
// tip.

import Model
import Terminal

extension LiveBlock {
  /// The duration of one of the two levels of the pulse.
  private static let level = Duration.milliseconds(600)

  /// Whether the pulse is at its brighter level.
  static func isBright(age: Duration) -> Bool { age.nanoseconds / level.nanoseconds % 2 == 1 }

  /// The scores. In a narrow window the bands are dropped first, then scores from the right.
  var scoreLine: [Span] {
    let gap = Span("   ")
    var scores = scores(withBands: true)
    func line() -> [Span] { [Span("  ")] + scores.joined(separator: [gap]) }
    if Line(line()).cells > width { scores = self.scores(withBands: false) }
    while scores.count > 1, Line(line()).cells > width { scores.removeLast() }
    return line()
  }

  private func scores(withBands hasBands: Bool) -> [[Span]] {
    let today = messages.day(of: view.now.wall)
    let scores = state.scoreKinds.map { kind in
      let name = Span("\(messages.name(kind)) ", .muted)
      let report = state.scores[kind]
      guard let report, let value = report.score.value else {
        // A placeholder pulses while a value may still come: a saved score without one may be
        // computed anew.
        let isAwaited = report?.cached ?? true
        return [name, Span(glyphs.placeholder, content.isBright && isAwaited ? .plain : .muted)]
      }
      let band = hasBands ? report.score.band.map(messages.name) : nil
      var spans = [name] + glyphs.score(value, isLeast: report.score.atLeast, band: band)
      if report.date != today {
        spans.append(Span(" (\(messages.date(report.date, today: today)))", .muted))
      }
      return spans
    }
    let ride = messages.ride(state, now: view.now.wall).map { text in
      [Span(messages.latestRide + " ", .muted), Span(text, .value)]
    }
    return figures + scores + (ride.map { [$0] } ?? [])
  }

  /// Fitness and form in place of recovery and sleep, for a rider without health data.
  private var figures: [[Span]] {
    guard state.lacksHealthData else { return [] }
    let day = state.fitnessDay
    return [(messages.fitness, day?.fitness), (messages.form, day?.form)].compactMap {
      name, figure in
      let text =
        figure.map { Span(messages.rounded($0), .value) }
        ?? (state.scores[.strain] == nil ? Span(glyphs.placeholder, .muted) : nil)
      return text.map { [Span(name + " ", .muted), $0] }
    }
  }
}

extension LiveBlock {
  /// How long each tip is shown, and the delay before the first.
  private static let turn = Duration.seconds(3)
  /// A tip starts muted, is plain between these moments, and muted again.
  private static let (plainFrom, mutedFrom) = (
    Duration.milliseconds(150), Duration.milliseconds(300)
  )

  /// Whether a tip is fading in.
  static func hasFadingTip(age: Duration) -> Bool {
    age >= turn && age.nanoseconds % turn.nanoseconds < mutedFrom.nanoseconds
  }

  struct Tip: Equatable {
    /// The number of the first tip of the run, and how many came after it.
    let first, turn: Int
    let isPlain: Bool
  }

  /// The tip of this moment; nil before the first.
  static func tip(age: Duration, first: Int?) -> Tip? {
    guard let first, age >= turn else { return nil }
    let turns = Int(age.nanoseconds / turn.nanoseconds)
    return Tip(
      first: first, turn: turns - 1, isPlain: (plainFrom..<mutedFrom).contains(age - turn * turns))
  }

  /// The tip; its lead is dropped first if there is no room. Empty before the first tip, and in
  /// windows too narrow for the longest, so that the block keeps its height.
  var tipLine: [Span] {
    let indent: DisplayText = "  "
    guard let tip = content.tip, width >= indent.cells + Messages.longestTip else { return [] }
    let tips = Messages.tips(for: state.run)
    var lead = indent + "\(messages.tipLead) "
    if lead.cells + Messages.longestTip > width { lead = indent }
    let text = glyphs.fit(tips[(tip.first % tips.count + tip.turn) % tips.count])
    return [Span(lead, .muted), Span(text, tip.isPlain ? .plain : .muted)]
  }
}
