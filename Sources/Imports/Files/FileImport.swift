// The files and folders of `velo-sync import`.

package import Model
import Platform
import Synchronization

/// Paths to import: ride files, archives of them, folders, and exports of accounts and of Apple
/// Health, in any mixture. What a file is, its content decides.
package struct FileImport: ImportService {
  private let paths: [String]
  private let disk: any FileSystem & RecordFiles
  private let formulas: ImportFormulas

  /// - Parameter paths: absolute; used in failures.
  package init(_ paths: [String], on disk: any FileSystem & RecordFiles, formulas: ImportFormulas) {
    (self.paths, self.disk, self.formulas) = (paths, disk, formulas)
  }

  /// A path that does not exist or cannot be imported is reported by the reading.
  ///
  /// - Throws: `interrupted` at once if the task is cancelled, `exhausted` without a thread.
  package func find(except index: FileIndex) async throws(SyncFailure) -> any FoundFiles {
    return try await readingFiles { isStopped throws(SyncFailure) in
      var found = FoundImport(disk: disk, formulas: formulas)
      for path in paths {
        do throws(SyncFailure) {
          let target = try ImportTarget.find(path, on: disk, isStopped: isStopped)
          found.paths.append((path, .success(target)))
        } catch {
          if error == .interrupted { throw error }
          found.paths.append((path, .failure(error)))
        }
      }
      return found
    }
  }
}

/// What is computed from the records while they are read, by formulas of another module.
package struct ImportFormulas: Sendable {
  /// What the streams of a ride say; nil if they say nothing. The flag tells whether a sensor
  /// measured the power, the settings are those of the day.
  package typealias Analyze =
    @Sendable (_ streams: ActivityStreams, _ isMeasured: Bool, _ rider: RiderSettings) ->
    RideAnalysis?

  /// The rMSSD of one record's beats in milliseconds; nil if it cannot be computed.
  let rMSSD: @Sendable ([HeartBeat]) -> Double?
  /// The weighted power of a ride in watts; nil if it cannot be computed.
  let weightedPower: @Sendable (ActivityStream<Watts>) -> Double?
  let analyze: Analyze
  /// The offset of the machine's local time from UTC at a moment, in seconds east.
  let localOffset: @Sendable (Timestamp) -> Int

  package init(
    rMSSD: @escaping @Sendable ([HeartBeat]) -> Double?,
    weightedPower: @escaping @Sendable (ActivityStream<Watts>) -> Double?,
    analyze: @escaping Analyze, localOffset: @escaping @Sendable (Timestamp) -> Int
  ) {
    (self.rMSSD, self.weightedPower) = (rMSSD, weightedPower)
    (self.analyze, self.localOffset) = (analyze, localOffset)
  }
}

private struct FoundImport: FoundFiles {
  let disk: any FileSystem & RecordFiles
  let formulas: ImportFormulas
  /// In the order of the command line. Why one cannot be imported is reported by the step that
  /// reads.
  var paths: [(path: String, target: Result<ImportTarget, SyncFailure>)] = []

  var areHealthExports: Bool { files.isEmpty && !paths.contains { RideFile.isRideName($0.path) } }

  private var targets: [ImportTarget] {
    paths.compactMap { if case .success(let target) = $0.target { target } else { nil } }
  }

  /// The files of the command line and of its folders.
  private var files: [RideFile] {
    var files: [RideFile] = []
    for target in targets {
      switch target {
      case .health: break
      case .file(let file): files.append(file)
      case .folder(_, let content): files += content.files
      }
    }
    return files
  }

  var count: Int? { files.rideCount }

  var name: DisplayText? {
    if paths.count > 1 { return "\(paths.count) files" }
    guard let target = targets.first else { return nil }
    let path =
      switch target {
      case .health(let document): document.location.file
      case .file(let file): file.path
      case .folder(let path, _): path
      }
    return DisplayText(path.lastPathComponent)
  }

  func read(
    progress: Gauge, files: Gauge, rider: FileRider
  ) async throws(SyncFailure) -> ImportedFiles {
    return try await readingFiles { isStopped throws(SyncFailure) in
      try read(ReadingProgress(progress, files: files, isStopped: isStopped), rider)
    }
  }

