// The files and folders of `velo-sync import`.

import Synchronization
package import Model
import Platform

/// Paths to import: ride files, archives of them, folders, and exports of accounts and of Apple
/// Health, in any mixture. What a file is, its content decides.
package struct FileImport: ImportService {
  private let paths: [String]
  private let disk: any FileSystem & RecordFiles
  private let formulas: ImportFormulas

  /// - Parameter paths: absolute; used in failures.
  package init(
    _ paths: [String], on disk: any FileSystem & RecordFiles, formulas: ImportFormulas
  ) {
    self.paths = paths
    self.disk = disk
    self.formulas = formulas
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
    analyze: @escaping Analyze,
    localOffset: @escaping @Sendable (Timestamp) -> Int
  ) {
    self.rMSSD = rMSSD
    self.weightedPower = weightedPower
    self.analyze = analyze
    self.localOffset = localOffset
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
  private var files: PathTable<FileStamp> {
    var files = PathTable<FileStamp>()
    for target in targets {
      switch target {
      case .health: break
      case .file(let file): files.append(file.path, file.stamp)
      case .folder(_, let content): files.append(contentsOf: content.files)
      }
    }
    return files
  }

  var count: Int? {
    let files = files
    let rides = files.rideFiles.count { $0.looksLikeRide }
    return rides == 0 || files.rideFiles.contains(where: \.looksLikeArchive) ? nil : rides
  }

  var name: DisplayText? {
    if paths.count > 1 { return "\(paths.count) files" }
    guard let target = targets.first else { return nil }
    let path =
      switch target {
      case .health(let document): document.location.file
      case .file(let file): file.path
      case .folder(let path, _): path
      }
    return DisplayText(path.split(separator: "/").last.map(String.init) ?? path)
  }

  func read(
    progress: Gauge, files: Gauge, rider: FileRider
  ) async throws(SyncFailure) -> ImportedFiles {
    return try await readingFiles { isStopped throws(SyncFailure) in
      try read(
        ReadingProgress(progress, files: files, isStopped: isStopped), rider)
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
      do throws(SyncFailure) {
        try work()
        isUsed = true
      } catch {
        guard paths.count > 1, let reason = error.whyUnusable else { throw error }
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
        case .file(let file): try reader.read(file, on: disk, progress)
        case .folder(let path, let content): try reader.read(content, of: path, on: disk, progress)
        }
      }
    }
    for path in reader.collection.healthExports {
      try attempt(path) { () throws(SyncFailure) in
        try health.read(try HealthDocument.open(path, on: disk), progress)
      }
    }
    if !isUsed, let first { throw first }
    let files = files
    var imported = reader.takeImported([files], on: disk)
    if !files.isEmpty { imported.imported = FileIndex(files) }
    if health.hasRead { imported.records[.appleHealth] = health.takeRecords() }
    return imported
  }
}

extension DocumentReader {
  /// Returns what was read and frees the data.
  ///
  /// - Parameter files: whose streams may be asked for.
  mutating func takeImported(
    _ files: [PathTable<FileStamp>], on disk: any FileSystem & RecordFiles
  ) -> ImportedFiles {
    var imported = ImportedFiles(records: collection.takeRecords())
    let delivered = files.map { files in
      var delivered = files
      delivered.keep { !collection.isUndelivered(files[$0]) }
      return delivered
    }
    imported.streams = FileStreams(
      files: delivered, disk: disk, settings: settings, names: collection.names)
    imported.problems = collection.problems
    imported.leftOut = collection.filesLeftOut
    imported.rideless = collection.ridelessFiles
    imported.refused = collection.refused
    imported.thinned = collection.thinned
    imported.unreadableRows = collection.unreadableRows
    return imported
  }

  /// Reads a file of the command line.
  ///
  /// - Throws: `badExport` if it holds nothing that is imported.
  fileprivate mutating func read(
    _ file: RideFile, on disk: any FileSystem & RecordFiles, _ progress: ReadingProgress
  ) throws(SyncFailure) {
    let location = DocumentLocation(file: file.path)
    let refused = collection.refused
    let isUsed: Bool
    do throws(ImportError) {
      guard let input = try disk.rideInput(file.path) else {
        throw .damaged(line: nil)
      }
      isUsed = try read(input, at: location)
    } catch {
      throw error.failure(location.name)
    }
    progress.finish(file.stamp.size)
    if isUsed { return }
    // An archive of which nothing could be read is as bad as one file.
    if collection.refused > refused, let first = collection.firstRefusal {
      throw .badExport(file: first.location.name, first.failure)
    }
    throw .badExport(file: DisplayText(file.path), file.isArchive ? .archiveWithoutExport : .noRide)
  }

