// Recognises the progress that a program prints for people, line by line.

package import Model
package import Terminal

/// Finds progress in the lines of a wrapped program and in its taskbar sequences (OSC 9;4).
///
/// A notation counts from its second time in the same template, with a value that has not fallen. A
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
  package struct Update: Hashable, Sendable {
    /// The progress of the whole run.
    package let report: ReportedProgress
    /// The number of the bar, from 1; it grows when a bar starts from the beginning, or another
    /// begins.
    package let bar: Int
  }

  /// What a line says.
  package struct Line: Sendable {
    /// nil for a line that says nothing about the bar.
    package let reading: Update?
    /// The words of a line that states it, without the notation and its bar; nil for another.
    package let words: DisplayText?
  }

  /// Histories that are remembered.
  private static let most = 8
  /// Another bar waits for this long while the shown one moves in its row.
  private static let hold = Duration.seconds(1)

  /// The newest first.
  private var histories: [ProgressHistory] = []
  private var lines = 0
  /// The number of the next new line of each output.
  private var next: [OutputStream: Int] = [:]
  /// The bar that is shown; nil before the first.
  private var shown: ProgressHistory?
  private var bars = 0
  /// The states of the taskbar, while the program shows one.
  private var taskbar: ProgressHistory?

  package init() {}

  /// Takes the text of a line as it is shown. An unfinished line is passed again after each change.
  package mutating func read(_ text: DisplayText, _ form: Form, at moment: Moment) -> Line {
    if form == .whole { lines += 1 }
    let nothing = Line(reading: nil, words: nil)
    return examine(text) { line in
      let notations = PrintedNotations(line)
      guard let found = notations.main, found.kind != .bare || form == .whole
      else { return nothing }
      let candidate = ProgressCandidate(
        line, found, form, number: form == .whole ? lines : lines + 1,
        hasUnits: notations.other != nil, at: moment)
      let index = histories.firstIndex { $0.latest.template.key == candidate.template.key }
      var history = index.map { histories.remove(at: $0) } ?? ProgressHistory(candidate)
      let counts = index != nil && history.append(candidate)
      histories.insert(history, at: 0)
      if histories.count > Self.most { histories.removeLast() }
      guard history.isKnown else { return nothing }
      let reading = counts ? show(history, notations.units, at: moment) : nil
      // The line itself says how far a bar is that may have begun anew.
      let isOfBar = isShown(history) && shown?.falls == history.falls
      let isStated = counts ? reading != nil || taskbar != nil : isOfBar
      return Line(reading: reading, words: isStated ? DisplayText(notations.words(in: line)) : nil)
    }
  }

  /// Takes the unfinished line, and the lines that are redrawn together with it: the first that
  /// states less than 100 % says how far the program is, else the last that states anything.
  package mutating func read(
    _ open: OpenLine, among redrawn: [LogLine], at moment: Moment
  ) -> Line {
    var leading: DisplayText?
    for line in redrawn {
      let found = examine(line.text) { PrintedNotations($0).main }
      guard let found, found.kind != .bare else { continue }
      leading = line.text
      if found.fraction < 1 { break }
    }
    for line in redrawn.dropLast() {
      next[line.stream] = max(next[line.stream] ?? 0, line.number.map { $0 + 1 } ?? 0)
    }
    return read(leading ?? open.text, open.isRedrawn ? .redrawn : .growing, at: moment)
  }

  /// Takes a change of the lines. Too many that arrived together are no progress, and of a line
  /// that was redrawn all is known.
  ///
  /// - Returns: what a line says; nil for none.
  package mutating func read(_ change: OutputChange, at moment: Moment) -> Line? {
    switch change {
    case .line(let line):
      let number = line.number ?? .max
      if number < next[line.stream] ?? 0 { return nil }
      next[line.stream] = line.number.map { $0 + 1 } ?? 0
      return read(line.text, .whole, at: moment)
    case .lines(let many):
      lines += many.count
      return nil
    case .again, .cleared: return nil
    }
  }

  /// Takes a taskbar state. While the program shows one, its lines are not used for the bar.
  package mutating func read(_ state: Taskbar.State, at moment: Moment) -> Update? {
    let percent: Int
    switch state {
    case .none:
      taskbar = nil
      return nil
    case .normal(let value), .paused(let value), .error(let value): percent = value
    }
    let candidate = ProgressCandidate(percent: min(100, max(0, percent)), at: moment)
    let counts = taskbar?.append(candidate)
    let history = taskbar ?? ProgressHistory(candidate)
    taskbar = history
    return counts == true ? show(history, nil, at: moment) : nil
  }

  private func isShown(_ history: ProgressHistory) -> Bool {
    shown?.latest.template.key == history.latest.template.key
  }

  /// The reading of a bar; nil while another one is moving.
  private mutating func show(
    _ history: ProgressHistory, _ units: PrintedNotation?, at moment: Moment
  ) -> Update? {
    let isTaskbar = history.latest.template == .taskbar
    if taskbar != nil, !isTaskbar { return nil }
    if let shown, !isShown(history), !isTaskbar, shown.fraction < 1,
      moment - shown.last < Self.hold, !shown.latest.isRedrawn || shown.latest.number > lines
    {
      return nil
    }
    if !isShown(history) || shown?.falls != history.falls { bars += 1 }
    shown = history
    let report = ReportedProgress(
      fraction: units?.fraction ?? history.fraction, done: units.map { Int($0.value.rounded()) },
      total: units.map { Int($0.total.rounded()) }, unit: units?.unit)
    return Update(report: report, bar: bars)
  }
}

/// Calls `body` with a text, or with both ends of a long one.
private func examine<Answer>(_ text: DisplayText, _ body: (LineBytes) -> Answer) -> Answer {
  let (head, tail) = (384, 192)
  var copy = text.description
  return copy.withUTF8 { line in
    if line.count <= head + tail { return body(line) }
    let ends = Array(line[..<head]) + Array("…".utf8) + line[(line.count - tail)...]
    return ends.withUnsafeBufferPointer(body)
  }
}
