// Makes the progress that a wrapped command prints the progress of the run.

import Model
import Terminal

/// The bar that a command prints, as long as it does not report its progress by events.
struct PrintedBar {
  /// After so long a full bar makes way for other work: a line without progress.
  private static let otherWork = Duration.seconds(2)
  /// nil when it is not looked for.
  private var printed: PrintedProgress?
  /// The number of the bar that is shown; 0 before the first.
  private var number = 0
  /// When the bar that is shown was last full; nil while it is not.
  private var lastFull: Moment?
  /// Whether a line without progress was the last one.
  private var hasOtherWork = false

  /// - Parameter isOn: whether printed progress is looked for.
  init(isOn: Bool) { if isOn { printed = PrintedProgress() } }

  /// The command reports its progress by events: those win.
  mutating func stop(_ host: inout some WrapHost) {
    (printed, lastFull) = (nil, nil)
    host.child.statedLine = nil
  }

  /// Takes the unfinished line as it is shown, among those that are redrawn.
  mutating func update(_ open: OpenLine, among redrawn: [LogLine], _ host: inout some WrapHost) {
    show(printed?.read(open, among: redrawn, at: host.now.moment), &host)
  }

  /// Takes a change of the lines, and shows it.
  mutating func update(_ change: OutputChange, _ host: inout some WrapHost) {
    show(printed?.read(change, at: host.now.moment), &host)
    host.relay(change)
  }

  private mutating func show(_ line: PrintedProgress.Line?, _ host: inout some WrapHost) {
    guard let line else { return }
    host.child.statedLine = line.words
    hasOtherWork = line.reading == nil
    show(line.reading, &host)
    makeWay(&host)
  }

  /// Ends a bar that has been full for a while, and is followed by other work.
  mutating func makeWay(_ host: inout some WrapHost) {
    guard hasOtherWork, let full = lastFull, host.now.moment - full > Self.otherWork else { return }
    lastFull = nil
    host.endBar()
  }

  /// Takes the state of the taskbar that the command sets.
  mutating func update(_ state: Taskbar.State, _ host: inout some WrapHost) {
    show(printed?.read(state, at: host.now.moment), &host)
  }

  private mutating func show(_ reading: PrintedProgress.Update?, _ host: inout some WrapHost) {
    guard let reading else { return }
    lastFull = reading.report.fraction == 1 ? host.now.moment : nil
    if reading.bar != number, number > 0 { host.endBar() }
    number = reading.bar
    host.handle(SyncEvent(at: host.now.moment, kind: .progress(reading.report)))
  }
}
