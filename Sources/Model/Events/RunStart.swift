// The beginning of a run.

/// What a run does, and to what.
package enum RunSubject: Hashable, Sendable {
  case sync, `import`
  case connect, disconnect, sources, status, rides, ride, check
  case chart(Chart)
  case wrap(WrappedProgram)
  /// Of a recording by another program or another version.
  case other(String)

  private static let commands: [(name: String, subject: RunSubject)] = [
    ("sync", .sync), ("import", .import), ("connect", .connect), ("disconnect", .disconnect),
    ("sources", .sources), ("status", .status), ("rides", .rides), ("ride", .ride),
    ("check", .check),
  ]

  /// The commands that begin a run.
  package static let names = Set(commands.map(\.name) + ["chart", "wrap"])

  /// The subject of a recorded run.
  ///
  /// - Parameter arguments: the words of the recording, which has nothing else.
  package init(command: String, arguments: [String] = []) {
    switch command {
    case "chart":
      let charts = zip([""] + arguments, arguments).compactMap { option, word in
        // Files may be called like a chart.
        ["--svg", "--store", "--config"].contains(option)
          ? nil : Chart.offered.first { $0.rawValue == word }
      }
      self = .chart(charts.first ?? .fitness)
    case "wrap": self = .wrap(WrappedProgram(recorded: arguments))
    default: self = Self.commands.first { $0.name == command }?.subject ?? .other(command)
    }
  }

  /// The command as it is typed.
  package var command: String {
    switch self {
    case .chart: "chart"
    case .wrap: "wrap"
    case .other(let command): command
    default: Self.commands.first { $0.subject == self }?.name ?? ""
    }
  }
}

/// What texts call the command of a `wrap`.
package struct WrappedProgram: Hashable, Sendable {
  /// The name that was given to its run; nil for none.
  package let title: DisplayText?
  /// The last path component of the program; nil where it is unknown.
  package let program: DisplayText?
  /// What the status line calls it: its title, or the command as a shell reads it, cut to a length
  /// that a window can show. Stored, because every frame needs it.
  package let name: DisplayText?

  private static let longestName = 200

  /// - Parameter words: the program and its arguments.
  package init(_ words: some Sequence<String>, title: String? = nil) {
    var (text, program) = ("", String?.none)
    for word in words where text.utf8.count < Self.longestName {
      if program == nil { program = word.split(separator: "/").last.map(String.init) ?? word }
      text += (text.isEmpty ? "" : " ") + shellWord(word)
    }
    if text.count > Self.longestName { text = String(text.prefix(Self.longestName)) }
    self.title = title.flatMap { $0.isEmpty ? nil : DisplayText($0) }
    self.program = program.map { DisplayText($0) }
    name = self.title ?? (text.isEmpty ? nil : DisplayText(text))
  }

  /// - Parameter arguments: those of a recorded `wrap`.
  fileprivate init(recorded arguments: [String]) {
    let options = arguments.prefix { $0 != "--" }
    let titles = zip([""] + options, options).compactMap { option, word in
      option == "--title"
        ? word[...] : word.hasPrefix("--title=") ? word.dropFirst("--title=".count) : nil
    }
    let words =
      options.count < arguments.count
      ? arguments[(options.count + 1)...]
      : arguments.drop { $0 != "wrap" }.dropFirst().drop { $0.hasPrefix("-") }
    self.init(words, title: titles.last.map { String($0) })
  }
}

/// What a run is going to do.
package struct RunStart: Hashable, Sendable {
  /// What one of our own runs works on.
  package struct Scope: Hashable, Sendable {
    package let dryRun: Bool
    package let sample: Bool
    package let sources: [Source]
    /// The store's folder.
    package let store: DisplayText

    package init(dryRun: Bool, sample: Bool, sources: [Source], store: DisplayText) {
      (self.dryRun, self.sample, self.sources, self.store) = (dryRun, sample, sources, store)
    }
  }

  package let id: String
  package let subject: RunSubject
  /// As given, without secrets, for display alone.
  package let arguments: [DisplayText]
  /// nil for the run of another program, which has neither sources nor a store of ours.
  package let scope: Scope?
  /// From 1; each retry adds one.
  package let attempt: Int

  package init(
    id: String, subject: RunSubject, arguments: [DisplayText], scope: Scope?, attempt: Int = 1
  ) {
    (self.id, self.subject, self.arguments) = (id, subject, arguments)
    (self.scope, self.attempt) = (scope, attempt)
  }
}

extension RunStart {
  package var dryRun: Bool { scope?.dryRun ?? false }
  package var sample: Bool { scope?.sample ?? false }
  package var sources: [Source] { scope?.sources ?? [] }

  package var command: String { subject.command }

  /// Whether it is a sync or an import. They differ only in where the records come from: both have
  /// stages, scores and a result.
  package var isSync: Bool { subject == .sync || isImport }

  /// Whether the records come from files.
  package var isImport: Bool { subject == .import }

  /// Whether it lists the sources as a table.
  package var isListing: Bool { subject == .sources }

  /// Whether it shows the overview of `status`.
  package var isOverview: Bool { subject == .status }

  /// The chart that it draws; nil for other commands.
  package var chart: Chart? { if case .chart(let chart) = subject { chart } else { nil } }

  /// Whether it lists rides.
  package var listsRides: Bool { subject == .rides }

  /// Whether it is a command of ours that prints its result at once.
  package var isBrief: Bool {
    switch subject {
    case .connect, .disconnect, .sources, .status, .chart, .rides, .ride, .check: true
    case .sync, .import, .wrap, .other: false
    }
  }

  private var wrapped: WrappedProgram? {
    if case .wrap(let command) = subject { command } else { nil }
  }

  /// The name of the wrapped program; nil for other runs.
  package var program: DisplayText? { wrapped?.program }

  /// What the status line calls a wrapped command.
  package var wrappedName: DisplayText? { wrapped?.name }

  /// What sentences call a wrapped command: its title, or the name of the program.
  package var spokenName: DisplayText? { wrapped?.title ?? program }
}

/// A word as a shell reads it: in quotes if it contains anything but plain characters, or begins
/// with what zsh takes for the path of a program.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty && !word.hasPrefix("=")
    && word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
      default: "%+,-./:=@_^".utf8.contains(byte)
      }
    }
  if isPlain { return word }
  let parts = word.split(separator: "'" as Character, omittingEmptySubsequences: false)
  return "'" + parts.joined(separator: "'\\''") + "'"
}
