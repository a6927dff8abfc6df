// Plays the orders of a script: events, time, signals, and looks at what is shown.

import Codec
import Format
import Model
import Reporting
import Support
import Terminal
import Testing

/// A run under way, and how much of its output was shown.
struct Player {
  struct Fault: Error { let order: String }

  private(set) var show: Show
  private var renderer = ""
  private var gauges: [Gauge] = []
  private var screen = TestScreen()
  private var seen = (chunks: 0, writes: 0, counted: 0)

  init(_ show: Show) { self.show = show }

  /// A renderer and how it is set: "live columns=40 tips=0 theme", "plain heartbeat=60 journal".
  init(_ setting: String) throws {
    let words = setting.split(separator: " ").map(String.init)
    func number(_ name: String) -> Int? {
      words.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }
    func log(_ usual: Int) -> LogStyle {
      let heartbeat = words.contains("heartbeat=off") ? nil : number("heartbeat") ?? usual
      return LogStyle(
        heartbeat: heartbeat.map { .seconds($0) }, isVerbose: words.contains("verbose"),
        isJournal: words.contains("journal"))
    }
    switch words[0] {
    case "plain": show = plain(log(10))
    case "accessible": show = accessible(log(30))
    case "json":
      show = json(isQuiet: words.contains("quiet"), isVerbose: words.contains("verbose"))
    case "live":
      let style = LiveStyle(
        rule: words.contains("instant") ? .instant : PaceRule(),
        errorsAreHere: !words.contains("apart"), firstTip: number("tips"),
        rings: words.contains("bell"))
      show = live(
        palette: words.contains("theme") ? .theme : .colorless, style: style,
        columns: number("columns") ?? 80, rows: number("rows") ?? 24)
    default: throw Fault(order: setting)
    }
    renderer = words[0]
    show.columns = number("columns") ?? 80
    screen = TestScreen(columns: show.columns, rows: show.rows)
  }

  /// Does what an order says, and returns what is shown since the last one.
  mutating func perform(_ order: String) throws -> [String] {
    if let (_, count, rest) = order.wholeMatch(of: /(\d+)x (.*)/)?.output {
      let orders = rest.split(separator: ";").map { $0.drop { $0 == " " } }
      return try (1...(Int(count) ?? 1)).flatMap { number in
        try orders.flatMap { try perform(String($0).replacing("#", with: "\(number)")) }
      }
    }
    let words = order.split(separator: " ").map { String($0).replacing("␣", with: " ") }
    let text = DisplayText(String(order.dropFirst(words[0].count + 1)).replacing("␣", with: " "))
    if let looked = try look(words) { return shown() + looked }
    let start = show.milliseconds
    if try !passTime(words), try !runOrder(words), try !childOrder(words, text) {
      show.post(try ownEvent(words) ?? event(words))
    }
    return shown(since: start)
  }

  // MARK: Looking

  /// What was written: the lines of a log, in a wait with their times; of the live renderer those
  /// of standard error alone.
  mutating func shown(since start: Int? = nil) -> [String] {
    var lines: [String] = []
    for chunk in show.chunks[seen.chunks...] {
      let isError = chunk.stream == .standardError
      if !isError { seen.writes += 1 }
      if renderer == "live", !isError {
        screen.feed(chunk.bytes, translatingNewlines: true)
        expectEqual(screen.unknown, [])
        continue
      }
      if renderer == "json" {
        let faults = try? Schema.validator.get().faults(in: chunk.bytes.dropLast())
        expectEqual(faults ?? ["no schema"], [])
      }
      let at = show.writes.isEmpty ? 0 : show.writes[max(0, seen.writes - 1)].at
      let time = start.map { !isError && at > $0 } == true ? "\(Double(at) / 1000) s: " : ""
      lines += String(decoding: chunk.bytes, as: UTF8.self).split(separator: "\n").map {
        time + (isError ? "stderr: " : "") + $0
      }
    }
    seen.chunks = show.chunks.count
    return lines
  }

