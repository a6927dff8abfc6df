// Replays recorded runs through the loop, each event at its time.

import Format
import Platform
import Reporting
import Model
import Terminal

/// Replays the runs of a recording, one after the other.
struct Replayer: ~Copyable {
  /// At top speed, longer silences are cut to this, because their heartbeats would never end.
  private static let longestSilence = Duration.seconds(86_400)
  /// A pipe is read until it pauses for so long, lasts for so long, or has brought so many bytes,
  /// before anything is shown: another run may begin in it.
  private static let pause = Duration.milliseconds(100)
  private static let longestStart = Duration.milliseconds(500)
  private static let largestStart = 32 << 20

  private var recording: Recording
  /// How many times faster than recorded; 0 for as fast as possible.
  private let speed: Double
  /// Creates the renderer of a run that begins at a moment of the animation; nil when one renderer
  /// shows all runs.
  private let renderer: (Moment) -> (any Renderer)?
  /// Whether the run is known from the start to be unfinished, which is then reported at once.
  private let isUnfinished: Bool
  private var isRunning = false
  /// Whether the loop reads the recording's pipe.
  private var isListening = false
  /// Whether nothing of the run has been shown yet.
  private var isFresh = true
  /// The time of the last event since the beginning of its run.
  private var elapsed = Duration.zero
  /// The summary of a run, held until all problems of the file are known.
  private var held: EventLine?
  /// The summary of the last run.
  private(set) var last: RunSummary?

  /// - Parameters:
  ///   - isUnfinished: whether the file name says that the run did not end.
  init(
    _ recording: Recording, speed: Double, isUnfinished: Bool,
    renderer: @escaping (Moment) -> (any Renderer)?
  ) {
    (self.recording, self.speed) = (recording, speed)
    (self.renderer, self.isUnfinished) = (renderer, isUnfinished)
  }

  /// Replays until the recording ends, or the person leaves.
  ///
  /// - Throws: `badInput` for a file that is not a recording, or cannot be read.
  mutating func play(_ loop: inout Loop) throws(SyncFailure) {
    if !recording.isFile { start(&loop) }
    while let item = try next(&loop) {
      switch item {
      case .run:
        end(&loop)
        begin(&loop)
      case .newer(let format): throw .badRecord(file: recording.name, .newer(format: format))
      case .event(let event):
        if case .summary = event.kind { held = event } else { show(event, &loop) }
      }
    }
    if loop.stop != nil { return leave(&loop) }
    let reader = recording.reader
    if reader.isEmpty { throw .badRecord(file: recording.name, .empty) }
    if !reader.isOurs { throw .badRecord(file: recording.name, .foreign) }
    if let fault = reader.faults.text {
      let count = reader.faults.count
      loop.post(.warning(.linesSkipped(file: recording.name, count: count, fault: fault)))
    }
    if reader.isTorn { loop.post(.warning(.lineTorn(file: recording.name))) }
    end(&loop)
  }

  // MARK: Runs

  private mutating func begin(_ loop: inout Loop) {
    let now = loop.clock.animation()
    loop.clock.play(from: now, speed: speed)
    loop.begin(renderer(now), at: now)
    isRunning = true
    isFresh = true
    elapsed = .zero
  }

  /// Ends the current run with its summary, or a warning that there is none.
  private mutating func end(_ loop: inout Loop) {
    guard isRunning, loop.stop == nil else { return }
    if let summary = held {
      show(summary, &loop)
      held = nil
    } else {
      if !isUnfinished { loop.post(.warning(.runUnfinished(file: recording.name))) }
      loop.post(.summary(RunSummary(outcome: .failed, exit: .failed, counts: nil, isCut: true)))
    }
    if loop.stop != nil { return }
    last = loop.view.state.summary
    isRunning = false
    loop.waitForRenderer()
  }

  /// Leaves in the middle of a run.
  private func leave(_ loop: inout Loop) {
    guard isRunning, loop.view.state.summary == nil else { return }
    _ = loop.finish(RunSummary(outcome: .interrupted, exit: .failed, counts: nil, isCut: true))
  }

  // MARK: Events

  /// Shows an event at its time.
  private mutating func show(_ event: EventLine, _ loop: inout Loop) {
    elapsed = event.elapsed ?? elapsed
    let at = loop.view.state.started + elapsed
    if isFresh { loop.clock.jump(to: at) } else { wait(until: at, &loop) }
    if loop.stop != nil { return }
    if let stamp = event.stamp { loop.clock.setWallClock(stamp, at: at) }
    if isFresh, isUnfinished { loop.post(.warning(.runUnfinished(file: recording.name))) }
    isFresh = false
    loop.view.now = loop.clock.now(at: at)
    loop.handle(SyncEvent(at: at, kind: event.kind, received: event.received))
  }

