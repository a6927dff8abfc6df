// The beginning of a run.

/// What a run does, and to what.
package enum RunSubject: Hashable, Sendable {
  case sync, `import`
  case connect, disconnect, sources, status, rides, ride, check
  case chart(Chart)
  case wrap
  /// Of a recording by another program or another version.
  case other(String)

  private static let commands: [(name: String, subject: RunSubject)] = [
    ("sync", .sync), ("import", .import), ("connect", .connect), ("disconnect", .disconnect),
    ("sources", .sources), ("status", .status), ("rides", .rides), ("ride", .ride),
    ("check", .check), ("wrap", .wrap),
  ]

  /// The commands that begin a run.
  package static let names = Set(commands.map(\.name) + ["chart"])

  /// - Parameter arguments: the words of a recording, which has nothing else.
  package init(command: String, arguments: [String] = []) {
    self = Self.commands.first { $0.name == command }?.subject ?? .other(command)
    guard command == "chart" else { return }
    let options = [""] + arguments
    let charts = zip(options, arguments).compactMap { option, word in
      // Files may be called like a chart.
      ["--svg", "--store", "--config"].contains(option)
        ? nil : Chart.offered.first { $0.rawValue == word }
    }
    self = .chart(charts.first ?? .fitness)
  }

  /// The command as it is typed.
  package var command: String {
    switch self {
    case .chart: "chart"
    case .other(let command): command
    default: Self.commands.first { $0.subject == self }?.name ?? ""
    }
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
      self.dryRun = dryRun
      self.sample = sample
      self.sources = sources
      self.store = store
    }
  }

  package let id: String
  package let subject: RunSubject
  /// As given, without secrets. For display alone, but for the words of a wrapped command.
  package let arguments: [DisplayText]
  /// nil for the run of another program, which has neither sources nor a store of ours.
  package let scope: Scope?
  /// From 1; each retry adds one.
  package let attempt: Int
  /// The name of a wrapped command's run if the environment or the config file sets one. Not an
  /// event's member.
  private let setTitle: DisplayText?
  /// The name of the wrapped program: its last path component; nil for other runs. Stored, as is
  /// the next, because every frame needs them.
  package private(set) var program: DisplayText?
  /// What the status line calls a wrapped command: its title, or the command as a shell reads it,
  /// cut to a length that a window can show.
  package private(set) var wrappedName: DisplayText?

  package init(
    id: String, subject: RunSubject, arguments: [DisplayText], scope: Scope?, attempt: Int = 1,
    title: DisplayText? = nil
  ) {
    self.id = id
    self.subject = subject
    self.arguments = arguments
    self.scope = scope
    self.attempt = attempt
    setTitle = title
    program = findProgram()
    wrappedName = makeWrappedName()
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

  /// Whether it shows one ride.
  package var showsRide: Bool { subject == .ride }

  /// Whether it lists rides.
  package var listsRides: Bool { subject == .rides }

  /// Whether it is a command of ours that prints its result at once.
  package var isBrief: Bool {
    switch subject {
    case .connect, .disconnect, .sources, .status, .chart, .rides, .ride, .check: true
    case .sync, .import, .wrap, .other: false
    }
  }

  private func findProgram() -> DisplayText? {
    guard let path = wrappedWords?.first else { return nil }
    return DisplayText(path.split(separator: "/").last.map { String($0) } ?? path)
  }

  /// The words of the wrapped command; nil for other runs.
  private var wrappedWords: ArraySlice<String>? {
    guard subject == .wrap else { return nil }
    let words = arguments.map(\.description)
    return words.firstIndex(of: "--").map { words[($0 + 1)...] }
      ?? words.firstIndex(of: "wrap").map { words[($0 + 1)...].drop { $0.hasPrefix("-") } }
  }

  /// The name that was given to a wrapped command's run; nil for none.
  package var title: DisplayText? {
    if subject != .wrap { return nil }
    if let setTitle { return setTitle }
    let options = arguments.map(\.description).prefix { $0 != "--" }
    var title: Substring?
    for index in options.indices {
      let word = options[index]
      if word == "--title", index + 1 < options.endIndex { title = options[index + 1][...] }
      if word.hasPrefix("--title=") { title = word.dropFirst("--title=".utf8.count) }
    }
    return title.flatMap { $0.isEmpty ? nil : DisplayText(String($0)) }
  }

  private func makeWrappedName() -> DisplayText? {
    if let title { return title }
    guard let words = wrappedWords, !words.isEmpty else { return nil }
    var text = ""
    for word in words where text.utf8.count < Self.longestName {
      text += (text.isEmpty ? "" : " ") + shellWord(word)
    }
    return DisplayText(text.count > Self.longestName ? String(text.prefix(Self.longestName)) : text)
  }

  /// What sentences call a wrapped command: its title, or the name of the program.
  package var spokenName: DisplayText? { title ?? program }

  private static let longestName = 200
}

/// A word as a shell reads it: in quotes if it contains anything but plain characters.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
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
