// The one loop that owns every effect: signals in, bytes out.

import Reporting
import Model
import Terminal

extension RunSummary {
  /// Everything went well.
  static let ok = RunSummary(outcome: .ok, exit: .ok, counts: Counts())

  /// The run failed as a whole.
  init(_ failure: SyncFailure) {
    self.init(outcome: .failed, exit: ExitStatus(failure), counts: Counts())
  }
}

/// Runs on one thread, asleep while nothing happens.
struct Loop {
  /// How long work may take to stop after the first Ctrl-C.
  private static let grace = Duration.seconds(5)

  let console: Console
  let clock: RunClock
  let inbox: Inbox
  var waiting: any Waiting
  var face: any Face
  var state: RunState
  /// What is offered to the person at this moment.
  var offered: RetryPrompt? { didSet { look() } }
  /// Whether a person types on the line where the block would be.
  var isAsking = false { didSet { look() } }
  /// The world around a step, as it was when the loop last looked.
  var context: RenderContext
  var stop: Stop?
  private var recorders: [Recorder] = []
  private var lastRun: LastRun?
  private(set) var muted: Set<OutputStream> = []
  /// `--timeout`.
  private var limit: Duration?
  /// Set when a sleeping reader was given up: the process must not wait for anything more.
  private var mustLeave = false

  init(console: Console, clock: RunClock, face: any Face, began: Moment) {
    self.console = console
    self.clock = clock
    self.face = face
    inbox = Inbox(time: clock, wake: console.wake)
    waiting = console.waiting(for: inbox)
    state = RunState(started: began)
    context = console.context(offer: nil)
  }

  /// Where the work posts what happens.
  var events: any EventSink { inbox }

  /// Another run begins, with another face where it needs one.
  mutating func begin(_ face: (any Face)?, at started: Moment) {
    state = RunState(started: started)
    if let face { self.face = face }
    look()
  }

  /// The first bytes, before anything else.
  mutating func begin() {
    write(face.begin(context))
  }

  /// Shows what the main thread itself has to say.
  mutating func post(_ kind: SyncEvent.Kind) {
    let event = SyncEvent(at: clock.moment(), kind: kind)
    look()
    handle(event)
  }

  /// Shows what somebody else told, as one of many things that came in at once.
  mutating func pass(_ kind: SyncEvent.Kind, _ received: Received? = nil) {
    handle(SyncEvent(at: context.now.moment, kind: kind, received: received))
  }

  // MARK: Waiting

  /// Sleeps until something happens or `deadline` comes, by the time of the animation: that of the
  /// machine, less what a person held up.
  mutating func next(until deadline: Moment?) -> [Signal] {
    let signals = waiting.next(until: deadline)
    // Another job may have the terminal after a stop.
    if signals.contains(where: { if case .resume = $0 { true } else { false } }) {
      console.forgetForeground()
    }
    look()
    return signals
  }

  /// Looks at the clocks and the window: once for everything that is done before the next sleep.
  private mutating func look() {
    context = console.context(offer: offered, isAsking: isAsking)
  }

  // MARK: Work

  /// Does the work in a task of its own and shows it until it is over. nil when it was given up:
  /// there is nothing left to do but to finish.
  ///
  /// - Parameter timeout: when the work is given up, counted from the beginning of the run.
  mutating func work<Outcome: Sendable>(
    timeout: Duration? = nil, _ work: @escaping @Sendable () async -> Outcome
  ) -> Outcome? {
    if stop != nil { return nil }
    do throws(SyncFailure) {
      try Workers.shared.start()
    } catch {
      stop = .failure(error)
      return nil
    }
    let (inbox, delivery) = (inbox, Delivery<Outcome>())
    let task = Task.detached(executorPreference: Workers.shared) {
      await CurrentWork.$executor.withValue(Workers.shared) { delivery.put(await work()) }
      inbox.end()
    }
    limit = timeout
    let end = timeout.map { state.started + $0 }
    var grace: Moment?
    while true {
      let deadline = [wakeUp, stop == nil ? end : nil, grace].compactMap { $0 }.min()
      var isEnded = false
      for signal in next(until: deadline) {
        let before = stop
        if take(signal) { return nil }
        if case .ended = signal { isEnded = true }
        if before == nil, stop != nil {
          task.cancel()
          grace = clock.animation() + Self.grace
        }
      }
      if isEnded { return delivery.take() }
      let now = clock.animation()
      if let grace, now >= grace { return nil }
      if let limit, let end, stop == nil, now >= end {
        stop = .timeout(limit)
        task.cancel()
        grace = now + Self.grace
      }
    }
  }

  /// Does the work that a whole run consists of.
  mutating func run(_ work: @escaping @Sendable () async -> RunSummary) -> ExitStatus {
    finish(self.work(work))
  }

  /// Ends a run with a failure, unless it was being stopped anyway.
  mutating func fail(_ failure: SyncFailure) -> ExitStatus {
    finish(report(failure))
  }

  /// Tells of a failure; nil when the run was being stopped anyway.
  mutating func report(_ failure: SyncFailure) -> RunSummary? {
    if stop != nil { return nil }
    post(.failure(failure))
    return RunSummary(failure)
  }

  // MARK: Signals

