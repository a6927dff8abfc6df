// Reads the files and folders at paths, and says what was read.

import Model
import Platform

extension DocumentReader {
  /// Returns what was read and frees the data.
  ///
  /// - Parameters:
  ///   - files: those that were read. Their streams may be asked for.
  ///   - known: those that an earlier run has read, likewise.
  mutating func takeImported(
    _ files: [RideFile], known: FileIndex = [:], on disk: any FileSystem & RecordFiles
  ) -> ImportedFiles {
    var imported = ImportedFiles(records: collection.takeRecords())
    imported.streams = FileStreams(
      known: known, files: files.filter { !collection.isUndelivered($0.path) }, disk: disk,
      settings: settings, names: collection.names)
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
  mutating func readNamedFile(
    _ file: RideFile, on disk: any FileSystem & RecordFiles, _ progress: ReadingProgress
  ) throws(SyncFailure) {
    let location = DocumentLocation(file: file.path)
    let refused = collection.refused
    let isUsed: Bool
    do throws(ImportError) {
      guard let input = try disk.rideInput(file.path) else { throw .damaged(line: nil) }
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
  mutating func readFolder(
    _ content: FolderContent, at folder: String, on disk: any FileSystem & RecordFiles,
    _ progress: ReadingProgress
  ) throws(SyncFailure) {
    collection.healthExports += content.healthExports
    var isUsed = !content.healthExports.isEmpty
    for (path, failure) in content.unreadable {
      collection.noteRefusal(of: DocumentLocation(file: path), failure)
    }
    for file in content.files {
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
    var isUsed = false
    do throws(ImportError) {
      // It may have been removed since the folder was listed.
      guard let input = try disk.rideInput(file.path) else { return nil }
      isUsed = try read(input, at: location)
    } catch {
      guard let failure = error.failure else { throw error.failure(location.name) }
      collection.noteRefusal(of: location, failure)
    }
    return collection.isUndelivered(file.path) ? nil : isUsed
  }

  /// Whether a file is cut off or its checksum differs, as long as it is being written. Damage in a
  /// member of an archive does not count.
  static func isIncomplete(
    _ file: RideFile, on disk: any FileSystem & RecordFiles, _ settings: Settings,
    _ progress: ReadingProgress
  ) throws(SyncFailure) -> Bool {
    var reader = DocumentReader(settings, progress: .unseen(isStopped: progress.isStopped))
    // Whether it holds a ride does not matter here.
    _ = try reader.readIfPossible(file, on: disk)
    return reader.collection.hasDamagedFile
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

extension FileSystem {
  /// What a file looks like now, through links; nil when there is none.
  func stamp(of path: String) throws(FileError) -> FileStamp? {
    guard let real = try realPath(path), let info = try info(real) else { return nil }
    return FileStamp(info)
  }
}
