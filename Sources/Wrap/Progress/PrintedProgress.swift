// Recognises the progress that a program prints for people, line by line.

package import Model
package import Terminal

/// Finds progress in the lines of a wrapped program and in its taskbar sequences (OSC 9;4).
///
/// A notation counts from its second time in the same shape, with a value that has not fallen. A
/// fall to less than half starts a new bar, a smaller one moves the bar back. Of several on a line
/// the first counts. Lines that are rewritten in place need no more. Whole lines may also be
/// tables, lists and logs, so that among them a notation outside square brackets must rise, stay
/// close, and keep the words on both sides. Time is passed in; a line costs a bounded amount.
package struct PrintedProgress: Sendable {
  /// How a line reached the screen.
  package enum Form: Sendable {
    /// The line has ended.
    case whole
    /// The line is unfinished and has been rewritten in place.
    case redrawn
    /// The line is unfinished and only grows.
    case growing
  }

  /// How far the program says it is.
  package struct Reading: Hashable, Sendable {
    /// The progress of the whole run.
    package let report: ReportedProgress
    /// The number of the bar, from 1; it grows when a bar starts from the beginning, or another
    /// begins.
    package let bar: Int
  }

  /// What a line says.
  package struct Line: Sendable {
    /// nil for a line that says nothing about the bar.
    package let reading: Reading?
    /// The line without the notation and its bar; the line itself if it has none.
    package let text: DisplayText
  }

  /// Shapes that are remembered.
  private static let most = 8
  /// Of longer lines only this many bytes are examined at the beginning, and as many as fit at the
  /// end.
  private static let (head, tail) = (384, 192)
  /// Another bar waits for this long while the shown one moves in its row.
  private static let hold = Duration.seconds(1)

  private var tracks: [CandidateHistory] = []
  private var lines = 0
  /// The number of the next new line of each output.
  private var next: [OutputStream: Int] = [:]
  /// The bar that is shown; nil before the first.
  private var shown: CandidateHistory?
  private var bars = 0
  private var taskbar: CandidateHistory?
  private var hasTaskbar = false

  package init() {}

  /// Takes the text of a line as it is shown. An unfinished line is passed again after each change.
  package mutating func take(_ text: DisplayText, _ form: Form, at moment: Moment) -> Line {
    if form == .whole { lines += 1 }
    var copy = text.description
    let answer = copy.withUTF8 { line -> Answer? in
      guard let first = line.firstDigit else { return nil }
      return take(line, from: first, form, at: moment)
    }
    return Line(
      reading: answer?.reading, text: answer?.words.map { DisplayText($0) } ?? text)
  }

  /// Takes the unfinished line, and the lines that are redrawn together with it: the first that
  /// states less than 100 % says how far the program is, else the last that states anything.
  package mutating func take(
    _ open: OpenLine, among redrawn: [LogLine], at moment: Moment
  ) -> (line: Line, text: DisplayText) {
    var leading: DisplayText?
    for line in redrawn where line.text.description.utf8.count <= Self.head + Self.tail {
      var text = line.text.description
      let found = text.withUTF8 { bytes in
        bytes.firstDigit.flatMap { PrintedNotations(bytes, from: $0).main }
      }
      guard let found, found.kind != .bare else { continue }
      leading = line.text
      if found.fraction < 1 { break }
    }
    for line in redrawn.dropLast() {
      next[line.stream] = max(next[line.stream] ?? 0, line.number.map { $0 + 1 } ?? 0)
    }
    let text = leading ?? open.text
    return (take(text, open.isRedrawn ? .redrawn : .growing, at: moment), text)
  }

  /// Takes a change of the lines. Too many that arrived together are no progress, and of a line
  /// that was redrawn all is known.
  ///
  /// - Returns: what a line says; nil for none.
  package mutating func take(_ change: OutputChange, at moment: Moment) -> Line? {
    switch change {
    case .line(let line):
      let number = line.number ?? .max
      if number < next[line.stream] ?? 0 { return nil }
      next[line.stream] = line.number.map { $0 + 1 } ?? 0
      return take(line.text, .whole, at: moment)
    case .lines(let many):
      lines += many.count
      return nil
    case .again, .cleared: return nil
    }
  }

  /// Takes a taskbar state. While the program shows one, its lines are not used for the bar.
  package mutating func take(_ state: Taskbar.State, at moment: Moment) -> Reading? {
    let percent: Int
    switch state {
    case .none:
      hasTaskbar = false
      taskbar = nil
      return nil
    case .normal(let value), .paused(let value), .error(let value): percent = value
    }
    hasTaskbar = true
    let fraction = Double(min(100, max(0, percent))) / 100
    guard var track = taskbar else {
      taskbar = CandidateHistory(fraction: fraction, at: moment)
      return nil
    }
    let counts = track.advance(to: fraction, at: moment)
    taskbar = track
    return counts ? show(track, nil, at: moment) : nil
  }

  /// What a line with a notation says; its words are nil for the line itself.
  private struct Answer {
    var reading: Reading?
    var words: String?
  }

  private mutating func take(
    _ line: LineBytes, from first: Int, _ form: Form, at moment: Moment
  ) -> Answer? {
    if line.count <= Self.head + Self.tail {
      return take(line, PrintedNotations(line, from: first), form, at: moment)
    }
    let head = LineBytes(rebasing: line[..<Self.head])
    if first < Self.head {
      let notations = PrintedNotations(head, from: first)
      if notations.main != nil { return take(head, notations, form, at: moment) }
    }
    let tail = LineBytes(rebasing: line[(line.count - Self.tail)...])
    guard let first = tail.firstDigit else { return nil }
    let notations = PrintedNotations(tail, from: first)
    guard let found = notations.main, found.isSquare || form == .redrawn else { return nil }
    return take(tail, notations, form, at: moment).map { Answer(reading: $0.reading) }
  }

  private mutating func take(
    _ line: LineBytes, _ notations: PrintedNotations, _ form: Form, at moment: Moment
  ) -> Answer? {
    guard let found = notations.main, found.kind != .bare || form == .whole else { return nil }
    let number = form == .whole ? lines : lines + 1
    let sight = ProgressCandidate(
      line, found, form, number: number, hasUnits: notations.other != nil, at: moment)
    let index = tracks.firstIndex { $0.shape.key == sight.shape.key }
    guard let index else {
      if tracks.count == Self.most { tracks.removeLast() }
      tracks.insert(CandidateHistory(sight), at: 0)
      return nil
    }
    var track = tracks.remove(at: index)
    let counts = track.take(sight)
    tracks.insert(track, at: 0)
    guard track.isKnown else { return nil }
    let words = PrintedText.without(notations, in: line)
    guard counts else { return isShown(track) ? Answer(words: words) : nil }
    let reading = show(track, notations.units, at: moment)
    return reading != nil || hasTaskbar ? Answer(reading: reading, words: words) : nil
  }

  private func isShown(_ track: CandidateHistory) -> Bool { shown?.shape.key == track.shape.key }

  /// The reading of a bar; nil while another one is moving.
  private mutating func show(
    _ track: CandidateHistory, _ units: PrintedNotation?, at moment: Moment
  ) -> Reading? {
    let isTaskbar = track.shape.key == 0
    if hasTaskbar, !isTaskbar { return nil }
    if let shown, shown.shape.key != track.shape.key, !isTaskbar, shown.fraction < 1,
      moment - shown.last < Self.hold, shown.row ?? .max > lines
    {
      return nil
    }
    if shown?.shape.key != track.shape.key || shown?.falls != track.falls { bars += 1 }
    shown = track
    let report = ReportedProgress(
      fraction: units?.fraction ?? track.fraction, done: units.map { Int($0.value) },
      total: units.map { Int($0.total) }, unit: units?.unit)
    return Reading(report: report, bar: bars)
  }
}
