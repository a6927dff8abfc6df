// Makes the progress that a wrapped command prints the progress of the run.

import Model
import Reporting
import Terminal

/// The bar that a command prints, as long as it does not report its progress by events.
struct PrintedBar {
  /// nil when it is not looked for.
  private var printed: PrintedProgress?
  /// The number of the bar that is shown; 0 before the first.
  private var number = 0

  /// - Parameter isOn: whether printed progress is looked for.
  init(isOn: Bool) { if isOn { printed = PrintedProgress() } }

  /// The command reports its progress by events: those win.
  mutating func stop(_ loop: inout Loop) {
    printed = nil
    loop.state.statedLine = nil
  }

  /// Takes a line as it is shown.
  ///
  /// - Returns: false for a line that is nothing but progress.
  mutating func take(
    _ text: DisplayText, _ form: PrintedProgress.Form, at moment: Moment, _ loop: inout Loop
  ) -> Bool {
    guard let line = printed?.take(text, form, at: moment) else { return true }
    loop.state.statedLine = line.text == text ? nil : line.text
    show(line.reading, &loop)
    return line.reading == nil || !line.text.isEmpty
  }

  /// Counts lines that are not looked at.
  mutating func skip(_ lines: Int) { printed?.skip(lines) }

  /// Takes the state of the taskbar that the command sets.
  mutating func take(_ state: Taskbar.State, at moment: Moment, _ loop: inout Loop) {
    show(printed?.take(state, at: moment), &loop)
  }

  private mutating func show(_ reading: PrintedProgress.Reading?, _ loop: inout Loop) {
    guard let reading else { return }
    if reading.bar != number, number > 0 { loop.state.beginBar() }
    number = reading.bar
    loop.relay(.progress(reading.report))
  }
}