  /// - Returns: nil for an order that is no look.
  private mutating func look(_ words: [String]) throws -> [String]? {
    switch words[0] {
    case "screen", "row":
      let lines = screen.visibleLines
      let row = words.count > 1 ? Int(words[1]) ?? 0 : 0
      return words[0] == "screen"
        ? lines.isEmpty ? ["nothing"] : lines
        : [lines.indices.contains(row) ? lines[row] : "nothing"]
    case "transcript": return screen.transcript
    case "cursor": return ["row \(screen.cursor.row), column \(screen.cursor.column)"]
    case "styles":
      return screen.runs(inRow: Int(words[1]) ?? 0).filter { $0.text.contains { $0 != " " } }
        .map { "\($0.style) \($0.text)" }
    case "bells": return ["\(show.out.count { $0 == 0x07 })"]
    case "now": return ["\(show.milliseconds) ms"]
    case "when":
      let times = show.writes.filter {
        String(decoding: $0.bytes, as: UTF8.self).contains(words[1])
      }.map { "\($0.at) ms" }
      return [times.isEmpty ? "never" : times.joined(separator: ", ")]
    case "next":
      let next = show.renderer.nextFrame(show.view)
      return [next.map { "in \(($0 - show.view.now.moment).milliseconds) ms" } ?? "no frame"]
    case "film": return film
    case "writes":
      defer { seen.counted = show.writes.count }
      return ["\(show.writes.count - seen.counted)"]
    default: return nil
    }
  }

  /// The bar in every write, where it differs from the one before: its marks and its percentage.
  private var film: [String] {
    var terminal = TestScreen(columns: show.columns, rows: show.rows)
    var bars: [String] = []
    for write in show.writes {
      terminal.feed(write.bytes, translatingNewlines: true)
      guard let bar = terminal.visibleLines.first(where: { $0.hasSuffix(" %") }) else { continue }
      let percent = bar.split(separator: " ").suffix(2).joined(separator: " ")
      let text = bar.filter { "○◐●".contains($0) } + " " + percent
      if text != bars.last { bars.append(text) }
    }
    return bars
  }

  // MARK: Orders

  /// `wait` with the ticks that the renderer asks for, `pass` without; signals; the window.
  private mutating func passTime(_ words: [String]) throws -> Bool {
    let signals: [String: Signal] = [
      "resize": .resize, "tick": .tick, "interrupt": .interrupt, "terminate": .terminate,
      "resume": .resume, "ask": .progressRequest, "ended": .ended,
    ]
    switch words[0] {
    case "wait": show.wait(Int(words[1]) ?? 0)
    case "pass": show.pass(Int(words[1]) ?? 0)
    case "columns":
      show.columns = Int(words[1]) ?? 0
      screen.resize(columns: show.columns, rows: show.rows)
    case "background", "foreground": show.isForeground = words[0] == "foreground"
    case "type": show.signal(.line(words.dropFirst().joined(separator: " ")))
    default:
      guard let signal = signals[words[0]] else { return false }
      show.signal(signal)
    }
    return true
  }

