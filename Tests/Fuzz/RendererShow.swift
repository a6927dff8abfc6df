// One renderer with its state, its clock and a screen that must understand everything it is sent.

import Codec
import Format
import Model
import Platform
import Reporting
import Support
import Terminal

@testable import Wrap

let messages = Messages(clock: .utc, home: "/home/jo")

enum FuzzedRenderer: CaseIterable {
  case live, plain, accessible, quiet, transparent, json, recorder

  func make(at began: Moment) -> any Renderer {
    let troubles = TroubleLines(messages: messages, glyphs: .unicode)
    return switch self {
    case .live:
      LiveRenderer(
        messages: messages, glyphs: .unicode, palette: .theme,
        style: LiveStyle(isVerbose: true, firstTip: 0, taskbar: Taskbar()),
        began: began)
    case .plain:
      LogRenderer(
        messages: messages, glyphs: .ascii,
        style: LogStyle(heartbeat: .seconds(10), isVerbose: true),
        troubles: troubles, began: began)
    case .accessible:
      LogRenderer(
        messages: Messages(clock: .utc, voice: .spoken, home: nil), glyphs: .unicode,
        style: LogStyle(heartbeat: .seconds(30), isVerbose: true), troubles: troubles,
        began: began)
    case .quiet: QuietRenderer(messages: messages, troubles: troubles)
    case .transparent:
      QuietRenderer(messages: messages, troubles: troubles, isBesideCommand: true)
    case .json, .recorder:
      JSONRenderer(
        messages: messages, isQuiet: false, isVerbose: true, version: "0.1.0",
        isReplay: self == .recorder)
    }
  }
}

struct RendererShow {
  private let which: FuzzedRenderer
  private(set) var renderer: any Renderer
  private(set) var state: RunState
  private let time = ManualTime()
  private let clock: RunClock
  private let columns: Int
  private let rows: Int
  private var screen: TestScreen
  private var steps = 0
  /// All of standard output, unless the renderer is live.
  private(set) var output: [UInt8] = []

  init(_ which: FuzzedRenderer, columns: Int, rows: Int) {
    (self.which, self.columns, self.rows) = (which, columns, rows)
    clock = RunClock(time)
    let began = clock.animation()
    clock.play(from: began, speed: 0)
    screen = TestScreen(columns: columns, rows: rows)
    renderer = which.make(at: began)
    state = RunState(started: began)
    write(renderer.begin(view))
  }

  private var view: RunView {
    RunView(
      state, now: clock.now(at: clock.moment()), animation: clock.animation(), columns: columns,
      rows: rows)
  }

  /// Shows a recorded event when its time has come.
  mutating func play(_ event: EventLine) {
    let moment = event.elapsed.map { state.started + $0 } ?? view.now.moment
    clock.jump(to: moment)
    if let stamp = event.stamp { clock.setWallClock(stamp, at: moment) }
    show(event.kind, event.received, at: moment)
  }

  /// Shows an event of a command that runs now.
  mutating func pass(_ event: EventLine) { show(event.kind, event.received) }

  mutating func show(_ kind: SyncEvent.Kind, _ received: Received? = nil, at moment: Moment? = nil)
  {
    time.advance(by: .milliseconds(31))
    step(.event(SyncEvent(at: moment ?? view.now.moment, kind: kind, received: received)))
    steps += 1
    if steps % 3 == 0 { step(.tick) }
    if steps % 50 == 0 { step(.progressRequest) }
    if steps % 70 == 0 { step(.resize) }
  }

  mutating func step(_ signal: Signal) {
    if case .event(let event) = signal { state.apply(event) }
    state.readGauges(at: view.now.moment)
    write(renderer.step(signal, view))
    // Asked before every sleep.
    for moment in [renderer.wakeUp(view), renderer.nextFrame(view)] {
      if let moment { _ = clock.animation(of: moment) }
    }
  }

  mutating func end() {
    show(.summary(RunSummary(outcome: .ok, exit: .ok, counts: state.summary?.counts)))
    step(.ended)
    require(screen.isCursorVisible && screen.wrapsAutomatically, "the terminal is left changed")
    require(!screen.isSynchronizing, "an update is left open")
  }

