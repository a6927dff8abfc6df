// A session at a terminal, as a text file has it: what a person types, and what they then see.

import CLibrary
import Support
import Testing

/// A command, a script `job` that it may run, and what happens:
///
///     # An answer is typed where it is asked for.
///     # ASK = "" | >&2
///     $ velo-sync wrap -- sh job
///     > printf 'Name: 'ASK; read name; echo "Hello $name"
///     | Name:▏
///     < jo⏎
///     [exit 0]
///     | Name: jo
///     | Hello jo
///     | ✓ sh…
///
/// `|` waits for a screen (`ScreenPattern`), and after the end states what is left; `<` types, with
/// `⏎` and `^C`. A name in capitals has each of its values in turn. `!` gives an order:
///
///     ! sent ^[[?25h        wait for these bytes; after the end, they have come
///     ! never hunter2       they have not, and are not in the recording either
///     ! kept earlier        a line that has left the window at its top
///     ! mark                the orders above are about bytes from here on
///     ! signal TERM         a signal to the program alone
///     ! stopped             wait for that; the terminal is then as it was before
///     ! fg, ! bg, ! tostop  as in a shell
///     ! echo off            whether typing shows
///     ! resize 60x30        the window has another size
///     ! go                  lets a script go on that waits by `read go < gate`
///     ! close               ends the input
///     ! open, ! paste       the page whose address is shown, and the address it leads to
///     ! at strava release   an order for `ServiceDesk`, also above the command; `at strava
///                           requests` means that there were none
///
/// Prose may have `# window: 60x12`, `# stdin: pipe`, `# variables: CI=1`, `# needs: less`, and
/// what `Preparation` knows.
struct TerminalSession: Sendable, CustomTestStringConvertible {
  private enum Step {
    case see(ScreenPattern)
    case type(String)
    case order([String])
    case end(Substring)
  }

  private let prose: [String]
  private var command = ""
  private var job: [String] = []
  /// The orders before the command starts.
  private var preparations: [[String]] = []
  private var steps: [Step] = []

  var testDescription: String { prose.first.map { String($0.dropFirst(2)) } ?? command }

  // MARK: Reading

  /// All sessions of a file, each with all values of its names.
  static func all(in text: String) -> [TerminalSession] {
    var sessions: [[Substring]] = []
    for line in text.split(separator: "\n") {
      let isProse = line.hasPrefix("#")
      if isProse, sessions.last?.last?.hasPrefix("#") != true { sessions.append([]) }
      if !sessions.isEmpty { sessions[sessions.count - 1].append(line) }
    }
    return sessions.flatMap(variants).map(TerminalSession.init)
  }

  /// A line `# NAME = one | other` makes two sessions, with `one` and `other` for the name.
  private static func variants(of lines: [Substring]) -> [[String]] {
    var variants = [lines.map(String.init)]
    for line in lines {
      guard let (_, name, values) = line.wholeMatch(of: /# ([A-Z]+) = (.*)/)?.output else {
        continue
      }
      let all = values.split(separator: " | ").map { $0 == "\"\"" ? "" : String($0) }
      variants = Tier.cases(all, quick: 2).flatMap { value in
        variants.map { lines in lines.map { $0.replacing(name, with: value) } }
      }
    }
    return variants
  }

  private init(_ lines: [String]) {
    prose = lines.filter { $0.hasPrefix("#") }
    var seen: [String] = []
    for line in lines + ["end"] {
      let text = line.dropFirst(2)
      if line.hasPrefix("|") {
        seen.append(String(text))
        continue
      }
      if !seen.isEmpty { steps.append(.see(ScreenPattern(seen))) }
      seen = []
      switch line.first {
      case "$": command = String(text)
      case ">": job.append(String(text))
      case "<": steps.append(.type(Self.keys(text)))
      case "!" where command.isEmpty: preparations.append(Self.words(text))
      case "!": steps.append(.order(Self.words(text)))
      case "[": steps.append(.end(line.dropFirst().dropLast()))
      default: break
      }
    }
  }

