// The end of a run on the line: text and bar go together through the stages that are left.

package import Model

/// What the line shows from the end of the work to the exit: a function of moments.
///
/// The bar goes through each stage that is left in a movement of its own, beside the text that says
/// most of those that wait in this stage. A text is there for 0.33 s at least, or not at all; the
/// full bar is seen for 0.1 s, or for 0.33 s with a text of its own. In seconds after the end of
/// the work, where `Downloading` stands beside a bar at 5 % and the others wait (W is how long the
/// work took):
///
/// | W        | text at 0   | further texts                         | 100 % | exit |
/// |----------|-------------|---------------------------------------|-------|------|
/// | 0.4      | Downloading |                                       | 0.40  | 0.50 |
/// | 1.0      | Downloading | 0.13 Calculating scores               | 0.40  | 0.50 |
/// | 3 and 20 | Generating  | 0.33 Calculating scores, 0.66 Saving  | 0.90  | 1.00 |
///
/// At W = 0.4 the text has been there for 0.1 s only and keeps its time. At W = 20 with the bar in
/// Prep already: 0 Calculating scores, 0.33 Saving, 0.66 100 % and All set!, exit 0.99.
package struct Ending: Sendable {
  /// A movement of the bar, or the full bar at rest, and the text that begins with it.
  private struct Part {
    let start: Double
    let end: Double
    var text: SyncStatus?
    var began = Moment(nanoseconds: 0)
    var length = Duration.zero
  }

  private let began: Moment
  /// The last one is the full bar.
  private var parts: [Part] = []

  /// - Parameters:
  ///   - work: how long the work took.
  ///   - fraction: where the bar stands, 0...1.
  ///   - stages: the stages of the run; empty for a run without them.
  ///   - shown: the status on the line, which stays until `readable` at least.
  ///   - waiting: the statuses that were not on the line yet, oldest first.
  init(
    rule: PaceRule, at moment: Moment, after work: Duration, from fraction: Double, stages: [Stage],
    shown: SyncStatus?, until readable: Moment, waiting: [PacedStatus]
  ) {
    began = moment
    for stage in stages where stage.span.upperBound > fraction {
      let inStage = waiting.filter { $0.status.stage == stage && $0.status != .complete }
      let best = inStage.max { ($0.status.weight, $0.hold) < ($1.status.weight, $1.hold) }?.status
      let least = shown?.stage == stage ? shown?.weight ?? 0 : 0
      parts.append(
        Part(
          start: max(fraction, stage.span.lowerBound), end: stage.span.upperBound,
          text: best.flatMap { $0.weight < least ? nil : $0 }))
    }
    if stages.isEmpty { parts = [Part(start: fraction, end: 1, text: waiting.last?.status)] }
    parts.append(Part(start: 1, end: 1, text: waiting.last { $0.status == .complete }?.status))
    if readable > moment, let text = parts[0].text {
      parts[0].text = nil
      if work >= rule.longWork, parts.count > 1 {
        // It follows in the middle of the movement.
        let middle = (parts[0].start + parts[0].end) / 2
        parts.insert(Part(start: middle, end: parts[0].end, text: text), at: 1)
        parts[0] = Part(start: parts[0].start, end: middle)
      }
    }
    share(rule.delay(after: work), rule, until: max(.zero, readable - moment))
    assert(zip(parts, parts.dropFirst()).allSatisfy { $0.end <= $1.start }, "the bar goes back")
  }

  /// When the process may exit.
  package var exit: Moment { parts.last.map { $0.began + $0.length } ?? began }

  /// The status that has replaced the one of the beginning; nil for none.
  package func status(at moment: Moment) -> SyncStatus? {
    parts.last { $0.began <= moment && $0.text != nil }?.text
  }

  /// Where the bar stands, 0...1.
  package func fraction(at moment: Moment) -> Double {
    guard let part = parts.first(where: { moment < $0.began + $0.length }) else { return 1 }
    let t = max(0, (moment - part.began) / part.length)
    return part.start + (part.end - part.start) * t * t * (3 - 2 * t)
  }

  /// When the next part begins; nil in the last one.
  package func nextChange(after moment: Moment) -> Moment? {
    parts.first { $0.began > moment }?.began
  }

  /// Shares the time: without the texts that say least, as far as not all can be read.
  private mutating func share(_ delay: Duration, _ rule: PaceRule, until readable: Duration) {
    var needs = needs(rule, until: readable)
    while needs.reduce(.zero, +) > delay,
      let least = parts.indices.filter({ parts[$0].text != nil })
        .min(by: { parts[$0].text?.weight ?? 0 < parts[$1].text?.weight ?? 0 })
    {
      parts[least].text = nil
      needs = self.needs(rule, until: readable)
    }
    let full = needs.removeLast()
    // Every movement has the same time, but for those beside texts that need more.
    var (rest, movement) = (delay - full, rule.longestMovement)
    for (index, need) in needs.sorted(by: >).enumerated() {
      let equal = rest / (needs.count - index)
      if need <= equal {
        movement = min(movement, equal)
        break
      }
      rest -= need
    }
    for index in needs.indices { parts[index].length = max(needs[index], movement) }
    parts[needs.count].length = full
    var start = began
    for index in parts.indices {
      parts[index].began = start
      start = start + parts[index].length
    }
  }

  /// The shortest time of each part, in which its text can be read.
  private func needs(_ rule: PaceRule, until readable: Duration) -> [Duration] {
    var needs: [Duration] = []
    var first = 0
    while first < parts.count {
      let end = parts[(first + 1)...].firstIndex { $0.text != nil } ?? parts.count
      let text = first == 0 && parts[0].text == nil ? readable : rule.floor
      let full = end < parts.count ? .zero : first == parts.count - 1 ? text : rule.fullBar
      let movements = min(end, parts.count - 1) - first
      let each = max(rule.shortestMovement, (text - full) / max(1, movements))
      needs += Array(repeating: each, count: movements)
      if end == parts.count { needs.append(full) }
      first = end
    }
    return needs
  }
}
