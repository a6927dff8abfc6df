// The beginning of a run.

/// What a run sets out to do.
package struct RunStart: Hashable, Sendable {
  package let id: String
  package let command: String
  /// As given, without secrets.
  package let arguments: [DisplayText]
  package let dryRun: Bool
  package let sample: Bool
  package let sources: [Source]
  /// The store's folder.
  package let store: DisplayText
  /// From 1; a retry is the next one.
  package let attempt: Int

  /// Whether it is a sync: only that has a block, stages and a result.
  package var isSync: Bool { command == "sync" }

  /// Whether it lists the sources as a table.
  package var isListing: Bool { command == "sources" }

  package init(
    id: String, command: String, arguments: [DisplayText], dryRun: Bool, sample: Bool,
    sources: [Source], store: DisplayText, attempt: Int = 1
  ) {
    self.id = id
    self.command = command
    self.arguments = arguments
    self.dryRun = dryRun
    self.sample = sample
    self.sources = sources
    self.store = store
    self.attempt = attempt
  }
}
