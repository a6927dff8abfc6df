// The folders of `velo-sync connect files`: each sync reads what is new or changed there.

package import Model
import Platform

/// Folders as a source of rides. Files that were read before and look as they did are not opened.
/// Exports of Apple Health and the catalogues of Strava's exports are left to `velo-sync import`.
package struct ConnectedFolders: ImportService {
  let folders: [String]
  let disk: any FileSystem & RecordFiles
  private let formulas: ImportFormulas
  private let now: Timestamp
  private let readsAll: Bool

  /// - Parameters:
  ///   - folders: absolute.
  ///   - now: incomplete files changed within the last 10 s are read by a later sync.
  ///   - readsAll: whether to read also what was read before.
  package init(
    _ folders: [String], on disk: any FileSystem & RecordFiles, formulas: ImportFormulas,
    now: Timestamp, readsAll: Bool = false
  ) {
    (self.folders, self.disk, self.formulas, self.now) = (folders, disk, formulas, now)
    self.readsAll = readsAll
  }

  /// How many files in a folder, and in all folders below it, may hold rides, by their names.
  ///
  /// - Throws: `missingInput` for one that is not there, `permission` and `badExport` for a folder
  ///   that cannot be read, `interrupted` at once if the task is cancelled, `exhausted` without a
  ///   thread.
  package static func rideFiles(
    in folder: String, on disk: any FileSystem & RecordFiles
  ) async throws(SyncFailure) -> Int {
    try await readingFiles { isStopped throws(SyncFailure) in
      guard isFolder(folder, on: disk) else { throw .missingInput(file: DisplayText(folder)) }
      let content = FolderContent(of: folder, on: disk, isStopped: isStopped)
      if let own = content.unreadable.first(where: { $0.path == folder }) {
        guard own.failure == .unreadable(.notPermitted) else {
          throw .badExport(file: DisplayText(folder), own.failure)
        }
        throw .permission(.files, .folder(DisplayText(folder)))
      }
      return content.files.count { $0.looksLikeRide || $0.looksLikeArchive }
    }
  }

  package func find(except index: FileIndex) async throws(SyncFailure) -> any FoundFiles {
    try await readingFiles { isStopped throws(SyncFailure) in
      find(except: index, isStopped)
    }
  }

  private func find(except index: FileIndex, _ isStopped: () -> Bool) -> FoundInFolders {
    var found = FoundInFolders(disk: disk, formulas: formulas, now: now)
    // Those that are still there, as they were.
    var known: FileIndex = [:]
    // A connected folder may be inside another one.
    var seen: Set<PathKey> = []
    for folder in folders {
      let content = FolderContent(
        of: folder, on: disk,
        except: { path, stamp in
          guard !readsAll, index[PathKey(path)] == stamp else { return false }
          known[PathKey(path)] = stamp
          return true
        }, isStopped: isStopped)
      let fault = content.unreadable.first { $0.path == folder }?.failure
      // A disk that fails or is unplugged is away; what nobody may read is there.
      if !Self.isFolder(folder, on: disk)
        || fault.map({ $0 != .unreadable(.notPermitted) }) ?? false
      {
        found.missing.append(DisplayText(folder))
      } else {
        found.folders += 1
        found.unreadable += content.unreadable.filter { seen.insert(PathKey($0.path)).inserted }
      }
      if content.fileCount == 0 {
        // A disk that was unplugged, and may come back with the same files.
        let inside = (folder + "/").utf8
        for (key, stamp) in index where key.path.utf8.starts(with: inside) { known[key] = stamp }
      }
      found.files += content.files.filter { seen.insert(PathKey($0.path)).inserted }
    }
    found.known = known
    found.files.sort()
    return found
  }

  private static func isFolder(_ path: String, on disk: any FileSystem) -> Bool {
    guard let real = (try? disk.realPath(path)) ?? nil else { return false }
    return (try? disk.info(real))??.kind == .directory
  }
}

/// The files that are new or changed.
private struct FoundInFolders: FoundFiles {
  let disk: any FileSystem & RecordFiles
  let formulas: ImportFormulas
  let now: Timestamp
  /// Sorted.
  var files: [RideFile] = []
  /// Folders and files that cannot be read.
  var unreadable: [(path: String, failure: ExportFailure)] = []
  /// The files that an earlier run has read.
  var known: FileIndex = [:]
  var folders = 0
  var missing: [DisplayText] = []

  /// An incomplete file that was changed more recently, in seconds, may still be being written.
  private static let restingSeconds: Int64 = 10

  var areHealthExports: Bool { false }

  var count: Int? { files.rideCount }

  var name: DisplayText? {
    guard let file = files.first, files.count == 1 else { return nil }
    return DisplayText(file.path.lastPathComponent)
  }

  func read(
    progress: Gauge, files: Gauge, rider: FileRider
  ) async throws(SyncFailure) -> ImportedFiles {
    let settings = DocumentReader.Settings(formulas: formulas, rider: rider, takesExports: false)
    return try await readingFiles { isStopped throws(SyncFailure) in
      try read(ReadingProgress(progress, files: files, isStopped: isStopped), settings)
    }
  }

  private func read(
    _ progress: ReadingProgress, _ settings: DocumentReader.Settings
  ) throws(SyncFailure) -> ImportedFiles {
    progress.expect(files.size)
    var reader = DocumentReader(settings, progress: progress)
    var read: [RideFile] = []
    var incomplete = 0
    for (path, failure) in unreadable {
      reader.collection.noteRefusal(of: DocumentLocation(file: path), failure)
    }
    for file in files {
      let age = now.seconds - file.stamp.modified / 1_000_000_000
      if (0..<Self.restingSeconds).contains(age),
        try DocumentReader.isIncomplete(file, on: disk, settings, progress)
      {
        incomplete += 1
        continue
      }
      // A damaged file is reported once, and again when it has changed. A disk that fails or is
      // unplugged leaves its files to the next sync.
      if try reader.readIfPossible(file, on: disk) != nil { read.append(file) }
      progress.finish(file.stamp.size)
    }
    var imported = reader.takeImported(read, known: known, on: disk)
    imported.incomplete = incomplete
    imported.index = known.merging(FileIndex(read)) { _, now in now }
    imported.foundFolders = folders
    imported.missingFolders = missing
    return imported
  }
}
