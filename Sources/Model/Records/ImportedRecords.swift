// Records read from files, the files themselves, and the port to those who read them.

/// The records of one source in the files of an import.
package struct ImportedRecords: Sendable {
  /// At most one for each date, in order, with the place where each was found.
  package let days: [WellnessDay]
  /// In order of start, each of another id.
  package let rides: [ImportedRide]
  /// Records that could not be read: without a start, or in an unknown unit.
  package let skipped: Int
  /// Writer's errors that were corrected: control characters, duplicate attributes (the first
  /// counts), blanks in names.
  package let corrected: Int

  package init(days: [WellnessDay], rides: [ImportedRide], skipped: Int = 0, corrected: Int = 0) {
    (self.days, self.rides, self.skipped, self.corrected) = (days, rides, skipped, corrected)
  }
}

/// A ride, or another activity, as the files of an import tell it.
package struct ImportedRide: Hashable, Sendable {
  /// With the place where it was found.
  package var activity: Activity
  /// How much its file recorded; nil for a summary without a recording, and for a ride of a source
  /// that is not read from ride files.
  package let quality: RecordingQuality?
  /// Identifies its file among those that are read; empty once that does not matter.
  package var key = ""

  package init(_ activity: Activity, quality: RecordingQuality? = nil) {
    (self.activity, self.quality) = (activity, quality)
  }
}

/// What an import, or a sync of connected folders, has read.
package struct ImportedFiles: Sendable {
  /// The sources that the files have records of.
  package var records: [Source: ImportedRecords]
  /// The files that could not be read, or not to their end; at most ``mostNamed`` of each kind.
  package var problems: [Warning] = []
  /// The number of files that hold nothing that is imported.
  package var rideless = 0
  /// These, and the files beyond those that are named; nil for those that were read in part.
  package var leftOut: [(file: DisplayText, why: ExportFailure?)] = []
  /// The number of files that could not be read at all.
  package var refused = 0
  /// Why the first path of an import cannot be used, when none can.
  package var failure: SyncFailure?
  /// The number of rides with so many samples that not every one was kept.
  package var thinned = 0
  /// The number of rows of an account's list that could not be read.
  package var unreadableRows = 0
  /// The number of files that are still being written.
  package var incomplete = 0
  /// The files in connected folders that the store can pass over next time: those that were known,
  /// and those read now. nil for an import.
  package var index: FileIndex?
  /// The files of an import, in which `ride` may look again; nil for connected folders.
  package var imported: FileIndex?
  /// Whether what is stored of these files' second-by-second data is computed again.
  package var recomputes = false
  /// The number of connected folders that were read.
  package var foundFolders = 0
  /// Connected folders that are not there, for example because a disk is unplugged.
  package var missingFolders: [DisplayText] = []
  /// Reads the streams of rides in the files; nil when no file has any.
  package var streams: (any RideStreamService)?

  /// Further problems are only counted.
  package static let mostNamed = 3

  package init(records: [Source: ImportedRecords]) { self.records = records }
}

/// Reads files a second time, for the second-by-second data of rides that are stored by now: while
/// they are read first, nobody knows which record a ride will become.
package protocol RideStreamService: Sendable {
  /// Writes the streams of those activities that the files are of.
  ///
  /// - Parameter wanted: with the least that streams have to say; a file that says less takes
  ///   nothing away.
  /// - Returns: the activities whose streams were written, and the files that could be read before
  ///   and not again, as ``ImportedFiles/problems``.
  /// - Throws: what the writer throws; `interrupted` when the task is cancelled.
  func write(
    _ wanted: [ActivityID: LeastStreams], to writer: any StreamWriter
  ) async throws(SyncFailure) -> (activities: Set<ActivityID>, problems: [Warning])
}

/// The seconds that streams have to last, and whether they have to have power.
package typealias LeastStreams = (seconds: Int, needsPower: Bool)

/// Stores streams, on any thread, as long as the run holds the store's lock.
package protocol StreamWriter: Sendable {
  /// Stores the streams of an activity at once and durably.
  ///
  /// - Throws: `storage`.
  func write(_ streams: [UInt8], of id: ActivityID) throws(SyncFailure)
}