  /// How a run begins, works and ends.
  private mutating func runOrder(_ words: [String]) throws -> Bool {
    let sources = words.dropFirst().compactMap { Source(rawValue: $0) }
    let outcome = words.dropFirst().compactMap { RunSummary.Outcome(rawValue: $0) }.first
    func value(_ name: String) -> String? {
      words.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    func number(_ name: String) -> Int? { value(name).flatMap { Int($0) } }
    var counts = counts(
      new: number("new") ?? 0, changed: number("changed") ?? 0, unchanged: number("unchanged") ?? 0,
      deleted: number("deleted") ?? 0, nights: number("nights") ?? 0)
    counts.daysWithoutNight = number("weighings") ?? 0
    if ["start", "work", "finished", "propose", "end"].contains(words[0]) { try check(words) }
    switch words[0] {
    case "start":
      show.retryPrompt = nil
      show.start(
        sources.isEmpty && !words.contains("-") ? [.strava] : sources,
        dryRun: words.contains("dry_run"),
        sample: words.contains("sample"), command: value("command") ?? "sync",
        attempt: number("attempt") ?? 1)
    case "downloading":
      gauges.append(
        ReportingTests.downloading(
          &show, done: Int(words[1]) ?? 0, of: words.count > 2 ? Int(words[2]) : nil))
    case "work":
      gauges.append(
        show.work(
          Source(rawValue: words[1]), Work.Unit(rawValue: words[2]), of: number("total"),
          weight: value("weight").flatMap { Double($0) } ?? 0.33,
          name: value("name").map { DisplayText($0) }))
      if let stage = value("share").flatMap({ Stage(rawValue: $0) }) {
        let gauge = gauges[gauges.count - 1]
        show.post(.work(Work(stage: stage, weight: 0.33, source: nil, unit: nil, gauge: gauge)))
      }
    case "done": gauges[gauges.count - 1].set(Int(words[1]) ?? 0)
    case "finish": gauges[gauges.count - 1].finish()
    case "finished":
      let result = words.dropFirst(2).compactMap { SourceOutcome(rawValue: $0) }.first
      for source in sources { show.post(ReportingTests.finished(source, result ?? .ok, counts)) }
    case "as":
      let name = words.dropFirst().joined(separator: " ")
      try #require(GalleryScene.written("parts").first { $0.name == name }).play(&show)
    case "season":
      let chart = try #require(Chart(rawValue: words[1]))
      for series in Season.series(chart, days: Int(words[2])) { show.post(.chart(series)) }
    case "propose":
      let option = words.contains("sign_in") ? RetryOption.signIn(.strava) : .retry
      show.propose(option, outcome: outcome ?? .failed, counts)
    case "end": show.end(outcome ?? .ok, counts)
    case "leave": show.leave()
    default: return false
    }
    return true
  }

  /// - Throws: a word that no order knows.
  private func check(_ words: [String]) throws {
    for word in words.dropFirst() where !word.contains("=") {
      let isKnown =
        Source(rawValue: word) != nil || Work.Unit(rawValue: word) != nil
        || RunSummary.Outcome(rawValue: word) != nil || SourceOutcome(rawValue: word) != nil
        || ["-", "dry_run", "sample", "retry", "sign_in"].contains(word)
      if !isKnown { throw Fault(order: words.joined(separator: " ")) }
    }
  }

  /// A wrapped command: its lines, what it writes to its pipe, and its end.
  private mutating func childOrder(_ words: [String], _ text: DisplayText) throws -> Bool {
    if words[0].hasPrefix("{") || words[0] == "recorded" {
      let isRecorded = words[0] == "recorded"
      let event = try read(
        words.dropFirst(isRecorded ? 1 : 0).joined(separator: " "), isRecorded: isRecorded)
      show.post(event.kind, received: event.received)
      return true
    }
    switch words[0] {
    case "wrap":
      words.count > 1 ? show.wrap(words.dropFirst().map { DisplayText($0) }) : show.wrap()
    case "line": show.line(text)
    case "error_line": show.line(text, .standardError)
    case "open", "redraw": show.open(text, isRedrawn: words[0] == "redraw")
    case "close": show.open(nil)
    case "exit":
      let number = Int32(words[1].drop { !$0.isNumber }) ?? 0
      show.exit(
        words[1].hasPrefix("signal:") ? .signal(number) : ExitStatus(code: number),
        isCut: words.contains("cut"))
    default: return false
    }
    return true
  }

  // MARK: Events

  /// What the stream does not say, or not as the run itself does.
  private func ownEvent(_ words: [String]) throws -> SyncEvent.Kind? {
    switch words[0] {
    case "fail": return .failure(try failure(words))
    case "note":
      let notices = EveryCase.notices.filter { $0.code == words[1] }
      return .notice(try first(of: notices, words) { messages.text($0) })
    case "warn":
      let warnings = EveryCase.warnings.filter { $0.code == words[1] }
      return .warning(try first(of: warnings, words) { messages.text($0) })
    case "loads_recomputed": return .notice(.loadsRecomputed(count: Int(words[1]) ?? 0))
    case "sync_running":
      let status = SyncStatus.contactingIntegrations(sources: [.strava], unavailable: [])
      return .notice(.syncRunning(since: Show.dawn, status))
    case "outdated":
      return .warning(.outdated(age: .seconds(86_400), limit: .seconds(3600), isConnected: true))
    case "suggest":
      let ends = words.dropFirst().compactMap { Int($0) }
      return .prep(suggestion(ends.count == 2 ? ends[0]...ends[1] : nil))
    case "curve":
      let values = words[1].split(separator: ",").map { Double($0) }
      let days = values.enumerated().map { index, fitness in
        let date = Day(of: Show.dawn).advanced(by: (index + 1 - values.count) * 6)
        return FitnessDay(date: date, load: nil, fitness: fitness, fatigue: 1, form: 1)
      }
      return .fitness(FitnessReport(day: days[days.count - 1], history: days))
    case "signed_in": return report(.strava, .connected, athlete: DisplayText(words[2]))
    case "cut_request": return request(status: nil, bytes: nil, attempt: 2, trouble: .cut)
    case "event":
      return try known(words.dropFirst().joined(separator: " "))
    default: return nil
    }
  }

  /// Today's prep plan without health data and without an FTP.
  private func suggestion(_ range: ClosedRange<Int>?) -> PrepSheet {
    let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData)
    return PrepSheet(
      scores: ScoreDay(date: Day(of: Show.dawn), recovery: none, sleep: none, strain: none),
      zones: [], ftpWatts: nil,
      suggestedStrain: SuggestedStrain(
        range: range, loads: nil, reason: range == nil ? .noRecovery : nil))
  }