  // MARK: A wrapped command above it

  mutating func show(_ change: OutputChange) {
    state.apply(change)
    step(.output(change))
  }

  mutating func redraw(_ open: OpenLine?, _ rows: OpenRows) {
    (state.child.openLine, state.child.rows) = (open, rows)
    step(.tick)
  }

  private mutating func write(_ chunks: [Chunk]) {
    for chunk in chunks where chunk.stream == .standardOutput {
      if which == .live {
        screen.feed(chunk.bytes)
        // The screen knows the colours of our theme; the others are a command's own.
        let foreign = screen.unknown.first { !$0.hasPrefix("CSI ") || !$0.hasSuffix("m") }
        require(foreign == nil && !screen.isMidway, "sent \(foreign ?? "half a sequence")")
      } else {
        output += chunk.bytes
      }
    }
  }
}

/// A wrapped command's output through the emulation and the recogniser into the live renderer.
struct WrapShow {
  private var output: CommandOutput
  private var printed = PrintedProgress()
  private var show: RendererShow
  private let rows: Int
  private var moment = Moment(nanoseconds: 0)

  init(columns: Int, rows: Int, isOnScreen: Bool) {
    self.rows = rows
    output = CommandOutput(isOnScreen ? .rows : .log)
    output.fit(WindowSize(columns: columns, rows: rows))
    show = RendererShow(.live, columns: columns, rows: rows)
    show.show(
      .runStarted(
        RunStart(
          id: "0123456789abcdef", subject: .wrap(WrappedProgram(["x"])),
          arguments: ["wrap", "--", "x"], scope: nil)))
  }

  /// Takes a chunk and does what `control` says: stream, pause, and a change of the window.
  mutating func take(_ bytes: [UInt8], _ control: Int) {
    moment =
      moment + [.milliseconds(50), .zero, .milliseconds(2500), .seconds(20)][control >> 1 & 3]
    var steps: [(inout WrapShow) -> Void] = []
    show.redraw(output.openLine, OpenRows())
    let stream: OutputStream = control & 1 == 0 ? .standardOutput : .standardError
    let asked = output.feed(bytes, from: stream, at: moment) { change in
      steps.append { $0.take(change) }
    }
    for step in steps { step(&self) }
    if let open = output.openLine {
      checkClean(open.text)
      require(open.text.cells <= 1 << 13, "\(open.text.cells) cells in the open line")
      read(open.text, open.isRedrawn ? .redrawn : .growing)
    }
    let open = output.openRows
    for line in open.lines { checkClean(line.text) }
    require(open.cursor.map { $0.up <= open.lines.count } ?? true, "the cursor is above the rows")
    for state in asked.taskbar { report(printed.read(state, at: moment)) }
    for column in asked.positions { require(column >= 0, "the cursor is at \(column)") }
    show.redraw(output.openLine, open)
    switch control >> 3 & 15 {
    case 1...2: changed { output, body in output.cut(body) }
    case 3...5:
      let size = WindowSize(columns: 2 + bytes.count % 90, rows: 4 + bytes.count % 30)
      output.fit(size)
    default: break
    }
  }

  mutating func end() {
    changed { output, body in
      output.end(.standardOutput, body)
      output.end(.standardError, body)
    }
    show.end()
  }

  private mutating func changed(
    _ body: (inout CommandOutput, (OutputChange) -> Void) -> Void
  ) {
    var changes: [OutputChange] = []
    body(&output) { changes.append($0) }
    for change in changes { take(change) }
  }

  private mutating func take(_ change: OutputChange) {
    for line in change.newLines {
      check(line)
      read(line.text, .whole)
    }
    if case .again(let line) = change { check(line) }
    show.show(change)
  }

  private mutating func check(_ line: LogLine) {
    checkClean(line.text)
    require(line.text.description.utf8.count <= 4 * OutputRows.longest, "too long a line")
  }

  private mutating func read(_ text: DisplayText, _ form: PrintedProgress.Form) {
    report(printed.read(text, form, at: moment).reading)
  }

  private mutating func report(_ reading: PrintedProgress.Update?) {
    if let reading { show.show(.progress(reading.report)) }
  }
}
