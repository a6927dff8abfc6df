// What one path of an import is; reads the files and folders at paths, and says what was read.

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
    imported.rideless = collection.rideless.count
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
    if let first = collection.firstRefusal {
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

/// A path of the command line, examined.
enum ImportTarget {
  case health(HealthDocument)
  /// A ride file or an archive.
  case file(RideFile)
  case folder(path: String, FolderContent)

  /// Examines a path.
  ///
  /// - Throws: `missingInput` if it does not exist; `badExport` if it is nothing to import.
  static func find(
    _ path: String, on disk: any FileSystem & RecordFiles, isStopped: @escaping () -> Bool
  ) throws(SyncFailure) -> ImportTarget {
    let file: (any InputFile)?
    do throws(FileError) {
      file = try disk.openInput(path)
    } catch {
      switch error.reason {
      case .isADirectory: return try findInFolder(path, on: disk, isStopped: isStopped)
      case .notADirectory: throw .missingInput(file: DisplayText(path))
      default: throw error.exhaustion ?? bad(path, ExportFailure(error))
      }
    }
    guard let file else { throw .missingInput(file: DisplayText(path)) }
    switch file.kind {
    case .file: break
    case .pipe: throw bad(path, .pipe)
    case .device: throw bad(path, .device)
    }
    // A file that cannot be looked at now is read all the same, and not by `ride` later.
    let stamp = (try? disk.stamp(of: path)) ?? nil
    do throws(ImportError) {
      return try find(file, path, stamp ?? .init(size: file.size, modified: 0, inode: 0))
    } catch {
      throw error.failure(DisplayText(path))
    }
  }

  private static func find(
    _ file: any InputFile, _ path: String, _ stamp: FileStamp
  ) throws(ImportError) -> ImportTarget {
    let head = try file.bytes(at: 0, count: ExportSignature.headSize)
    var ride = RideFile(path: path, stamp: stamp)
    switch DocumentKind(head) {
    case .fit, .gzip: return .file(ride)
    case .zip:
      if let document = try HealthDocument(ZipArchive(file), path: path) {
        return .health(document)
      }
      ride.isArchive = true
      return .file(ride)
    case .markup, .text, .other:
      if XMLRoot(head)?.isRide == true { return .file(ride) }
      // Catalogues of exports are text.
      if ForeignFile.failure(head) == .text,
        GarminDocument.named(path) != nil || ArchiveLayout.isStravaCatalogue(path)
      {
        return .file(ride)
      }
      // Reading it tells what else it is.
      return .health(HealthDocument(file, path: path))
    }
  }

  private static func findInFolder(
    _ path: String, on disk: any FileSystem & RecordFiles, isStopped: @escaping () -> Bool
  ) throws(SyncFailure) -> ImportTarget {
    let content = FolderContent(of: path, on: disk, isStopped: isStopped)
    if isStopped() { throw .interrupted }
    if content.files.isEmpty, content.healthExports.isEmpty {
      if let first = content.unreadable.first { throw bad(first.path, first.failure) }
      throw bad(path, content.isEmpty ? .emptyFolder : .folderWithoutExport)
    }
    guard content.healthExports.count < 2 else { throw bad(path, .folderWithSeveral) }
    if content.files.isEmpty, let export = content.healthExports.first {
      return try find(export, on: disk, isStopped: isStopped)
    }
    return .folder(path: path, content)
  }

  private static func bad(_ path: String, _ failure: ExportFailure) -> SyncFailure {
    .badExport(file: DisplayText(path), failure)
  }
}

extension ExportFailure {
  /// The reason a file cannot be opened.
  init(_ error: FileError) {
    self =
      switch error.reason {
      // ENXIO is the error for a socket.
      case .noReader: .special
      case .linkLoop: .linkLoop
      default: .unreadable(error.reason)
      }
  }
}