  /// Words between blanks, some of which are in quotes.
  private static func words(_ text: Substring) -> [String] {
    text.matches(of: /'([^']*)'|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
  }

  /// `⏎` is the Return key, `^C` Control-C, `^[` Escape and `^?` Backspace.
  private static func keys(_ text: some StringProtocol) -> String {
    var keys = ""
    var isControl = false
    for scalar in text.unicodeScalars {
      if isControl {
        keys.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value ^ 0x40)))
      } else if scalar != "^" {
        keys.unicodeScalars.append(scalar == "⏎" ? "\r" : scalar)
      }
      isControl = !isControl && scalar == "^"
    }
    return keys
  }

  // MARK: Running

  /// What a session has around its program, and how far it is.
  private struct Stage {
    let rider: Rider
    let desk: ServiceDesk
    let gate: CommandGate
    let running: RunningProgram
    let terminal: PseudoTerminal
    let window: Window
    /// The settings that the terminal has to have at the end.
    var modes: TerminalModes
    /// How many bytes had come at `! mark`.
    var mark = 0
    var result: ProgramResult?

    /// The bytes since the mark, as text.
    var sent: String {
      let bytes = result?.terminalBytes ?? running.received(.terminal)
      return String(decoding: bytes.dropFirst(mark), as: UTF8.self)
    }

    func screen(_ bytes: [UInt8]) -> TestScreen {
      EndToEndTests.screen(bytes, columns: window.columns, rows: window.rows)
    }
  }

  func run() throws {
    let preparation = Preparation(prose)
    for tool in preparation.words(after: "needs") where Program.find(tool) == nil {
      try Test.cancel("needs \(tool)")
    }
    let rider = try preparation.rider(at: Rider.now) { Rider.now }
    let desk = try ServiceDesk(rider)
    let gate = try CommandGate()
    try rider.home.write((job + [""]).joined(separator: "\n"), to: "job")
    try Disk.link(rider.home / "gate", to: gate.path)
    try desk.serve {
      for order in preparations { try expectEqual(desk.fulfil(order[1...]), "") }
      let program = try program(preparation, rider, desk)
      let running = try program.start()
      let terminal = try #require(running.terminal)
      var stage = Stage(
        rider: rider, desk: desk, gate: gate, running: running, terminal: terminal,
        window: program.window, modes: terminal.modesAtStart)
      for step in steps { try play(step, on: &stage) }
      expect(stage.result != nil, "\(testDescription) has no end")
    }
  }

  private func play(_ step: Step, on stage: inout Stage) throws {
    switch step {
    case .see(let pattern): try see(pattern, on: stage)
    case .type(let keys): stage.running.write(keys)
    case .order(let words): try follow(words[0], words[1...], on: &stage)
    case .end(let status):
      let result = try stage.running.wait()
      expectEqual(result.status, Self.status(status), "\(testDescription)")
      expectEqual(result.modesAfter, stage.modes, "\(testDescription)")
      expectEqual(stage.screen(result.terminalBytes).unfinished, [], "\(testDescription)")
      stage.result = result
    }
  }

  /// Waits for a screen; after the end it has to be there.
  private func see(_ pattern: ScreenPattern, on stage: Stage) throws {
    if let result = stage.result { return check(pattern, stage.screen(result.terminalBytes)) }
    do {
      try stage.running.wait(for: "the screen", on: .terminal) {
        pattern.describes(stage.screen($0))
      }
    } catch {
      check(pattern, stage.screen(stage.running.received(.terminal)))
      throw error
    }
  }

  private func check(_ pattern: ScreenPattern, _ shown: TestScreen) {
    if pattern.describes(shown) { return }
    Issue.record("\(testDescription)\nexpected:\n\(pattern)\nshown:\n\(shown.text)")
  }

  /// Obeys an order.
  private func follow(
    _ name: String, _ words: ArraySlice<String>, on stage: inout Stage
  ) throws {
    let (running, terminal) = (stage.running, stage.terminal)
    let value = words.joined(separator: " ")
    let bytes = Self.keys(value)
    switch name {
    case "sent" where stage.result == nil:
      try running.wait(for: bytes, on: .terminal, from: stage.mark)
    case "sent":
      expect(stage.sent.contains(bytes), "\(testDescription): \(value) in \(stage.sent)")
    case "never":
      let record = String(decoding: try Disk.read(stage.rider.lastRun) ?? [], as: UTF8.self)
      let all = stage.sent + record
      expect(!all.contains(bytes), "\(testDescription): \(value) in \(all)")
    case "kept":
      let lines = stage.screen(running.received(.terminal)).scrollback
      expect(lines.contains(value), "\(testDescription): \(lines)")
    case "mark": stage.mark = running.received(.terminal).count
    case "go": stage.gate.letGo()
    case "close": running.closeInput()
    case "signal": running.signal(try #require(Self.signals[value]))
    case "stopped":
      try running.waitUntilStopped()
      expectEqual(terminal.modes, stage.modes, "\(testDescription)")
    case "fg", "bg": running.resume(inBackground: name == "bg")
    case "tostop":
      terminal.stopBackgroundWriters()
      stage.modes = terminal.modes
    case "echo": expectEqual(terminal.modes.echoes, value == "on", "\(testDescription)")
    case "resize": terminal.resize(to: Self.window(value))
    case "open":
      let address = try running.shownURL(columns: stage.window.columns)
      _ = try stage.desk.fulfil(["browser", "open", address])
    case "paste": running.write(try stage.desk.fulfil(["browser", "address"]))
    case "at": try expectEqual(stage.desk.fulfil(words), "", "\(testDescription)")
    default: Issue.record("\(testDescription): \(name) is no order")
    }
  }

  private static let signals = [
    "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT, "ABRT": SIGABRT, "KILL": SIGKILL,
    "SEGV": SIGSEGV, "TERM": SIGTERM, "TSTP": SIGTSTP, "USR1": SIGUSR1,
  ]

  /// `exit 3` or `signal TERM`.
  private static func status(_ text: Substring) -> ProgramStatus {
    let word = String(text.split(separator: " ").last ?? "")
    return signals[word].map { .signalled($0) } ?? .exited(Int32(word) ?? -1)
  }

  private static func window(_ text: String) -> Window {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    return Window(columns: numbers[0], rows: numbers[1])
  }

  private func program(
    _ preparation: Preparation, _ rider: Rider, _ desk: ServiceDesk
  ) throws -> Program {
    var program = try rider.program([], environment: Rider.terminal).onTerminal()
    program.environment["PATH"] = try desk.searchPath()
    for variable in preparation.words(after: "variables") {
      let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
      program.environment[parts[0]] = parts[1]
    }
    if let size = preparation.words(after: "window").first { program.window = Self.window(size) }
    if preparation.words(after: "stdin") == ["pipe"] { program.input = .pipe }
    program.startsInBackground = command.hasSuffix(" &")
    let line = program.startsInBackground ? String(command.dropLast(2)) : command
    // The program itself gets the signals, and no shell above it: what follows `;` does not run.
    program.arguments = ["-c", line.hasPrefix("velo-sync") ? "exec " + line : line]
    program.path = "/bin/sh"
    program.folder = rider.home.path
    return program
  }
}