/// Files to be imported: those of a command line, or those in connected folders.
package protocol ImportService: Sendable {
  /// Finds the files and determines their kind.
  ///
  /// - Parameter index: files that need not be read, because an earlier run has read them.
  /// - Throws: `missingInput` and `badExport`; `interrupted` when the task is cancelled.
  func find(except index: FileIndex) async throws(SyncFailure) -> any FoundFiles
}

/// What is known of the rider while files are read.
package struct FileRider: Hashable, Sendable {
  /// What the rider has set, which comes before what a file says.
  package let own: RiderProfile
  /// What the services said in earlier runs, used where nothing else is known.
  package let athlete: RiderSettings

  package init(own: RiderProfile = RiderProfile(), athlete: RiderSettings = RiderSettings()) {
    (self.own, self.athlete) = (own, athlete)
  }

  /// The settings for a ride.
  ///
  /// - Parameter ftpWatts: the threshold power that the file names.
  package func settings(on day: Day, ftpWatts: Int?) -> RiderSettings {
    own.settings(on: day).completed(by: RiderSettings(ftpWatts: ftpWatts))
      .completed(by: athlete)
  }
}

/// Files that were found and not read yet.
package protocol FoundFiles: Sendable {
  /// Whether there are only exports of Apple Health.
  var areHealthExports: Bool { get }

  /// The number of ride files; nil while archives hide it.
  var count: Int? { get }

  /// The name shown for them: a file's name, without its folder; nil for several files.
  var name: DisplayText? { get }

  /// Reads all files.
  ///
  /// - Parameters:
  ///   - progress: counts bytes.
  ///   - files: counts files.
  ///   - rider: what zones are computed with.
  /// - Throws: `missingInput` and `badExport` for the only path: of several,
  ///   ``ImportedFiles/failure`` says it; `interrupted` when the task is cancelled.
  func read(
    progress: Gauge, files: Gauge, rider: FileRider
  ) async throws(SyncFailure) -> ImportedFiles
}

extension FoundFiles {
  /// The source that progress and failures are reported for.
  package var source: Source { areHealthExports ? .appleHealth : .files }
}

/// The place in a file where a record was first found.
package struct FileOrigin: Hashable, Sendable {
  /// The file's name, without its folder.
  package var file: String
  /// The line it begins on, from 1; nil inside an archive.
  package var line: Int?
  /// The member of an archive; nil outside archives.
  package var member: String?

  package init(file: String, line: Int? = nil, member: String? = nil) {
    (self.file, self.line, self.member) = (file, line, member)
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
    (self.seconds, self.beatsPerMinute) = (seconds, beatsPerMinute)
  }
}

/// Files by absolute path, as they were when they were read. A file that still looks like this is
/// not opened again.
package typealias FileIndex = [PathKey: FileStamp]

/// The formats of ride files, the richest first.
package enum RideFormat: String, CaseIterable, Comparable, Sendable {
  case fit, tcx, gpx

  package static func < (left: RideFormat, right: RideFormat) -> Bool { left.rank < right.rank }

  private var rank: Int { RideFormat.allCases.firstIndex(of: self) ?? 0 }
}

/// How much a file recorded of a ride. More quantities are richer; then FIT, TCX, GPX; then a whole
/// file.
package struct RecordingQuality: Hashable, Comparable, Sendable {
  /// The number of recorded quantities: power, heart rate, cadence, position, altitude, speed or
  /// distance, temperature.
  package var quantities: Int { Int(count) }
  package let format: RideFormat
  /// Whether the file was damaged, so that it may end before the ride does.
  package let isCut: Bool
  /// Small, because there may be many thousands.
  private let count: UInt8

  package init(quantities: Int, format: RideFormat, isCut: Bool = false) {
    count = UInt8(clamping: quantities)
    self.format = format
    self.isCut = isCut
  }

  package static func < (left: RecordingQuality, right: RecordingQuality) -> Bool {
    if left.quantities != right.quantities { return left.quantities < right.quantities }
    if left.format != right.format { return left.format > right.format }
    return left.isCut && !right.isCut
  }
}
