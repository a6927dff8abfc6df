// Records read from files, and the port that reads them.

/// The records in the files of an import.
package struct ImportedRecords: Sendable {
  /// At most one for each date, in order, with the place where each was found.
  package let days: [WellnessDay]
  /// In order of start, without duplicates, with the place where each was found.
  package let activities: [Activity]
  /// Records that could not be read: without a start, or in an unknown unit.
  package let skipped: Int
  /// Writer's errors that were corrected: control characters, duplicate attributes (the first
  /// counts), blanks in names.
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

/// Files to be imported.
package protocol ImportService: Sendable {
  /// The source that the records belong to.
  var source: Source { get }

  /// The name shown for them: a file's name, without its folder.
  var name: DisplayText { get }

  /// Reads all files.
  ///
  /// - Parameter progress: counts bytes.
  /// - Throws: `missingInput` and `badExport`, in which case nothing is returned; `interrupted`
  ///   when the task is cancelled.
  func read(progress: Gauge) async throws(SyncFailure) -> ImportedRecords
}