  /// Reads the files of a folder: one that cannot be read does not stop the others.
  ///
  /// - Throws: `badExport` for a folder without anything to import.
  fileprivate mutating func read(
    _ content: FolderContent, of folder: String, on disk: any FileSystem & RecordFiles,
    _ progress: ReadingProgress
  ) throws(SyncFailure) {
    collection.healthExports += content.healthExports
    var isUsed = !content.healthExports.isEmpty
    for (path, failure) in content.unreadable {
      collection.noteRefusal(of: DocumentLocation(file: path), failure)
    }
    for file in content.files.rideFiles {
      let isFileUsed = try readIfPossible(file, on: disk) ?? false
      isUsed = isUsed || isFileUsed
      progress.finish(file.stamp.size)
    }
    if isUsed { return }
    if let first = collection.firstRefusal {
      throw .badExport(file: first.location.name, first.failure)
    }
    throw .badExport(file: DisplayText(folder), .folderWithoutExport)
  }

  /// Reads a file of a folder.
  ///
  /// - Returns: false if it holds nothing that is imported, or is damaged; nil if the disk does not
  ///   deliver it, which may be otherwise later.
  mutating func readIfPossible(
    _ file: RideFile, on disk: any FileSystem & RecordFiles
  ) throws(SyncFailure) -> Bool? {
    let location = DocumentLocation(file: file.path)
    var input: WatchedFile?
    var isUsed = false
    var reason: StorageFailure.Reason?
    do throws(ImportError) {
      // It may have been removed since the folder was listed.
      guard let opened = try disk.rideInput(file.path) else { return nil }
      let watched = WatchedFile(opened)
      input = watched
      isUsed = try read(watched, at: location)
    } catch {
      guard let failure = error.failure else { throw error.failure(location.name) }
      collection.noteRefusal(of: location, failure)
      if case .unreadable(let why) = failure { reason = why }
    }
    guard let reason = input?.failure ?? reason else { return isUsed }
    collection.noteUndelivered(file.path, reason)
    return nil
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

extension RecordFiles {
  /// Opens a regular file; nil when there is none.
  ///
  /// - Throws: `unsuitable` for one that cannot be read.
  func rideInput(_ path: String) throws(ImportError) -> (any InputFile)? {
    do throws(FileError) {
      guard let file = try openInput(path) else { return nil }
      return file.kind == .file ? file : nil
    } catch {
      throw .unsuitable(.unreadable(error.reason))
    }
  }
}

/// A file that notes read errors, also those of a member of an archive, which does not stop the
/// others.
final class WatchedFile: InputFile {
  /// Why the last read that failed did; nil while none has.
  var failure: StorageFailure.Reason? { failed.withLock { $0 } }

  var descriptor: Int32 { file.descriptor }
  var kind: InputKind { file.kind }
  var size: Int64 { file.size }

  private let file: any InputFile
  private let failed = Mutex<StorageFailure.Reason?>(nil)

  init(_ file: any InputFile) { self.file = file }

  func read(
    at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    do throws(FileError) {
      return try file.read(at: offset, into: buffer)
    } catch {
      failed.withLock { $0 = error.reason }
      throw error
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
        DocumentReader.Settings(formulas: formulas),
        progress: ReadingProgress(Gauge(), files: Gauge(), isStopped: isStopped),
        streams: StreamSelection(of: id, startingAt: start, from: origin, writer: kept))
      var missing = (file: DisplayText(origin.file), why: ExportFailure.gone)
      let named = index.files.rideFiles.filter {
        DocumentLocation(file: $0.path).place.file == origin.file
      }
      for own in named {
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

extension FileSystem {
  /// What a file looks like now, through links; nil when there is none.
  func stamp(of path: String) throws(FileError) -> FileStamp? {
    guard let real = try realPath(path), let info = try info(real) else { return nil }
    return FileStamp(info)
  }
}

/// Keeps streams instead of storing them.
private final class KeptStreams: StreamWriter {
  private let kept = Mutex<[UInt8]?>(nil)

  var bytes: [UInt8]? { kept.withLock { $0 } }

  func write(_ streams: [UInt8], of id: ActivityID) { kept.withLock { $0 = streams } }
}
