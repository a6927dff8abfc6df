// Runs a renderer with manual time, as the loop does.

import Reporting
import Model

/// A renderer with its state; time passes only when the test says so.
struct Show {
  var renderer: any Renderer
  var state: RunState
  /// Everything written so far.
  var out: [UInt8] = []
  var err: [UInt8] = []
  /// Everything written, in order, on both streams.
  var chunks: [Chunk] = []
  /// Each write on standard output with its time.
  var writes: [(at: Int, bytes: [UInt8])] = []
  var columns = 80
  var rows = 24
  var isForeground = true
  /// The number of chunks once the first prompt to retry was made; nil if none was.
  private(set) var panelEnd: Int?
  /// The prompt to retry; nil for none.
  var retryPrompt: RetryPrompt?
  private(set) var milliseconds = 0

  /// The default wall clock at the beginning: 2026-11-20T06:00:00Z.
  static let dawn = Timestamp(seconds: 1_795_154_400)

  /// The wall clock at the beginning of this run.
  private let start: Timestamp

  init(_ renderer: any Renderer, start: Timestamp = Show.dawn, columns: Int = 80, rows: Int = 24) {
    self.renderer = renderer
    (self.columns, self.rows) = (columns, rows)
    self.start = start
    state = RunState(started: Moment(nanoseconds: 0))
    take(self.renderer.begin(view))
  }

  var view: RunView {
    let now = Now(
      moment: Moment(nanoseconds: Int64(milliseconds) * 1_000_000),
      wall: Timestamp(seconds: start.seconds + Int64(milliseconds / 1000)))
    return RunView(
      state, now: now, columns: columns, rows: rows, isForeground: isForeground,
      retryPrompt: retryPrompt)
  }

  /// Lets time pass, with the ticks that the renderer asks for.
  mutating func wait(_ length: Int) {
    let end = milliseconds + length
    while let wake = wakeUp {
      let due = Int(((wake - Moment(nanoseconds: 0)).nanoseconds + 999_999) / 1_000_000)
      guard due <= end else { break }
      precondition(due > milliseconds || wake.nanoseconds <= Int64(milliseconds) * 1_000_000)
      milliseconds = max(milliseconds, due)
      signal(.tick)
    }
    milliseconds = end
  }

  /// Lets time pass without a tick, as a busy loop does.
  mutating func pass(_ length: Int) {
    milliseconds += length
  }

  private var wakeUp: Moment? {
    [renderer.wakeUp(view), renderer.nextFrame(view)].compactMap { $0 }.min()
  }

  mutating func post(_ kind: SyncEvent.Kind, received: Received? = nil) {
    let event = SyncEvent(at: view.now.moment, kind: kind, received: received)
    state.apply(event)
    state.readGauges(at: view.now.moment)
    take(renderer.step(.event(event), view))
  }

  /// Work of the first stage begins.
  mutating func work(
    _ source: Source?, _ unit: Work.Unit?, of total: Int? = nil, weight: Double = 0.33,
    name: DisplayText? = nil
  ) -> Gauge {
    let gauge = Gauge()
    if let total { gauge.expect(total) }
    post(
      .work(
        Work(
          stage: .routine, weight: weight, source: source, unit: unit, name: name, gauge: gauge)))
    return gauge
  }

  /// The line of a wrapped command that has not ended; nil for none.
  mutating func open(_ text: DisplayText?, isRedrawn: Bool = false) {
    state.child.openLine = text.map { OpenLine(text: $0, isRedrawn: isRedrawn) }
    state.child.rows = OpenRows()
    guard let text else { return }
    let end = text.description.count
    let parts = stride(from: 0, to: end, by: columns).map {
      DisplayText(String(text.description.dropFirst($0).prefix(columns)))
    }
    state.child.rows = OpenRows(
      lines: parts.map { LogLine(stream: .standardOutput, text: $0) },
      cursor: OpenCursor(up: 1, column: end % columns))
  }

  /// A wrapped command exits.
  mutating func exit(_ exit: ExitStatus, isCut: Bool = false) {
    post(
      .summary(
        RunSummary(outcome: exit == .ok ? .ok : .failed, exit: exit, counts: nil, isCut: isCut)))
  }

  /// A line of a wrapped command.
  mutating func line(_ text: DisplayText, _ stream: OutputStream = .standardOutput) {
    output(.line(LogLine(stream: stream, text: text)))
  }

  /// A change of a wrapped command's lines.
  mutating func output(_ change: OutputChange) {
    state.apply(change)
    signal(.output(change))
  }

  /// - Parameter produce: runs after the gauges were read and before the renderer draws, as a
  ///   producer on another thread may.
  mutating func signal(_ signal: Signal, producing produce: () -> Void = {}) {
    state.readGauges(at: view.now.moment)
    produce()
    take(renderer.step(signal, view))
  }

