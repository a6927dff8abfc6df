// Makes the progress that a wrapped command prints the progress of the run.

import Model
import Terminal

/// The bar that a command prints, as long as it does not report its progress by events.
struct PrintedBar {
  /// Lines without progress that come so long after a full bar belong to other work.
  private static let otherWork = Duration.seconds(2)
  /// More lines of numbers are no progress.
  private static let mostNumbers = 256

  /// nil when it is not looked for.
  private var printed: PrintedProgress?
  /// The number of the bar that is shown; 0 before the first.
  private var number = 0
  /// When the bar that is shown was last full; nil while it is not.
  private var lastFull: Moment?
  private let holdsNumbers: Bool
  /// Lines of numbers that are not shown as long as they rise to 100, as those of `pv -n`.
  private var numbers: [LogLine] = []

  /// - Parameters:
  ///   - isOn: whether printed progress is looked for.
  ///   - holdsNumbers: whether lines of numbers are held; a log has all lines.
  init(isOn: Bool, holdsNumbers: Bool) {
    if isOn { printed = PrintedProgress() }
    self.holdsNumbers = holdsNumbers
  }

  /// The command reports its progress by events: those win.
  mutating func stop(_ host: inout some WrapHost) {
    printed = nil
    host.child.statedLine = nil
  }

  /// Takes an unfinished line as it is shown, or a line that has ended.
  ///
  /// - Returns: what it says; nil while nothing is looked for.
  @discardableResult
  mutating func take(
    _ text: DisplayText, _ form: PrintedProgress.Form, _ host: inout some WrapHost
  ) -> PrintedProgress.Line? {
    let moment = host.now.moment
    guard let line = printed?.take(text, form, at: moment) else { return nil }
    host.child.statedLine = line.text == text ? nil : line.text
    show(line.reading, &host)
    let wasFull = lastFull.map { moment - $0 > Self.otherWork } ?? false
    if line.endsBar || line.reading == nil && wasFull {
      lastFull = nil
      host.endBar()
    }
    return line
  }

  /// Takes a change of the lines, and shows those that are no progress.
  mutating func take(_ change: OutputChange, _ host: inout some WrapHost) {
    switch change {
    case .line(let line): return take(line, &host)
    // Too many to be looked at.
    case .lines(let lines): printed?.skip(lines.count)
    case .again, .retracted: break
    }
    showNumbers(&host)
    host.relay(change)
  }

  private mutating func take(_ line: LogLine, _ host: inout some WrapHost) {
    let bar = number
    guard let found = take(line.text, .whole, &host), found.isNumber, holdsNumbers,
      let reading = found.reading, numbers.count < Self.mostNumbers
    else {
      showNumbers(&host)
      return host.relay(.line(line))
    }
    if reading.bar != bar { showNumbers(&host) }
    numbers.append(line)
    if reading.report.fraction == 1 { numbers = [] }
  }

  /// Shows the numbers that did not become 100.
  mutating func showNumbers(_ host: inout some WrapHost) {
    if numbers.isEmpty { return }
    for line in numbers { host.relay(.line(line)) }
    numbers = []
  }

  /// Takes the state of the taskbar that the command sets.
  mutating func take(_ state: Taskbar.State, _ host: inout some WrapHost) {
    show(printed?.take(state, at: host.now.moment), &host)
  }

  private mutating func show(
    _ reading: PrintedProgress.Reading?, _ host: inout some WrapHost
  ) {
    guard let reading else { return }
    lastFull = reading.report.fraction == 1 ? host.now.moment : nil
    if reading.bar != number, number > 0 { host.beginBar() }
    number = reading.bar
    host.relay(.progress(reading.report), nil)
  }
}
