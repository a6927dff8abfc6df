// Plays hostile events through one face, as `replay` or `wrap` does.

import Codec
import Reporting
import Support
import SyncModel
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
    let troubles = TroubleLines(words: words, glyphs: .unicode)
    return switch self {
    case .plain:
      PlainFace(
        words: words, glyphs: .unicode, style: PlainStyle(isVerbose: true), troubles: troubles,
        began: began)
    case .accessible:
      AccessibleFace(
        words: Words(clock: .utc, voice: .spoken, home: nil),
        style: AccessibleStyle(isVerbose: true),
        troubles: troubles, began: began)
    case .quiet: QuietFace(words: words, troubles: troubles)
    case .json, .recorder:
      JSONFace(
        words: words, isQuiet: false, isVerbose: true, version: "0.1.0",
        isReplay: self == .recorder)
    case .live, .narrow, .tiny:
      LiveFace(
        words: words, glyphs: self == .live ? .unicode : .ascii, palette: .theme,
        style: LiveStyle(isVerbose: true, firstTip: 0, hasTaskbar: true), began: began)
    }
  }
}

/// One face with its board and its clock.
struct HostileShow {
  private var face: any Face
  private var board: Board
  private let which: HostileFace
  private let time = ManualTime()
  private let clock: RunClock
  private var elapsed = Duration.zero
  private var steps = 0
  /// Everything on standard output since it was looked at last.
  private(set) var output: [UInt8] = []

  init(_ which: HostileFace) {
    self.which = which
    clock = RunClock(time)
    let began = clock.animation()
    clock.play(from: began, speed: 0)
    face = which.make(at: began)
    board = Board(started: began)
    take(face.begin(scene))
  }

  private var scene: Scene {
    let (columns, rows) = which.size
    return Scene(
      now: clock.now(at: clock.moment()), animation: clock.animation(), columns: columns, rows: rows
    )
  }

  /// The next recorded event, when its time has come.
  mutating func play(_ event: EventReader.Event) {
    elapsed = event.elapsed ?? elapsed
    let at = board.started + elapsed
    clock.jump(to: at)
    if let stamp = event.stamp { clock.tell(stamp, at: at) }
    handle(event, at: at)
  }

  /// An event of a command that runs now.
  mutating func pass(_ event: EventReader.Event) {
    handle(event, at: scene.now.moment)
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
    if case .event(let event) = signal { board.apply(event) }
    board.readGauges()
    take(face.step(signal, board, scene))
    // Asked before every sleep.
    for moment in [face.wakeUp(board, scene), face.nextFrame(board, scene)] {
      if let moment { _ = clock.animation(of: moment) }
    }
  }

  /// The end of the run.
  mutating func end() {
    let exit = ExitStatus.ok
    let event = SyncEvent(
      at: scene.now.moment,
      kind: .summary(RunSummary(outcome: .ok, exit: exit, counts: board.summary?.counts)))
    show(.event(event))
    show(.ended)
  }

  /// Hands out what was written, and forgets it.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  private mutating func take(_ chunks: [Chunk]) {
    for chunk in chunks where chunk.stream == .standardOutput { output += chunk.bytes }
  }
}