  /// Ends the run with a summary, and waits until the renderer is done.
  mutating func end(_ outcome: RunSummary.Outcome = .ok, _ counts: Counts = Counts()) {
    let exit: ExitStatus = outcome == .ok ? .ok : outcome == .partial ? .partial : .failed
    post(.summary(RunSummary(outcome: outcome, exit: exit, counts: counts)))
    leave()
  }

  /// Ends the run after its summary, and waits until the renderer is done.
  mutating func leave() {
    signal(.ended)
    var patience = 0
    while !renderer.isDone, patience < 300 {
      wait(10)
      patience += 1
    }
  }

  /// Begins a sync of these sources.
  mutating func start(
    _ sources: [Source] = [.strava], dryRun: Bool = false, sample: Bool = false,
    command: String = "sync", attempt: Int = 1
  ) {
    post(
      .runStarted(
        RunStart(
          id: "0123456789abcdef", subject: RunSubject(command: command), arguments: [],
          scope: RunStart.Scope(
            dryRun: dryRun, sample: sample, sources: sources,
            store: "/home/jo/.local/share/velo-sync"),
          attempt: attempt)))
  }

  /// A wrap of a command begins.
  mutating func wrap(_ command: [DisplayText] = ["/usr/bin/make", "-j"]) {
    post(
      .runStarted(
        RunStart(
          id: "0123456789abcdef", subject: .wrap(WrappedProgram(command.map(\.description))),
          arguments: ["wrap", "--"] + command, scope: nil)))
  }

  /// The run has failed and waits for a key.
  mutating func propose(
    _ retryOption: RetryOption, outcome: RunSummary.Outcome = .failed, _ counts: Counts = Counts()
  ) {
    let exit: ExitStatus = outcome == .partial ? .partial : .failed
    retryPrompt = RetryPrompt(
      retryOption: retryOption, summary: RunSummary(outcome: outcome, exit: exit, counts: counts),
      at: view.now.moment)
    signal(.retryPrompted)
    // What the line shows before the panel.
    let latest = milliseconds + 1100
    while let wake = renderer.wakeUp(view), milliseconds < latest {
      wait(max(1, Int((wake - Moment(nanoseconds: 0)).milliseconds) + 1 - milliseconds))
    }
    panelEnd = panelEnd ?? chunks.count
  }

  private mutating func take(_ chunks: [Chunk]) {
    self.chunks += chunks
    for chunk in chunks {
      switch chunk.stream {
      case .standardOutput:
        out += chunk.bytes
        writes.append((milliseconds, chunk.bytes))
      case .standardError: err += chunk.bytes
      }
    }
  }

  /// Lines of standard output.
  var lines: [String] { Show.lines(out) }
  /// Lines of standard error.
  var errors: [String] { Show.lines(err) }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
  }
}

/// The messages of the tests: UTC, and Jo's home folder.
let messages = Messages(clock: .utc, home: "/home/jo")

func counts(new: Int = 0, changed: Int = 0, unchanged: Int = 0, deleted: Int = 0, nights: Int = 0)
  -> Counts
{
  var counts = Counts()
  (counts.new, counts.changed, counts.unchanged) = (new, changed, unchanged)
  (counts.deleted, counts.daysNew) = (deleted, nights)
  return counts
}

/// A source is done.
func finished(
  _ source: Source, _ outcome: SourceOutcome = .ok, _ counts: Counts = Counts()
) -> SyncEvent.Kind {
  .sourceFinished(SourceResult(source: source, outcome: outcome, counts: counts))
}

/// A request of Strava's.
func request(
  _ url: DisplayText = "https://example.com/a", status: Int? = 200, bytes: Int? = 12_345,
  attempt: Int = 1, began: Moment? = nil, duration: Duration = .milliseconds(200),
  trouble: TransportFailure? = nil
) -> SyncEvent.Kind {
  .request(
    RequestTrace(
      source: .strava, method: "GET", url: url, status: status, bytes: bytes, attempt: attempt,
      duration: duration, began: began, failure: trouble))
}

/// What is known of a source.
func report(
  _ source: Source, _ state: SourceReport.State, athlete: DisplayText? = nil,
  lastSync: Timestamp? = nil, lastError: String? = nil, activities: Int = 0, days: Int = 0
) -> SyncEvent.Kind {
  .source(
    SourceReport(
      source: source, state: state, athlete: athlete, lastSync: lastSync, lastError: lastError,
      activities: activities, days: days))
}

func score(_ kind: ScoreKind, _ value: Int?, _ band: Band?, day: Int = 0, cached: Bool = false)
  -> SyncEvent.Kind
{
  let today = Day(of: Show.dawn)
  return .score(
    ScoreReport(
      kind: kind,
      score: Score(
        value: value, band: band, inputsUsed: value == nil ? 0 : 3, inputsTotal: 3,
        reason: value == nil ? .noSleepData : nil),
      date: today.advanced(by: day), cached: cached))
}