  private func read(
    _ progress: ReadingProgress, _ rider: FileRider
  ) throws(SyncFailure) -> ImportedFiles {
    var size = 0
    for case .health(let document) in targets { size += ReadingProgress.share(of: document.size) }
    progress.expect(size + files.size)
    var reader = DocumentReader(
      DocumentReader.Settings(formulas: formulas, rider: rider), progress: progress)
    var health = HealthReader(rMSSD: formulas.rMSSD)
    var (isUsed, first) = (false, nil as SyncFailure?)
    // One of several that cannot be used does not stop the others.
    func attempt(_ path: String, _ work: () throws(SyncFailure) -> Void) throws(SyncFailure) {
      let refused = reader.collection.refused
      reader.collection.firstRefusal = nil
      do throws(SyncFailure) {
        try work()
        isUsed = true
      } catch {
        // Of a folder, several files may be named.
        let isOne = paths.count == 1 && reader.collection.refused < 2
        guard !isOne, let reason = error.whyUnusable else { throw error }
        first = first ?? error
        if reader.collection.refused == refused {
          reader.collection.report(DocumentLocation(file: path), reason)
        }
      }
    }
    for (path, target) in paths {
      try attempt(path) { () throws(SyncFailure) in
        switch try target.get() {
        case .health(let document): try health.read(document, progress)
        case .file(let file): try reader.readNamedFile(file, on: disk, progress)
        case .folder(let path, let content):
          try reader.readFolder(content, at: path, on: disk, progress)
        }
      }
    }
    for path in reader.collection.healthExports {
      try attempt(path) { () throws(SyncFailure) in
        let target = try ImportTarget.find(path, on: disk, isStopped: progress.isStopped)
        if case .health(let document) = target { try health.read(document, progress) }
      }
    }
    let files = files
    var imported = reader.takeImported(files, on: disk)
    imported.failure = isUsed ? nil : first
    if !files.isEmpty { imported.imported = FileIndex(files) }
    if health.hasRead { imported.records[.appleHealth] = health.takeRecords() }
    return imported
  }
}

extension SyncFailure {
  /// Why a path of the command line cannot be used; nil for what ends the import.
  fileprivate var whyUnusable: ExportFailure? {
    switch self {
    case .badExport(_, let failure): failure
    case .missingInput: .missing
    default: nil
    }
  }
}

extension FileImport {
  /// The streams of a ride as they would be stored, read again from its own file. Writes nothing.
  ///
  /// - Parameters:
  ///   - start: when it began, for a record that is not named after that.
  ///   - origin: where the record was found.
  ///   - index: the files that imports and syncs have read.
  /// - Throws: `badExport` for a file that is not where it was, has changed or cannot be read;
  ///   `interrupted` at once if the task is cancelled, `exhausted` without a thread.
  package static func streams(
    of id: ActivityID, startingAt start: Timestamp, from origin: FileOrigin, in index: FileIndex,
    on disk: any FileSystem & RecordFiles, formulas: ImportFormulas
  ) async throws(SyncFailure) -> [UInt8] {
    return try await readingFiles { isStopped throws(SyncFailure) in
      let kept = KeptStreams()
      var reader = DocumentReader(
        DocumentReader.Settings(formulas: formulas), progress: .unseen(isStopped: isStopped),
        streams: StreamSelection(of: id, startingAt: start, from: origin, writer: kept))
      var missing = (file: DisplayText(origin.file), why: ExportFailure.gone)
      let named = index.filter { DocumentLocation(file: $0.key.path).place.file == origin.file }
      if named.isEmpty { throw .badExport(file: DisplayText(id.description), .noStreams) }
      for own in named.rideFiles {
        let file = DisplayText(own.path)
        do throws(FileError) {
          guard let now = try disk.stamp(of: own.path) else {
            if missing.why == .gone { missing.file = file }
            continue
          }
          missing = (file, .changed)
          if now != own.stamp { continue }
        } catch {
          missing = (file, .unreadable(error.reason))
          continue
        }
        // Whether it holds a ride, what was kept of it tells.
        _ = try reader.readIfPossible(own, on: disk)
        if let bytes = kept.bytes { return bytes }
        missing.why = reader.collection.whyUnread(own.path) ?? .noRide
      }
      throw .badExport(file: missing.file, missing.why)
    }
  }
}

/// Keeps streams instead of storing them.
private final class KeptStreams: StreamWriter {
  private let kept = Mutex<[UInt8]?>(nil)

  var bytes: [UInt8]? { kept.withLock { $0 } }

  func write(_ streams: [UInt8], of id: ActivityID) { kept.withLock { $0 = streams } }
}
