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
  package let corrected: Int

  package init(
    days: [WellnessDay], activities: [Activity], skipped: Int = 0, corrected: Int = 0
  ) {
    self.days = days
    self.activities = activities
    self.skipped = skipped
    self.corrected = corrected
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

/// The place in a file where a record was first found.
package struct FilePlace: Hashable, Sendable {
  /// The file's name, without its folder.
  package var file: String
  /// The line it begins on, from 1; nil inside an archive.
  package var line: Int?
  /// The member of an archive; nil outside archives.
  package var member: String?

  package init(file: String, line: Int? = nil, member: String? = nil) {
    self.file = file
    self.line = line
    self.member = member
  }
}

/// A beat from Apple's `InstantaneousBeatsPerMinute`.
package struct HeartBeat: Hashable, Sendable {
  /// The time of the beat in seconds, with fraction; only differences within one list are
  /// meaningful.
  package let seconds: Double
  /// 60 divided by the seconds since the previous beat, rounded by the watch.
  package let beatsPerMinute: Double

  package init(seconds: Double, beatsPerMinute: Double) {
    self.seconds = seconds
    self.beatsPerMinute = beatsPerMinute
  }
}
