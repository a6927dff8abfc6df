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

  package init(
    id: String, command: String, arguments: [DisplayText], scope: Scope?, attempt: Int = 1
  ) {
    self.id = id
    self.command = command
    self.arguments = arguments
    self.scope = scope
    self.attempt = attempt
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
    return arguments.lazy.compactMap { Chart(rawValue: $0.description) }.first ?? .fitness
  }

  /// Whether it is a command of ours that prints its result at once.
  package var isBrief: Bool {
    ["connect", "disconnect", "sources", "status", "chart"].contains(command)
  }

  /// The name of the wrapped program: its last path component; nil for other runs.
  package var program: DisplayText? {
    guard command == "wrap" else { return nil }
    let words = arguments.map(\.description)
    let commandLine =
      words.firstIndex(of: "--").map { words[($0 + 1)...] }
      ?? words.firstIndex(of: "wrap").map { words[($0 + 1)...].drop { $0.hasPrefix("-") } }
    guard let path = commandLine?.first else { return nil }
    return DisplayText(path.split(separator: "/").last.map { String($0) } ?? path)
  }
}
