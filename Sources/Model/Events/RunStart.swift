// The beginning of a run.

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
  package let command: String
  /// As given, without secrets.
  package let arguments: [DisplayText]
  /// nil for the run of another program, which has neither sources nor a store of ours.
  package let scope: Scope?
  /// From 1; each retry adds one.
  package let attempt: Int
  /// The name of a wrapped command's run if the environment or the config file sets one. Not an
  /// event's member.
  private let setTitle: DisplayText?
  /// The name of the wrapped program: its last path component; nil for other runs. Stored, as is the
  /// next, because every frame needs them.
  package private(set) var program: DisplayText?
  /// What the status line calls a wrapped command: its title, or the command as a shell reads it,
  /// cut to a length that a window can show.
  package private(set) var wrappedName: DisplayText?

  package init(
    id: String, command: String, arguments: [DisplayText], scope: Scope?, attempt: Int = 1,
    title: DisplayText? = nil
  ) {
    self.id = id
    self.command = command
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

  /// Whether it is a sync or an import. They differ only in where the records come from: both have
  /// stages, scores and a result.
  package var isSync: Bool { command == "sync" || isImport }

  /// Whether the records come from files.
  package var isImport: Bool { command == "import" }

  /// Whether it lists the sources as a table.
  package var isListing: Bool { command == "sources" }

  /// Whether it shows the overview of `status`.
  package var isOverview: Bool { command == "status" }

  /// The chart that it draws; nil for other commands.
  package var chart: Chart? {
    guard command == "chart" else { return nil }
    return arguments.lazy.compactMap { word in
      Chart.offered.first { $0.rawValue == word.description }
    }.first ?? .fitness
  }

  /// Whether it shows one ride.
  package var showsRide: Bool { command == "ride" }

  /// Whether it lists rides.
  package var listsRides: Bool { command == "rides" }

  /// Whether it is a command of ours that prints its result at once.
  package var isBrief: Bool {
    ["connect", "disconnect", "sources", "status", "chart", "rides", "ride", "check"].contains(
      command)
  }

  private func findProgram() -> DisplayText? {
    guard let path = wrappedWords?.first else { return nil }
    return DisplayText(path.split(separator: "/").last.map { String($0) } ?? path)
  }

  /// The words of the wrapped command; nil for other runs.
  private var wrappedWords: ArraySlice<String>? {
    guard command == "wrap" else { return nil }
    let words = arguments.map(\.description)
    return words.firstIndex(of: "--").map { words[($0 + 1)...] }
      ?? words.firstIndex(of: "wrap").map { words[($0 + 1)...].drop { $0.hasPrefix("-") } }
  }

  /// The name that was given to a wrapped command's run; nil for none.
  package var title: DisplayText? {
    if command != "wrap" { return nil }
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
private func shellWord(_ word: String) -> String {
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
