// What `velo-sync check` finds in a store.

/// Something in a store that a person should look at.
package struct StoreFinding: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A line is no record, or, without a line, the file is not what its name says.
    case damaged(line: Int?)
    /// It cannot be read.
    case unreadable(StorageFailure.Reason)
    /// A record belongs in the file of another year.
    case misplaced(line: Int, year: DisplayText)
    /// A record is in the store twice.
    case doubled(line: Int, first: DisplayText, firstLine: Int)
    /// velo-sync does not write it.
    case foreign
    /// Second-by-second data of an activity that the store does not have.
    case orphaned
  }

  /// What a file of the store is for, which decides how it is mended.
  package enum Content: Hashable, Sendable {
    case records(Source)
    case streams(Source)
    case scores
    /// `routine.json`, `prep.json`.
    case sheet
    case athletes, format
    case other
  }

  /// Its absolute path.
  package let file: DisplayText
  package let content: Content
  package let kind: Kind

  package init(file: DisplayText, content: Content, _ kind: Kind) {
    (self.file, self.content, self.kind) = (file, content, kind)
  }

  /// The source whose data it is; nil for none.
  package var source: Source? {
    switch content {
    case .records(let source), .streams(let source): source
    case .scores, .sheet, .athletes, .format, .other: nil
    }
  }
}

/// What a store contains, as far as it can be read.
package struct StoreContents: Hashable, Sendable {
  package var activities = 0
  package var days = 0
  package var scores = 0
  package var streams = 0

  package init(activities: Int = 0, days: Int = 0, scores: Int = 0, streams: Int = 0) {
    (self.activities, self.days) = (activities, days)
    (self.scores, self.streams) = (scores, streams)
  }
}