  /// Lets the time of the run pass. Lines due on the way are shown at their own times, however fast
  /// time passes.
  private func wait(until moment: Moment, _ loop: inout Loop) {
    let first = speed > 0 ? nil : moment - Self.longestSilence
    while loop.stop == nil {
      let reached = speed > 0 ? min(loop.clock.moment(), moment) : moment
      showDueLines(from: first, upTo: reached, before: moment, &loop)
      if reached == moment { break }
      loop.handleSignals(until: loop.clock.animation(of: moment))
    }
    if speed == 0 { loop.clock.jump(to: moment) }
  }

  /// Shows the lines that are due, but none that belongs after the next event.
  ///
  /// - Parameter first: lines due earlier are shown at this time.
  private func showDueLines(
    from first: Moment? = nil, upTo reached: Moment, before event: Moment? = nil, _ loop: inout Loop
  ) {
    var last: Moment?
    func isDue(_ word: Moment) -> Bool {
      word <= reached && event.map { word < $0 } ?? true && last.map { $0 < word } ?? true
    }
    while loop.stop == nil, let due = loop.nextTimedLine(loop.view) {
      let word = first.map { max($0, due) } ?? due
      guard isDue(word) else { break }
      last = word
      loop.view.now = loop.clock.now(at: word)
      _ = loop.dispatch(.tick)
    }
  }

  // MARK: Reading

  /// The next item; nil at the end of the recording, and when the person leaves.
  private mutating func next(_ loop: inout Loop) throws(SyncFailure) -> RecordingReader.Item? {
    while loop.stop == nil {
      if let item = recording.nextItem() { return item }
      if recording.isEnded { return nil }
      if recording.isFile {
        try recording.read()
        // Handles signals and draws frames at any speed.
        loop.handleSignals(until: loop.clock.animation())
      } else {
        // It is unknown when more bytes will arrive.
        if held != nil { end(&loop) }
        let heard = listen(&loop)
        recording.read(heard.bytes)
        if heard.hasEnded { recording.end() }
      }
    }
    return nil
  }

  /// Reads what a pipe holds already. Its last run so far is shown, as that of a file, and what
  /// comes later as it comes.
  private mutating func start(_ loop: inout Loop) {
    var heard: (bytes: [UInt8], hasEnded: Bool) = ([], false)
    var (first, last): (Moment?, Moment?)
    while loop.stop == nil, !heard.hasEnded, heard.bytes.count < Self.largestStart {
      let due = earlier(first.map { $0 + Self.longestStart }, last.map { $0 + Self.pause })
      if let due, due <= loop.clock.animation() { break }
      let more = listen(&loop, until: due)
      heard.bytes += more.bytes
      heard.hasEnded = more.hasEnded
      if !more.bytes.isEmpty { last = loop.clock.animation() }
      first = first ?? last
    }
    recording.readFirst(heard.bytes)
    if heard.hasEnded { recording.end() }
  }

  private mutating func listen(
    _ loop: inout Loop, until deadline: Moment? = nil
  ) -> (bytes: [UInt8], hasEnded: Bool) {
    let inputs = loop.console.inputs
    if isListening {
      inputs.resume()
    } else {
      inputs.add(.input, from: recording.input.descriptor, isOwned: false)
      isListening = true
    }
    var heard: (bytes: [UInt8], hasEnded: Bool) = ([], false)
    loop.handleSignals(until: deadline) { signal in
      switch signal {
      case .bytes(.input, let bytes): heard.bytes += bytes
      case .bytesEnded(.input): heard.hasEnded = true
      default: return false
      }
      return true
    }
    // Shows the events before reading more.
    inputs.pause()
    if speed > 0 { showDueLines(upTo: loop.clock.moment(), &loop) }
    return heard
  }
}

extension Loop {
  /// Sleeps until something happens or `deadline` passes, by the time of the animation, and handles
  /// it; a tick only if a frame is due.
  ///
  /// - Parameter isTaken: handles signals that are not for the loop.
  fileprivate mutating func handleSignals(
    until deadline: Moment?, isTaken: (Signal) -> Bool = { _ in false }
  ) {
    let frame = renderer.nextFrame(view)
    for signal in next(until: earlier(deadline, wakeUp)) {
      if isTaken(signal) { continue }
      if case .tick = signal, frame.map({ $0 > view.animation }) ?? true { continue }
      _ = dispatch(signal)
    }
  }
}