  /// The first whose text has the words after its code.
  private func first<Value>(
    of values: [Value], _ words: [String], _ text: (Value) -> DisplayText
  ) throws -> Value {
    let phrase = words.dropFirst(2).joined(separator: " ")
    let value = values.first { phrase.isEmpty || text($0).description.contains(phrase) }
    guard let value else { throw Fault(order: words.joined(separator: " ")) }
    return value
  }

  /// Of a source, or one of those that the golden of all messages has.
  private func failure(_ words: [String]) throws -> SyncFailure {
    let source = words.count > 2 ? Source(rawValue: words[2]) : nil
    return switch (words[1], source) {
    case ("network", let source?): .network(source)
    case ("server", let source?): .server(source)
    case ("auth", let source?): .auth(source)
    case ("bad_reply", let source?): .badReply(source)
    case ("timeout", let source?): .timeout(.answer(source))
    case ("bad_input", _) where words.count > 3:
      .badInput(file: DisplayText(words[2]), line: Int(words[3]))
    default:
      try first(of: EveryCase.failures.filter { $0.code == words[1] }, words) {
        messages.message($0)
      }
    }
  }

  /// The members whose names may be left out.
  private static let usual = [
    "summary": ["outcome"],
    "status": ["status", "source", "count"], "stage_started": ["stage"], "activity": ["id"],
    "stage_finished": ["stage"], "score": ["score", "value", "band"],
    "source": ["source", "state"],
    "waiting": ["reason", "source", "seconds"], "progress": ["done", "total"],
    "sign_in": ["source", "url"], "request": ["source", "method", "url"],
  ]

  /// An event in the words of `emit`: "score sleep 71 good cached=true"; `-` for no value.
  func event(_ words: [String]) throws -> SyncEvent.Kind {
    let type = words[0]
    var members = ["type": type]
    if type == "score" { (members["inputs_used"], members["inputs_total"]) = ("3", "3") }
    for (index, word) in words.dropFirst().enumerated() where word != "-" {
      let names = Self.usual[type] ?? []
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, !parts[0].contains("/") {
        members[String(parts[0])] = String(parts[1])
      } else if names.indices.contains(index) {
        members[names[index]] = word
      } else {
        throw Fault(order: words.joined(separator: " "))
      }
    }
    let line = members.sorted { $0.key < $1.key }.map { name, value in
      let isJSON = value.wholeMatch(of: /["\[{].*|-?[0-9.]+|true|false|null/) != nil
      return "\"\(name)\":" + (isJSON ? value : "\"\(value)\"")
    }
    return try known("{\(line.joined(separator: ","))}")
  }

  private func known(_ line: String) throws -> SyncEvent.Kind {
    let event = try read(line, isRecorded: true)
    if case .foreign = event.kind { throw Fault(order: line) }
    return event.kind
  }

  private func read(_ line: String, isRecorded: Bool) throws -> EventLine {
    var reader = EventReader(keepsLines: true, isRecorded: isRecorded)
    let event = try Array(line.utf8).withUnsafeBufferPointer { (line) throws(EventError) in
      try reader.read(line, now: show.view.now.wall)
    }
    return event
  }
}
