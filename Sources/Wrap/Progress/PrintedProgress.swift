// Recognises the progress that a program prints for people, line by line.

package import Model
package import Terminal

/// Finds progress in the lines of a wrapped program and in its taskbar sequences (OSC 9;4).
///
/// A notation counts from its second time in the same shape, with a value that has not fallen. A fall
/// to less than half starts a new bar, a smaller one moves the bar back; what never reaches an end
/// and falls by more than it gains is none. Lines that are rewritten in place need no more. Whole
/// lines may also be tables, lists and logs, so that among them a notation outside square brackets
/// must rise, stay close, and keep the words on both sides. Time is passed in; a line costs a bounded
/// amount.
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
    /// The line without the notation, its bar and its spinner; the line itself if it has none.
    package let text: DisplayText
    /// Whether the line is nothing but a number, as of `pv -n`.
    package let isNumber: Bool
    /// Whether the bar that is shown is none: what it was made of rises and falls.
    package let endsBar: Bool
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
  /// The bar that is shown; nil before the first.
  private var shown: CandidateHistory?
  /// Its words.
  private var status = ""
  private var bars = 0
  private var taskbar: CandidateHistory?
  private var hasTaskbar = false

  package init() {}

  /// Takes the text of a line as it is shown. An unfinished line is passed again after each change.
  package mutating func take(_ text: DisplayText, _ form: Form, at moment: Moment) -> Line {
    if form == .whole { lines += 1 }
    var copy = text.description
    var answer = copy.withUTF8 { line -> Answer? in
      guard let first = line.firstDigit else { return nil }
      return take(line, from: first, form, at: moment)
    }
    if answer?.reading != nil { status = answer?.words ?? "" }
    // The row of the bar ends with its words and without its notation: "Reading lists... Done".
    if answer == nil, form == .whole, shown?.row == lines, !status.isEmpty,
      copy.hasPrefix(status) || copy.dropFirst().hasPrefix(status)
    {
      shown = nil
      answer = Answer(endsBar: true)
    }
    return Line(
      reading: answer?.reading, text: answer?.words.map { DisplayText($0) } ?? text,
      isNumber: answer?.isNumber ?? false, endsBar: answer?.endsBar ?? false)
  }

  /// Which of several lines that are redrawn together says how far the program is: the first that
  /// states less than 100 %, else the last that states anything. nil if none does.
  package static func leading(of lines: [LogLine]) -> DisplayText? {
    var last: DisplayText?
    for line in lines {
      var text = line.text.description
      let fraction = text.withUTF8 { bytes in
        bytes.count > head + tail
          ? nil
          : bytes.firstDigit.flatMap { PrintedNotations(bytes, from: $0).main }
            .flatMap { $0.kind == .bare ? nil : $0.fraction }
      }
      guard let fraction else { continue }
      if fraction < 1 { return line.text }
      last = line.text
    }
    return last
  }

  /// Counts whole lines that are not looked at: too many arrived together to be progress.
  package mutating func skip(_ count: Int) { lines += count }

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
    let value = Double(min(100, max(0, percent)))
    guard var track = taskbar else {
      taskbar = CandidateHistory(value: value, total: 100, at: moment)
      return nil
    }
    let counts = track.advance(to: value, of: 100, at: moment)
    taskbar = track
    return counts ? show(track, fraction: value / 100, nil, at: moment) : nil
  }

  /// What a line with a notation says; its words are nil for the line itself.
  private struct Answer {
    var reading: Reading?
    var words: String?
    var isNumber = false
    var endsBar = false
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
    return take(tail, notations, form, at: moment).map {
      Answer(reading: $0.reading, endsBar: $0.endsBar)
    }
  }

  private mutating func take(
    _ line: LineBytes, _ notations: PrintedNotations, _ form: Form, at moment: Moment
  ) -> Answer? {
    guard let found = notations.main, found.kind != .bare || form == .whole else { return nil }
    let number = form == .whole ? lines : lines + 1
    let sight = ProgressCandidate(
      line, found, form, number: number, hasUnits: notations.units != nil, at: moment)
    let index = tracks.firstIndex { $0.shape.key == sight.shape.key }
    guard let index else {
      if found.isBeyond { return nil }
      if tracks.count == Self.most { tracks.removeLast() }
      tracks.insert(CandidateHistory(sight), at: 0)
      return nil
    }
    var track = tracks.remove(at: index)
    // More than all is all, if nearly all was said before.
    let counts = (!found.isBeyond || track.isNearlyFull) && track.take(sight)
    tracks.insert(track, at: 0)
    guard track.isKnown else { return nil }
    if track.isMeter {
      guard isShown(track) else { return nil }
      shown = nil
      return Answer(endsBar: true)
    }
    guard counts else {
      return isShown(track) ? Answer(words: words(of: line, notations, form)) : nil
    }
    let reading = show(track, fraction: found.fraction, notations.units ?? found, at: moment)
    guard reading != nil || hasTaskbar else { return nil }
    return Answer(
      reading: reading, words: words(of: line, notations, form), isNumber: found.kind == .bare)
  }

  /// The words of a line; nil for the line itself.
  private func words(of line: LineBytes, _ notations: PrintedNotations, _ form: Form) -> String? {
    let rest = PrintedText.without(notations, in: line)
    // Another number beside a count may be a result: "2/3 (13 s)", "2/3 -> 6".
    let mayBeResult = rest.isEmpty && form == .whole && notations.main?.kind == .count
    return mayBeResult && notations.leaveNumber(in: line) ? nil : rest
  }

  private func isShown(_ track: CandidateHistory) -> Bool { shown?.shape.key == track.shape.key }

  /// The reading of a bar; nil while another one is moving.
  private mutating func show(
    _ track: CandidateHistory, fraction: Double, _ units: PrintedNotation?, at moment: Moment
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
    var fraction = fraction
    var (done, total): (Int?, Int?) = (nil, nil)
    if let units, units.kind == .count || units.kind == .sizes {
      fraction = units.fraction
      (done, total) = (Int(units.value), Int(units.total))
    }
    let report = ReportedProgress(
      fraction: fraction, done: done, total: total, unit: done == nil ? nil : units?.unit)
    return Reading(report: report, bar: bars)
  }
}
