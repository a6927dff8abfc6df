// What comes as files, and the port to them.

/// The records that the files of an import hold.
package struct ImportedRecords: Sendable {
  /// One a date, in order, with the place they were first seen at.
  package let days: [WellnessDay]
  /// In order of start, each once, with the place they were first seen at.
  package let activities: [Activity]
  /// Records of the kinds we read that could not be read: without a start, in a unit nobody knows.
  package let skipped: Int
  /// Mistakes of the writer's that were put up with: control characters, doubled attributes (the
  /// first counts), blanks in names.
  package let mended: Int

  package init(
    days: [WellnessDay], activities: [Activity], skipped: Int = 0, mended: Int = 0
  ) {
    self.days = days
    self.activities = activities
    self.skipped = skipped
    self.mended = mended
  }
}

/// Files that a person wants in the store.
package protocol ImportService: Sendable {
  /// Whose records they hold.
  var source: Source { get }

  /// What a person calls them: a file's name, without its folder.
  var name: DisplayText { get }

  /// Reads all of them.
  ///
  /// - Parameter progress: counts bytes.
  /// - Throws: `missingInput` and `badExport` before anything is returned; `interrupted` when the
  ///   task is cancelled.
  func read(progress: Gauge) async throws(SyncFailure) -> ImportedRecords
}
