// Lines 3 and 4 of the live block: the day's scores, as placeholders until they are known, and a
// tip.

import Model
import Terminal

extension LiveBlock {
  /// The duration of one of the two levels of the pulse.
  private static let level = Duration.milliseconds(600)

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
    let isBright = age.nanoseconds / Self.level.nanoseconds % 2 == 1
    let scores = state.scoreKinds.map { kind in
      let name = Span("\(messages.name(kind)) ", .muted)
      let report = state.scores[kind]
      guard let report, let value = report.score.value else {
        // A placeholder pulses while a value may still come: a saved score without one may be
        // computed anew.
        let isAwaited = report?.cached ?? true
        return [name, Span(glyphs.placeholder, isBright && isAwaited ? .plain : .muted)]
      }
      let band = hasBands ? report.score.band.map(messages.name) : nil
      var spans = [name] + glyphs.score(value, isLeast: report.score.atLeast, band: band)
      if report.date != today { spans.append(Span(" (\(messages.date(report.date)))", .muted)) }
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

  /// The tip; its lead is dropped first if there is no room. Empty before the first tip, and in
  /// windows too narrow for the longest, so that the block keeps its height.
  var tipLine: [Span] {
    let indent: DisplayText = "  "
    guard let firstTip, age >= Self.turn, width >= indent.cells + Messages.longestTip else {
      return []
    }
    let (turns, tips) = (
      Int(age.nanoseconds / Self.turn.nanoseconds), Messages.tips(for: state.run)
    )
    let tip = tips[(firstTip % tips.count + turns - 1) % tips.count]
    let isPlain = (Self.plainFrom..<Self.mutedFrom).contains(age - Self.turn * turns)
    var lead = indent + "\(messages.tipLead) "
    if lead.cells + Messages.longestTip > width { lead = indent }
    return [Span(lead, .muted), Span(glyphs.fit(tip), isPlain ? .plain : .muted)]
  }
}