  /// Takes in a signal; true when the process must leave at once.
  mutating func take(_ signal: Signal) -> Bool {
    switch signal {
    case .event(let event):
      handle(event)
    case .interrupt, .terminate, .hangup:
      return leave(signal)
    case .outputClosed(let stream):
      close(stream)
    case .suspend:
      show(signal)
      let stopped = clock.animation()
      console.suspend()
      clock.goOn(from: stopped)
      look()
      show(.resume)
    case .resize:
      console.measure()
      look()
      show(signal)
    case .resume:
      console.resume()
      look()
      show(signal)
    case .ended:
      break
    case .tick, .line, .key, .inputClosed, .bytes, .bytesEnded, .childEnded, .progressRequest:
      show(signal)
    }
    return mustLeave
  }

  /// The first time says so and lets the write under way finish; the second leaves at once.
  private mutating func leave(_ signal: Signal) -> Bool {
    if case .signal = stop { return true }
    stop = signal.wishToLeave.map { .signal($0) }
    show(signal)
    return false
  }

  mutating func handle(_ event: SyncEvent) {
    state.apply(event)
    show(.event(event))
  }

  // MARK: The end

  /// Ends the run: says the last words and stays until the face has shown them.
  ///
  /// - Parameter report: what the run came to; nil when it was given up.
  mutating func finish(_ report: RunSummary?) -> ExitStatus {
    let report = report ?? RunSummary(outcome: .interrupted, exit: .failed, counts: Counts())
    var outcome = report.outcome
    switch stop {
    case .signal: outcome = .interrupted
    case .timeout where report.outcome == .ok || report.outcome == .partial:
      // It made it after all, while it was being stopped.
      stop = nil
    case .timeout(let limit):
      post(.failure(.timeout(.run(limit))))
      outcome = .failed
    case .failure(let failure):
      post(.failure(failure))
      outcome = .failed
    case .outputClosed, .outputTrouble, nil: break
    }
    let exit = stop?.exit ?? report.exit
    post(.summary(report.ending(outcome, exit)))
    stay()
    lastRun?.end(isWorthKeeping: state.isWorthReplaying)
    return stop?.exit ?? exit
  }

  /// Stays until the face has shown the last words.
  mutating func stay() {
    show(.ended)
    while !face.isDone(context), !muted.contains(.standardOutput) {
      // The work is done: it is too late to stop it.
      for signal in next(until: wakeUp)
      where signal.wishToLeave == nil {
        _ = take(signal)
      }
    }
  }

  // MARK: Showing

  /// When the face or a record wants a tick, by the time of the animation.
  var wakeUp: Moment? {
    [face.nextFrame(state, context), nextWord.flatMap(clock.animation(of:))].compactMap { $0 }.min()
  }

  /// When the face or a record has something to say by itself, by the time of the run.
  var nextWord: Moment? {
    var first = face.wakeUp(state, context)
    for recorder in recorders {
      first = [first, recorder.wakeUp(state, context)].compactMap { $0 }.min()
    }
    return first
  }

  /// Shows a signal, and records it.
  mutating func show(_ signal: Signal) {
    state.readGauges()
    write(face.step(signal, state, context))
    if recorders.isEmpty { return }
    var failed: [(recorder: Recorder, error: FileError)] = []
    for index in recorders.indices {
      do throws(FileError) {
        try recorders[index].step(signal, state, context)
      } catch {
        failed.append((recorders[index], error))
      }
    }
    if failed.isEmpty { return }
    recorders.removeAll { recorder in failed.contains { $0.recorder.purpose == recorder.purpose } }
    for failure in failed where failure.recorder.purpose == .asked {
      post(.warning(.recordLost(path: DisplayText(failure.error.path), failure.error.reason)))
    }
  }

  /// Also keeps the events in a file.
  ///
  /// - Throws: `storage` when it cannot be written.
  mutating func record(_ recorder: Recorder) throws(SyncFailure) {
    var recorder = recorder
    do throws(FileError) {
      try recorder.begin(context)
    } catch {
      throw SyncFailure(error)
    }
    recorders.append(recorder)
  }

  /// Keeps the events as the last run of the state folder, as far as that can be done.
  mutating func recordLastRun(_ lastRun: LastRun, face: any Face) {
    guard let file = lastRun.open() else { return }
    self.lastRun = lastRun
    try? record(Recorder(.lastRun, face: face, file: file))
  }

  mutating func write(_ chunks: [Chunk]) {
    for chunk in chunks where !muted.contains(chunk.stream) {
      do throws(OutputFailure) {
        try console.output.write(chunk.bytes, to: chunk.stream)
      } catch {
        switch error {
        case .closed: close(chunk.stream)
        case .trouble(let reason): complain(chunk.stream, reason)
        case .interrupted:
          // A reader that sleeps was given up: by a second Ctrl-C, or by the run's own limit.
          stop = stop ?? console.wishToLeave().map { .signal($0) } ?? limit.map { .timeout($0) }
          mustLeave = true
        }
      }
    }
  }

  private mutating func close(_ stream: OutputStream) {
    guard muted.insert(stream).inserted, stream == .standardOutput else { return }
    stop = stop ?? .outputClosed
  }

  /// Standard output cannot be written: one line says so where it can.
  private mutating func complain(_ stream: OutputStream, _ reason: StorageTrouble.Reason) {
    guard muted.insert(stream).inserted, stream == .standardOutput else { return }
    stop = stop ?? .outputTrouble(reason)
    write([TroubleLines.unwritableOutput(reason)])
  }
}
