// What one path of an import is.

import Model
import Platform

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
