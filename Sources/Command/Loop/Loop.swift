// The loop that owns every effect: signals in, bytes out.

import Model
import Platform
import Reporting
import Terminal

extension RunSummary {
  /// Success, with nothing counted.
  static let ok = RunSummary(outcome: .ok, exit: .ok, counts: Counts())

  /// The summary of a run that failed.
  init(_ failure: SyncFailure) {
    self.init(outcome: .failed, exit: ExitStatus(failure), counts: Counts())
  }
}

/// Runs on one thread, which sleeps while nothing happens.
struct Loop {
  /// How long work may take to stop after the first Ctrl-C.
  private static let grace = Duration.seconds(5)
  /// After a stop of our own, the signal that ended it arrives within this time.
  private static let resumeDelay = Duration.milliseconds(500)

  let console: Console
  let clock: RunClock
  let inbox: Inbox
  var waiting: any Waiting
  var renderer: any Renderer
  /// What the renderer sees: the run, and the clocks and the window as of the last wake-up.
  var view: RunView
  /// Whether a person is typing on the line of the live block.
  var isAsking = false { didSet { refreshView() } }
  var stop: StopReason?
  var recorders: [Recorder] = []
  var lastRun: LastRun?
  /// What is said after the start of a run that cannot be recorded as the last one.
  var unrecorded: SyncEvent.Kind?
  var brokenOutputs: Set<OutputStream> = []
  /// What is written together; nil while everything is written at once.
  var pendingWrites: [(stream: OutputStream, bytes: [UInt8])]?
  /// `--timeout`.
  var limit: Duration?
  /// Until when a signal to go on is that of the last stop of our own, after which the block was
  /// drawn already.
  private var resumedUntil = Moment(nanoseconds: 0)
  /// Set when the wait for a reader was abandoned: the process must not wait for anything more.
  var exitWithoutFlushing = false

  init(console: Console, clock: RunClock, renderer: any Renderer, began: Moment) {
    (self.console, self.clock, self.renderer) = (console, clock, renderer)
    inbox = Inbox(time: clock, wake: console.wake)
    waiting = console.waiting(for: inbox)
    view = RunView(RunState(started: began), now: clock.now())
    refreshView()
  }

  /// Where the work posts its events.
  var events: any EventSink { inbox }

  /// Begins another run, with another renderer if it needs one.
  mutating func begin(_ renderer: (any Renderer)?, at started: Moment) {
    view.state = RunState(started: started)
    if let renderer { self.renderer = renderer }
    refreshView()
  }

  /// Writes the first bytes.
  mutating func begin() { write(renderer.begin(view)) }

  /// Posts an event of the main thread.
  mutating func post(_ kind: SyncEvent.Kind) {
    let event = SyncEvent(at: clock.moment(), kind: kind)
    refreshView()
    handle(event)
  }

  // MARK: Waiting

  /// Sleeps until something happens or `deadline` passes. Times are those of the animation: the
  /// machine's, minus the time a person held up.
  mutating func next(until deadline: Moment?) -> [Signal] {
    let signals = waiting.next(until: deadline)
    look()
    return signals
  }

  /// Sleeps until something happens, `deadline` passes, or the renderer or a recording needs a
  /// tick.
  mutating func nextOrTick(until deadline: Moment?) -> [Signal] {
    next(until: earlier(deadline, wakeUp))
  }

  /// Reads the clocks and the window.
  mutating func refreshView() {
    (view.columns, view.rows) = (console.capabilities.blockColumns, console.capabilities.rows)
    look()
  }

  /// Reads the clocks, and looks who has the terminal.
  private mutating func look() {
    console.refresh(&view, isAsking: isAsking || view.state.child.hasScreen)
  }

  // MARK: Work

  /// Runs work in a task and shows its events until it ends. nil when it was abandoned: then only
  /// `finish` is left to do.
  ///
  /// - Parameter timeout: when to give up, counted from the beginning of the run.
  mutating func work<Outcome: Sendable>(
    timeout: Duration? = nil, _ work: @escaping @Sendable () async -> Outcome
  ) -> Outcome? {
    if stop != nil { return nil }
    do throws(SyncFailure) {
      try TaskExecutorThreads.shared.start()
    } catch {
      stop = .failure(error)
      return nil
    }
    let (inbox, delivery) = (inbox, Delivery<Outcome>())
    let task = Task.detached(executorPreference: TaskExecutorThreads.shared) {
      await CurrentWork.$executor.withValue(TaskExecutorThreads.shared) {
        delivery.put(await work())
      }
      inbox.end()
    }
    limit = timeout
    let end = timeout.map { view.state.started + $0 }
    var grace: Moment?
    while true {
      var isEnded = false
      for signal in nextOrTick(until: earlier(grace, stop == nil ? end : nil)) {
        if dispatch(signal) { return nil }
        if case .ended = signal { isEnded = true }
      }
      if exitWithoutFlushing { return nil }
      if isEnded { return delivery.take() }
      let now = clock.animation()
      if let grace, now >= grace { return nil }
      if let limit, let end, stop == nil, now >= end { stop = .timeout(limit) }
      if stop != nil, grace == nil {
        task.cancel()
        grace = now + Self.grace
      }
    }
  }

