// The one loop that owns every effect: signals in, bytes out.

import Reporting
import SyncModel
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

  private let console: Console
  private let time: any Time
  private let inbox: Inbox
  private var waiting: any Waiting
  private var face: any Face
  private var board: Board
  private var muted: Set<OutputStream> = []
  private var stop: Stop?
  /// What the work came to, kept back until the loop knows why it ended.
  private var report: RunSummary?
  /// `--timeout`.
  private var limit: Duration?
  /// Set when a sleeping reader was given up: the process must not wait for anything more.
  private var mustLeave = false

  init(console: Console, time: any Time, face: any Face, began: Moment) {
    self.console = console
    self.time = time
    self.face = face
    inbox = Inbox(time: time, wake: console.wake)
    waiting = console.waiting(for: inbox)
    board = Board(started: began)
  }

  /// Where the work posts what happens.
  var events: any EventSink { inbox }

  /// The first bytes, before anything else.
  mutating func begin() {
    write(face.begin(console.scene()))
  }

  /// Shows what the main thread itself has to say.
  mutating func post(_ kind: SyncEvent.Kind) {
    handle(SyncEvent(at: time.moment(), kind: kind))
  }

  /// Does the work in a task of its own and shows it until it is over.
  ///
  /// - Parameter timeout: when the work is given up.
  mutating func run(
    timeout: Duration? = nil, _ work: @escaping @Sendable () async -> RunSummary
  ) -> ExitStatus {
    if stop != nil { return conclude(nil) }
    let inbox = inbox
    let task = Task.detached {
      let report = await work()
      inbox.post(.summary(report))
      inbox.end(report.exit)
    }
    limit = timeout
    let end = timeout.map { board.started + $0 }
    var grace: Moment?
    while true {
      let scene = console.scene()
      let deadline = [face.wakeUp(board, scene), stop == nil ? end : nil, grace]
        .compactMap { $0 }.min()
      var isEnded = false
      for signal in waiting.next(until: deadline) {
        let before = stop
        if take(signal) { return conclude(nil) }
        if case .ended = signal { isEnded = true }
        if before == nil, stop != nil {
          task.cancel()
          grace = time.moment() + Self.grace
        }
      }
      if isEnded { return conclude(report) }
      let now = time.moment()
      if let grace, now >= grace { return conclude(nil) }
      if let limit, let end, stop == nil, now >= end {
        stop = .timeout(limit)
        task.cancel()
        grace = now + Self.grace
      }
    }
  }

  /// Ends a run that needed no work.
  mutating func finish(_ report: RunSummary) -> ExitStatus {
    conclude(report)
  }

  /// Ends a run with a failure, unless it was being stopped anyway.
  mutating func fail(_ failure: SyncFailure) -> ExitStatus {
    if stop != nil { return conclude(nil) }
    post(.failure(failure))
    return conclude(RunSummary(failure))
  }

  // MARK: Asking

  /// Says something to the person at the terminal, beside any face.
  mutating func say(_ lines: [DisplayText]) {
    write(lines.map { Chunk(.standardError, line: $0) })
  }

  /// Asks for a line, on standard error when a person is there, and waits for it. nil at the end of
  /// the input, or when the person wants to leave.
  mutating func ask(_ prompt: DisplayText, echo: Bool) -> String? {
    // What was posted before belongs above the question.
    for signal in inbox.drain() { _ = take(signal) }
    if console.isInputTerminal {
      write([Chunk(.standardError, Array("\(prompt.description) ".utf8))])
    }
    console.readLine(echo: echo)
    defer { console.stopReading() }
    var answer: String?
    var isOver = false
    while stop == nil, !isOver {
      for signal in waiting.next(until: nil) {
        switch signal {
        case .line(let line): (answer, isOver) = (line, true)
        case .inputClosed: isOver = true
        case .event, .ended, .tick, .key, .resize, .interrupt, .terminate, .hangup, .suspend,
          .resume, .outputClosed, .progressRequest:
          _ = take(signal)
        }
      }
    }
    return stop == nil ? answer : nil
  }

  // MARK: Signals

  /// Takes in a signal; true when the process must leave at once.
  private mutating func take(_ signal: Signal) -> Bool {
    switch signal {
    case .event(let event):
      if case .summary(let report) = event.kind {
        self.report = report
      } else {
        handle(event)
      }
    case .interrupt, .terminate, .hangup:
      return leave(signal)
    case .outputClosed(let stream):
      close(stream)
    case .suspend:
      write(face.step(signal, board, console.scene()))
      console.suspend()
      write(face.step(.resume, board, console.scene()))
    case .resize:
      console.measure()
      write(face.step(signal, board, console.scene()))
    case .resume:
      console.resume()
      write(face.step(signal, board, console.scene()))
    case .ended:
      break
    case .tick, .line, .key, .inputClosed, .progressRequest:
      board.readGauges()
      write(face.step(signal, board, console.scene()))
    }
    return mustLeave
  }

  /// The first time says so and lets the write under way finish; the second leaves at once.
  private mutating func leave(_ signal: Signal) -> Bool {
    if case .signal = stop { return true }
    stop = signal.wishToLeave.map { .signal($0) }
    write(face.step(signal, board, console.scene()))
    return false
  }

  private mutating func handle(_ event: SyncEvent) {
    board.apply(event)
    board.readGauges()
    write(face.step(.event(event), board, console.scene()))
  }

  // MARK: The end

  /// Says the last words and stays until the face has shown them.
  private mutating func conclude(_ report: RunSummary?) -> ExitStatus {
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
    case .outputClosed, .outputTrouble, nil: break
    }
    let exit = stop?.exit ?? report.exit
    post(.summary(RunSummary(outcome: outcome, exit: exit, counts: report.counts)))
    var scene = console.scene()
    write(face.step(.ended(exit), board, scene))
    while !face.isDone(scene), !muted.contains(.standardOutput) {
      // The work is done: it is too late to stop it.
      for signal in waiting.next(until: face.wakeUp(board, scene))
      where signal.wishToLeave == nil {
        _ = take(signal)
      }
      scene = console.scene()
    }
    return stop?.exit ?? exit
  }

  // MARK: Writing

  private mutating func write(_ chunks: [Chunk]) {
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
