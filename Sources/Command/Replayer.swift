// Plays recorded runs through the loop: each event when its time has come.

import Reporting
import Model
import Terminal

/// Plays the runs of a tape, one after the other.
struct Replayer {
  /// Played as fast as it can be read, a longer silence is cut to this: its heartbeats would go on
  /// for ever.
  private static let longestSilence = Duration.seconds(86_400)

  private var tape: Recording
  /// How many times faster than it was recorded; 0 for as fast as it can be read.
  private let speed: Double
  /// Makes the face of a run that begins at a moment of the animation; nil when one shows them all.
  private let face: (Moment) -> (any Face)?
  /// Whether it is known from the start that the run did not end, and so said at once.
  private let isUnfinished: Bool
  private var isRunning = false
  /// Whether the loop knows of the pipe that the tape comes through.
  private var isListening = false
  /// Whether nothing of the run was shown.
  private var isFresh = true
  /// How long after the beginning of its run the last event happened.
  private var elapsed = Duration.zero
  /// The end of a run, kept back until all that can be wrong with the file is known.
  private var held: EventReader.Event?
  /// How the last run ended.
  private(set) var last: RunSummary?

  /// - Parameters:
  ///   - isUnfinished: whether it is known from the file's name that the run did not end.
  init(
    _ tape: Recording, speed: Double, isUnfinished: Bool, face: @escaping (Moment) -> (any Face)?
  ) {
    self.tape = tape
    self.speed = speed
    self.face = face
    self.isUnfinished = isUnfinished
  }

  /// Plays until the tape ends, or somebody wants to leave.
  ///
  /// - Throws: `badInput` for what is no recording, or one that cannot be read.
  mutating func play(_ loop: inout Loop) throws(SyncFailure) {
    while let item = try next(&loop) {
      switch item {
      case .run:
        end(&loop)
        begin(&loop)
      case .newer(let format):
        throw .badRecord(file: tape.name, .newer(format: format))
      case .event(let event):
        if case .summary = event.kind { held = event } else { show(event, &loop) }
      }
    }
    if loop.stop != nil { return leave(&loop) }
    let recording = tape.recording
    if recording.isEmpty { throw .badRecord(file: tape.name, .empty) }
    if !recording.isOurs { throw .badRecord(file: tape.name, .foreign) }
    if let fault = recording.faults.text {
      let count = recording.faults.count
      loop.post(.warning(.linesSkipped(file: tape.name, count: count, fault: fault)))
    }
    if recording.isTorn { loop.post(.warning(.lineTorn(file: tape.name))) }
    end(&loop)
  }

  // MARK: Runs

  private mutating func begin(_ loop: inout Loop) {
    let now = loop.clock.animation()
    loop.clock.play(from: now, speed: speed)
    loop.begin(face(now), at: now)
    isRunning = true
    isFresh = true
    elapsed = .zero
  }

  /// The run is over: its own last word, or that there is none.
  private mutating func end(_ loop: inout Loop) {
    guard isRunning, loop.stop == nil else { return }
    if let summary = held {
      show(summary, &loop)
      held = nil
    } else {
      if !isUnfinished { loop.post(.warning(.runUnfinished(file: tape.name))) }
      loop.post(.summary(RunSummary(outcome: .failed, exit: .failed, counts: nil, isCut: true)))
    }
    if loop.stop != nil { return }
    last = loop.state.summary
    isRunning = false
    loop.stay()
  }

  /// Somebody wants to leave in the middle of a run.
  private func leave(_ loop: inout Loop) {
    guard isRunning, loop.state.summary == nil else { return }
    _ = loop.finish(
      RunSummary(outcome: .interrupted, exit: .failed, counts: nil, isCut: true))
  }

  // MARK: Events

  /// Shows an event when its time has come.
  private mutating func show(_ event: EventReader.Event, _ loop: inout Loop) {
    elapsed = event.elapsed ?? elapsed
    let at = loop.state.started + elapsed
    if isFresh { loop.clock.jump(to: at) } else { wait(until: at, &loop) }
    if loop.stop != nil { return }
    if let stamp = event.stamp { loop.clock.tell(stamp, at: at) }
    if isFresh, isUnfinished { loop.post(.warning(.runUnfinished(file: tape.name))) }
    isFresh = false
    loop.context.now = loop.clock.now(at: at)
    loop.handle(SyncEvent(at: at, kind: event.kind, received: event.received))
  }

  /// Lets the time of the run pass; what is said by itself on the way is said at its own time,
  /// however fast that passes.
  private func wait(until moment: Moment, _ loop: inout Loop) {
    let first = speed > 0 ? nil : moment - Self.longestSilence
    while loop.stop == nil {
      let reached = speed > 0 ? min(loop.clock.moment(), moment) : moment
      sayWords(from: first, upTo: reached, before: moment, &loop)
      if reached == moment { break }
      loop.rest(until: loop.clock.animation(of: moment))
    }
    if speed == 0 { loop.clock.jump(to: moment) }
  }

  /// Says what is due, but what an event is to come before.
  ///
  /// - Parameter first: what was due earlier is said then.
  private func sayWords(
    from first: Moment? = nil, upTo reached: Moment, before event: Moment? = nil,
    _ loop: inout Loop
  ) {
    var last: Moment?
    func isDue(_ word: Moment) -> Bool {
      word <= reached && event.map { word < $0 } ?? true && last.map { $0 < word } ?? true
    }
    while loop.stop == nil, let due = loop.nextWord {
      let word = first.map { max($0, due) } ?? due
      guard isDue(word) else { break }
      last = word
      loop.context.now = loop.clock.now(at: word)
      _ = loop.take(.tick)
    }
  }

  // MARK: Reading

  /// The next item; nil at the end of the tape, and when somebody wants to leave.
  private mutating func next(_ loop: inout Loop) throws(SyncFailure) -> RecordingReader.Item? {
    while loop.stop == nil {
      if let item = tape.take() { return item }
      if tape.isEnded { return nil }
      if tape.isFile {
        try tape.read()
        // However fast it goes: who wants to leave is heard, and frames are drawn.
        loop.rest(until: loop.clock.animation())
      } else {
        // Nobody knows when a pipe goes on.
        if held != nil { end(&loop) }
        listen(&loop)
      }
    }
    return nil
  }

  private mutating func listen(_ loop: inout Loop) {
    let inputs = loop.console.inputs
    if isListening {
      inputs.resume()
    } else {
      inputs.add(.input, from: tape.input.descriptor, isOwned: false)
      isListening = true
    }
    loop.rest(until: nil) { signal in
      switch signal {
      case .bytes(.input, let bytes): tape.read(bytes)
      case .bytesEnded(.input): tape.end()
      default: return false
      }
      return true
    }
    // What was read is shown before more is.
    inputs.pause()
    if speed > 0 { sayWords(upTo: loop.clock.moment(), &loop) }
  }
}

extension Loop {
  /// Sleeps until something happens or `deadline` comes, by the time of the animation, and takes it
  /// in: ticks only when a frame is due.
  ///
  /// - Parameter isTaken: takes what is not the loop's.
  fileprivate mutating func rest(
    until deadline: Moment?, isTaken: (Signal) -> Bool = { _ in false }
  ) {
    let frame = face.nextFrame(state, context)
    for signal in next(until: [deadline, wakeUp].compactMap { $0 }.min()) {
      if isTaken(signal) { continue }
      if case .tick = signal, frame.map({ $0 > context.animation }) ?? true { continue }
      _ = take(signal)
    }
  }
}