  /// Runs the work of a whole run, and reports what it throws, unless it was interrupted.
  mutating func runReporting(
    _ work: @escaping @Sendable () async throws(SyncFailure) -> RunSummary
  ) -> ExitStatus {
    let events = events
    let summary = self.work { () async -> RunSummary in
      do throws(SyncFailure) {
        return try await work()
      } catch {
        if error != .interrupted { events.post(.failure(error)) }
        return RunSummary(error)
      }
    }
    return finish(summary)
  }

  /// Ends a run with a failure, unless it is being stopped already.
  mutating func fail(_ failure: SyncFailure) -> ExitStatus { finish(report(failure)) }

  /// Posts a failure; nil when the run is being stopped already.
  mutating func report(_ failure: SyncFailure) -> RunSummary? {
    if stop != nil { return nil }
    post(.failure(failure))
    return RunSummary(failure)
  }

  // MARK: Signals

  /// Handles a signal; true when the process must leave at once.
  mutating func dispatch(_ signal: Signal) -> Bool {
    switch signal {
    case .event(let event): handle(event)
    case .interrupt, .terminate, .hangup: return requestStop(signal)
    case .outputClosed(let stream): close(stream)
    case .suspend:
      show(signal)
      let stopped = clock.animation()
      console.suspend()
      clock.resume(from: stopped)
      refreshView()
      resumedUntil = view.animation + Self.resumeDelay
      show(.resume)
    case .resize:
      console.measure()
      refreshView()
      show(signal)
    case .resume:
      console.resume()
      refreshView()
      if view.animation >= resumedUntil { show(signal) }
    case .ended, .retryPrompted: break
    case .output, .tick, .line, .key, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded,
      .progressRequest:
      show(signal)
    }
    return exitWithoutFlushing
  }

  /// The first signal lets the current write finish; the second leaves at once.
  private mutating func requestStop(_ signal: Signal) -> Bool {
    if case .signal = stop { return true }
    stop = signal.terminationNumber.map { .signal($0) }
    show(signal)
    return false
  }

  mutating func handle(_ event: SyncEvent) {
    view.state.apply(event)
    show(.event(event))
  }

  // MARK: The end

  /// Ends the run: posts the summary and waits until the renderer has shown it.
  ///
  /// - Parameter summary: that of the work; nil when it was abandoned.
  mutating func finish(_ summary: RunSummary?) -> ExitStatus {
    let summary = summary ?? RunSummary(outcome: .interrupted, exit: .failed, counts: Counts())
    var outcome = summary.outcome
    switch stop {
    case .signal: outcome = .interrupted
    case .timeout where summary.outcome == .ok || summary.outcome == .partial:
      // The work finished although it was being stopped.
      stop = nil
    case .timeout(let limit):
      post(.failure(.timeout(.run(limit))))
      outcome = .failed
    case .failure(let failure):
      post(.failure(failure))
      outcome = .failed
    case .outputClosed, .outputFailure, nil: break
    }
    let exit = stop?.exit ?? summary.exit
    post(.summary(summary.ending(outcome, exit)))
    waitForRenderer()
    lastRun?.end(isWorthKeeping: view.state.isWorthReplaying)
    return stop?.exit ?? exit
  }

  /// Waits until the renderer has shown everything.
  mutating func waitForRenderer() {
    show(.ended)
    while !renderer.isDone, !brokenOutputs.contains(.standardOutput) {
      // A signal ends what is left: showing it.
      for signal in next(until: wakeUp) { _ = dispatch(signal) }
    }
  }
}

/// Why a run is stopped early.
enum StopReason: Hashable, Sendable {
  /// SIGINT, SIGTERM or SIGHUP.
  case signal(Int32)
  /// `--timeout`.
  case timeout(Duration)
  /// Standard output has no reader any more.
  case outputClosed
  /// Standard output cannot be written.
  case outputFailure(StorageFailure.Reason)
  /// The work could not be started.
  case failure(SyncFailure)

  /// How the process ends.
  var exit: ExitStatus {
    switch self {
    case .signal(let number): .signal(number)
    case .timeout: .temporary
    // SIGPIPE, as for any other program that writes to a closed pipe.
    case .outputClosed: .signal(13)
    case .outputFailure: .storage
    case .failure(let failure): ExitStatus(failure)
    }
  }
}
