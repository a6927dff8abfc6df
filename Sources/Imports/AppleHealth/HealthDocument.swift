// Finds the export in what a person named: the XML itself, the zip around it, or the folder it is in.

import Platform
import Model

/// An export that is ready to be read.
struct HealthDocument {
  /// How the file is called in failures.
  let name: DisplayText
  /// The file's name, and that of the member when it is an archive.
  let file: String
  let member: String?
  /// Bytes to read: of the XML, or of the archive's member as it is packed.
  let size: Int64
  private let content: Content

  private enum Content {
    case plain(any InputFile)
    case packed(ZipArchive, ZipEntry)
  }

  /// Opens a path.
  ///
  /// - Throws: `missingInput` when there is nothing; `badExport` for everything but one export.
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
    do throws(HealthFault) {
      if ZipArchive.isOne(try file.bytes(at: 0, count: 4)) {
        return try HealthDocument(ZipArchive(file), path: path, name: name)
      }
      return HealthDocument(file, path: path, name: name)
    } catch {
      throw error.failure(DisplayText(path))
    }
  }

  /// What the scanner reads.
  func input() throws(HealthFault) -> any XMLInput {
    switch content {
    case .plain(let file): PlainInput(file)
    case .packed(let archive, let entry): try ZipMember(entry, of: archive)
    }
  }

  /// What a fault means: a file that does not even begin as an export is none.
  func failure(_ fault: HealthFault) -> SyncFailure {
    if case .damaged = fault, case .plain(let file) = content,
      let head = try? file.bytes(at: 0, count: ForeignFile.headSize),
      let trouble = ForeignFile.trouble(head)
    {
      return .badExport(file: name, trouble)
    }
    return fault.failure(name)
  }

  /// What keeps a file from being opened.
  private static func trouble(_ error: FileError) -> ExportTrouble {
    switch error.reason {
    // What the system says of a socket.
    case .noReader: .special
    case .linkLoop: .linkLoop
    default: .unreadable(error.reason)
    }
  }

  /// Of a folder, the one export in it, or in the folders right below.
  private static func openFolder(
    _ path: String, on files: any FileSystem & RecordFiles
  ) throws(SyncFailure) -> HealthDocument {
    func bad(_ trouble: ExportTrouble) -> SyncFailure {
      .badExport(file: DisplayText(path), trouble)
    }
    // What cannot be read may be the export, and is named when nothing else is.
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
        guard HealthMark.isXML(path), let file = try files.openInput(path), file.kind == .file
        else { return false }
        let head = try file.read(at: 0, count: HealthMark.headSize)
        return HealthMark.isIn(head)
      } catch {
        if !HealthMark.isDocument(path), error.reason != .isADirectory {
          unreadable = unreadable ?? .badExport(file: DisplayText(path), trouble(error))
        }
        return false
      }
    }
    let inside = names(in: path).map { path + "/" + $0 }
    var found = inside.filter(isExport)
    if found.isEmpty {
      // What cannot be looked at is no folder that could be listed.
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

  /// The one export in an archive, whatever it is called.
  private init(_ archive: ZipArchive, path: String, name file: String) throws(HealthFault) {
    var exports: [ZipEntry] = []
    // What cannot be read may be the export, and is named when nothing else is.
    var unreadable: [ZipEntry] = []
    try archive.forEachEntry { entry throws(HealthFault) in
      guard HealthMark.isXML(entry.name) else { return }
      do throws(HealthFault) {
        if try HealthMark.begins(ZipMember(entry, of: archive)) { exports.append(entry) }
      } catch .noZlib {
        throw .noZlib
      } catch {
        unreadable.append(entry)
      }
      if exports.count > 1 { throw .unsuitable(.archiveWithSeveral) }
      if unreadable.count > 16 { throw .damaged(line: nil) }
    }
    let entry = exports.first ?? unreadable.first { !HealthMark.isDocument($0.name) }
    guard let entry else { throw .unsuitable(.archiveWithoutExport) }
    let member = DisplayText(entry.name).description
    name = DisplayText("\(path) (\(member))")
    (self.file, self.member) = (file, member)
    // What cannot be read may claim anything.
    size = min(entry.compressedSize, archive.file.size)
    content = .packed(archive, entry)
  }
}
