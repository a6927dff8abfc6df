// Makes the progress that a wrapped command prints the progress of the run.

import Model
import Reporting
import Terminal
import Wrap

/// The bar that a command prints, as long as it does not report its progress by events.
struct PrintedBar {
  /// Lines without progress that come so long after a full bar belong to other work.
  private static let otherWork = Duration.seconds(2)

  /// nil when it is not looked for.
  private var printed: PrintedProgress?
  /// The number of the bar that is shown; 0 before the first.
  private var number = 0
  /// When the bar that is shown was last full; nil while it is not.
  private var lastFull: Moment?
  private let holdsNumbers: Bool
  /// Lines of numbers that are not shown as long as they rise to 100, as those of `pv -n`.
  private var numbers: [LogLine] = []
  /// More are no progress.
  private static let mostNumbers = 256

  /// - Parameters:
  ///   - isOn: whether printed progress is looked for.
  ///   - holdsNumbers: whether lines of numbers are held; a log has all lines.
  init(isOn: Bool, holdsNumbers: Bool) {
    if isOn { printed = PrintedProgress() }
    self.holdsNumbers = holdsNumbers
  }

  /// The command reports its progress by events: those win.
  mutating func stop(_ loop: inout Loop) {
    printed = nil
    loop.state.child.statedLine = nil
  }

  /// Takes an unfinished line as it is shown.
  mutating func take(
    _ text: DisplayText, _ form: PrintedProgress.Form, at moment: Moment, _ loop: inout Loop
  ) {
    _ = read(text, form, at: moment, &loop)
  }

  /// Takes a change of the lines, and shows those that are no progress.
  mutating func take(_ change: OutputChange, at moment: Moment, _ loop: inout Loop) {
    switch change {
    case .line(let line):
      for line in take(line, at: moment, &loop) { loop.relay(.line(line)) }
    case .lines(let lines):
      // Too many to be looked at.
      printed?.skip(lines.count)
      showNumbers(&loop)
      loop.relay(change)
    case .again, .retracted:
      showNumbers(&loop)
      loop.relay(change)
    }
  }

  /// Takes a line that has ended.
  ///
  /// - Returns: the lines to show now, in order.
  private mutating func take(_ line: LogLine, at moment: Moment, _ loop: inout Loop) -> [LogLine] {
    let bar = number
    guard let found = read(line.text, .whole, at: moment, &loop), found.isNumber,
      holdsNumbers, let reading = found.reading, numbers.count < Self.mostNumbers
    else { return takeNumbers() + [line] }
    var lines: [LogLine] = []
    if reading.bar != bar { lines = takeNumbers() }
    numbers.append(line)
    if reading.report.fraction == 1 { numbers = [] }
    return lines
  }

  /// Shows the numbers that did not become 100.
  mutating func showNumbers(_ loop: inout Loop) {
    for line in takeNumbers() { loop.relay(.line(line)) }
  }

  private mutating func takeNumbers() -> [LogLine] {
    if numbers.isEmpty { return [] }
    defer { numbers = [] }
    return numbers
  }

  private mutating func read(
    _ text: DisplayText, _ form: PrintedProgress.Form, at moment: Moment, _ loop: inout Loop
  ) -> PrintedProgress.Line? {
    guard let line = printed?.take(text, form, at: moment) else { return nil }
    loop.state.child.statedLine = line.text == text ? nil : line.text
    show(line.reading, at: moment, &loop)
    let wasFull = lastFull.map { moment - $0 > Self.otherWork } ?? false
    if line.endsBar || line.reading == nil && wasFull {
      self.lastFull = nil
      loop.state.endBar()
    }
    return line
  }

  /// Takes the state of the taskbar that the command sets.
  mutating func take(_ state: Taskbar.State, at moment: Moment, _ loop: inout Loop) {
    show(printed?.take(state, at: moment), at: moment, &loop)
  }

  private mutating func show(
    _ reading: PrintedProgress.Reading?, at moment: Moment, _ loop: inout Loop
  ) {
    guard let reading else { return }
    lastFull = reading.report.fraction == 1 ? moment : nil
    if reading.bar != number, number > 0 { loop.state.beginBar() }
    number = reading.bar
    loop.relay(.progress(reading.report))
  }
}
