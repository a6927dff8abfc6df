// Plays hostile events through one face, as `replay` or `wrap` does.

import Codec
import Reporting
import Support
import Model
import Terminal

/// Which face, and in what window.
enum HostileFace: String, CaseIterable, Sendable {
  case plain, accessible, quiet, json, recorder, live, narrow, tiny

  var size: (columns: Int, rows: Int) {
    switch self {
    case .narrow: (39, 10)
    case .tiny: (2, 2)
    case .plain, .accessible, .quiet, .json, .recorder, .live: (100, 24)
    }
  }

  func make(at began: Moment) -> any Face {
    let troubles = TroubleLines(messages: messages, glyphs: .unicode)
    return switch self {
    case .plain:
      PlainFace(
        messages: messages, glyphs: .unicode, style: PlainStyle(isVerbose: true),
        troubles: troubles,
        began: began)
    case .accessible:
      AccessibleFace(
        messages: Messages(clock: .utc, voice: .spoken, home: nil),
        style: AccessibleStyle(isVerbose: true),
        troubles: troubles, began: began)
    case .quiet: QuietFace(messages: messages, troubles: troubles)
    case .json, .recorder:
      JSONFace(
        messages: messages, isQuiet: false, isVerbose: true, version: "0.1.0",
        isReplay: self == .recorder)
    case .live, .narrow, .tiny:
      LiveFace(
        messages: messages, glyphs: self == .live ? .unicode : .ascii, palette: .theme,
        style: LiveStyle(isVerbose: true, firstTip: 0, hasTaskbar: true), began: began)
    }
  }
}

/// One face with its state and clock.
struct HostileShow {
  private var face: any Face
  private var state: RunState
  private let which: HostileFace
  private let time = ManualTime()
  private let clock: RunClock
  private var elapsed = Duration.zero
  private var steps = 0
  /// Standard output since it was last read.
  private(set) var output: [UInt8] = []

  init(_ which: HostileFace) {
    self.which = which
    clock = RunClock(time)
    let began = clock.animation()
    clock.play(from: began, speed: 0)
    face = which.make(at: began)
    state = RunState(started: began)
    take(face.begin(context))
  }

  private var context: RenderContext {
    let (columns, rows) = which.size
    return RenderContext(
      now: clock.now(at: clock.moment()), animation: clock.animation(), columns: columns, rows: rows
    )
  }

  /// The next recorded event, when its time has come.
  mutating func play(_ event: EventReader.Event) {
    elapsed = event.elapsed ?? elapsed
    let at = state.started + elapsed
    clock.jump(to: at)
    if let stamp = event.stamp { clock.tell(stamp, at: at) }
    handle(event, at: at)
  }

  /// An event of a command that runs now.
  mutating func pass(_ event: EventReader.Event) {
    handle(event, at: context.now.moment)
  }

  private mutating func handle(_ event: EventReader.Event, at moment: Moment) {
    time.advance(by: .milliseconds(20))
    show(.event(SyncEvent(at: moment, kind: event.kind, received: event.received)))
    steps += 1
    if steps % 3 == 0 { show(.tick) }
    if steps % 50 == 0 { show(.progressRequest) }
    if steps % 70 == 0 { show(.resize) }
  }

  private mutating func show(_ signal: Signal) {
    if case .event(let event) = signal { state.apply(event) }
    state.readGauges()
    take(face.step(signal, state, context))
    // Asked before every sleep.
    for moment in [face.wakeUp(state, context), face.nextFrame(state, context)] {
      if let moment { _ = clock.animation(of: moment) }
    }
  }

  /// The end of the run.
  mutating func end() {
    let exit = ExitStatus.ok
    let event = SyncEvent(
      at: context.now.moment,
      kind: .summary(RunSummary(outcome: .ok, exit: exit, counts: state.summary?.counts)))
    show(.event(event))
    show(.ended)
  }

  /// Returns the output and clears it.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  private mutating func take(_ chunks: [Chunk]) {
    for chunk in chunks where chunk.stream == .standardOutput { output += chunk.bytes }
  }
}
