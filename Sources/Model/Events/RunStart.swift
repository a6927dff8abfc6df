// The beginning of a run.

/// What a run sets out to do.
package struct RunStart: Hashable, Sendable {
  /// What a run of ours works on.
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
  /// nil for the run of another program, which has no sources and no store of ours.
  package let scope: Scope?
  /// From 1; a retry is the next one.
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

  /// Whether it is a sync, or an import, which differs only in where the records come from: both have
  /// stages, scores and a result of their own.
  package var isSync: Bool { command == "sync" || isImport }

  /// Whether the records come from files.
  package var isImport: Bool { command == "import" }

  /// Whether it lists the sources as a table.
  package var isListing: Bool { command == "sources" }

  /// Whether it shows how everything stands, as one picture.
  package var isOverview: Bool { command == "status" }

  /// Whether it is one of our commands that say what they have to say at once.
  package var isBrief: Bool { ["connect", "disconnect", "sources", "status"].contains(command) }

  /// The program that a wrap runs, as people call it: its last path component; nil for other runs.
  package var program: DisplayText? {
    guard command == "wrap" else { return nil }
    let words = arguments.map(\.description)
    let behind =
      words.firstIndex(of: "--").map { words[($0 + 1)...] }
      ?? words.firstIndex(of: "wrap").map { words[($0 + 1)...].drop { $0.hasPrefix("-") } }
    guard let path = behind?.first else { return nil }
    return DisplayText(path.split(separator: "/").last.map { String($0) } ?? path)
  }
}
