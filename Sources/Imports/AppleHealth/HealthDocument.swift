// Finds the export at a path: an XML file, a zip archive or a folder.

import Platform
import Model

struct HealthDocument {
  /// The name in failures.
  let name: DisplayText
  /// The file's name, and the member's name in an archive.
  let file: String
  let member: String?
  /// Bytes to read: of the XML, or of the compressed member.
  let size: Int64
  private let content: Content

  private enum Content {
    case plain(any InputFile)
    case packed(ZipArchive, ZipEntry)
  }

  /// Opens a path.
  ///
  /// - Throws: `missingInput` if it does not exist; `badExport` unless it is one export.
  static func open(
    _ path: String, on files: any FileSystem & RecordFiles
  ) throws(SyncFailure) -> HealthDocument {
    func bad(_ trouble: ExportTrouble) -> SyncFailure {
      .badExport(file: DisplayText(path), trouble)
    }
    let file: (any InputFile)?
    do throws(FileError) {
      file = try files.openInput(path)
    } catch {
      switch error.reason {
      case .isADirectory: return try openFolder(path, on: files)
      case .notADirectory: throw .missingInput(file: DisplayText(path))
      default: throw error.exhaustion ?? bad(trouble(error))
      }
    }
    guard let file else { throw .missingInput(file: DisplayText(path)) }
    switch file.kind {
    case .file: break
    case .pipe: throw bad(.pipe)
    case .device: throw bad(.device)
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(ImportFault) {
      if ZipArchive.isArchive(try file.bytes(at: 0, count: 4)) {
        return try HealthDocument(ZipArchive(file), path: path, name: name)
      }
      return HealthDocument(file, path: path, name: name)
    } catch {
      throw error.failure(DisplayText(path))
    }
  }

  func input() throws(ImportFault) -> any ByteInput {
    switch content {
    case .plain(let file): PlainInput(file)
    case .packed(let archive, let entry): try ZipMember(entry, of: archive)
    }
  }

  /// The failure for a fault; a file that does not start like an export is reported as what it is.
  func failure(_ fault: ImportFault) -> SyncFailure {
    if case .damaged = fault, case .plain(let file) = content,
      let head = try? file.bytes(at: 0, count: ExportSignature.headSize),
      let trouble = ForeignFile.trouble(head)
    {
      return .badExport(file: name, trouble)
    }
    return fault.failure(name)
  }

  /// The reason a file cannot be opened.
  private static func trouble(_ error: FileError) -> ExportTrouble {
    switch error.reason {
    // ENXIO is the error for a socket.
    case .noReader: .special
    case .linkLoop: .linkLoop
    default: .unreadable(error.reason)
    }
  }

  /// Opens the only export in a folder or its direct subfolders.
  private static func openFolder(
    _ path: String, on files: any FileSystem & RecordFiles
  ) throws(SyncFailure) -> HealthDocument {
    func bad(_ trouble: ExportTrouble) -> SyncFailure {
      .badExport(file: DisplayText(path), trouble)
    }
    // An unreadable file may be the export; report it if there is no other.
    var unreadable: SyncFailure?
    func names(in folder: String) -> [String] {
      do throws(FileError) {
        return try files.list(folder)
      } catch {
        unreadable =
          unreadable ?? error.exhaustion
          ?? .badExport(file: DisplayText(folder), .unreadable(error.reason))
        return []
      }
    }
    func isExport(_ path: String) -> Bool {
      do throws(FileError) {
        guard ExportSignature.isXML(path), let file = try files.openInput(path), file.kind == .file
        else { return false }
        let head = try file.read(at: 0, count: ExportSignature.headSize)
        return ExportSignature.matches(head)
      } catch {
        if !ExportSignature.isDocument(path), error.reason != .isADirectory {
          unreadable = unreadable ?? .badExport(file: DisplayText(path), trouble(error))
        }
        return false
      }
    }
    let inside = names(in: path).map { path + "/" + $0 }
    var found = inside.filter(isExport)
    if found.isEmpty {
      // Skip entries that cannot be examined.
      for folder in inside where (try? files.info(folder))??.kind == .directory {
        found += names(in: folder).map { folder + "/" + $0 }.filter(isExport)
      }
    }
    guard let export = found.first else {
      throw unreadable ?? bad(inside.isEmpty ? .emptyFolder : .folderWithoutExport)
    }
    guard found.count == 1 else { throw bad(.folderWithSeveral) }
    return try open(export, on: files)
  }

  private init(_ input: any InputFile, path: String, name file: String) {
    name = DisplayText(path)
    (self.file, member) = (file, nil)
    size = input.size
    content = .plain(input)
  }

  /// The only export in an archive, under any name.
  private init(_ archive: ZipArchive, path: String, name file: String) throws(ImportFault) {
    var exports: [ZipEntry] = []
    // An unreadable file may be the export; report it if there is no other.
    var unreadable: [ZipEntry] = []
    try archive.forEachEntry { entry throws(ImportFault) in
      guard ExportSignature.isXML(entry.name) else { return }
      do throws(ImportFault) {
        if try ExportSignature.begins(ZipMember(entry, of: archive)) { exports.append(entry) }
      } catch .noZlib {
        throw .noZlib
      } catch {
        unreadable.append(entry)
      }
      if exports.count > 1 { throw .unsuitable(.archiveWithSeveral) }
      if unreadable.count > 16 { throw .damaged(line: nil) }
    }
    let entry = exports.first ?? unreadable.first { !ExportSignature.isDocument($0.name) }
    guard let entry else { throw .unsuitable(.archiveWithoutExport) }
    let member = DisplayText(entry.name).description
    name = DisplayText("\(path) (\(member))")
    (self.file, self.member) = (file, member)
    // An unreadable entry may claim any size.
    size = min(entry.compressedSize, archive.file.size)
    content = .packed(archive, entry)
  }
}
