// An export of Apple Health: an XML file, alone or in a zip archive.

import Model
import Platform

struct HealthDocument {
  let location: DocumentLocation
  /// Bytes to read: of the XML, or of the compressed member.
  let size: Int64
  private let content: Content

  private enum Content {
    case plain(any InputFile)
    case packed(ZipArchive, ZipEntry)
  }

  /// Whether an archive is an export.
  ///
  /// - Throws: `unsuitable` for one with several; `noZlib`.
  static func isExport(_ archive: ZipArchive) throws(ImportError) -> Bool {
    do throws(ImportError) {
      return try HealthDocument(archive, path: "") != nil
    } catch .damaged {
      return false
    }
  }

  func input() throws(ImportError) -> any ByteInput {
    switch content {
    case .plain(let file): PlainInput(file)
    case .packed(let archive, let entry): try ZipMember(entry, of: archive)
    }
  }

  /// The failure of a run; a file that does not start like an export is reported as what it is.
  func failure(_ error: ImportError) -> SyncFailure {
    if case .damaged = error, case .plain(let file) = content,
      let head = try? file.bytes(at: 0, count: ExportSignature.headSize),
      let failure = ForeignFile.failure(head)
    {
      return .badExport(file: location.name, failure)
    }
    return error.failure(location.name)
  }

  init(_ input: any InputFile, path: String) {
    location = DocumentLocation(file: path)
    size = input.size
    content = .plain(input)
  }

  /// The only export in an archive, under any name; nil for an archive without one.
  ///
  /// - Throws: `unsuitable(.archiveWithSeveral)`; `damaged`; `noZlib`.
  init?(_ archive: ZipArchive, path: String) throws(ImportError) {
    var exports: [ZipEntry] = []
    // An unreadable file may be the export; report it if there is no other.
    var unreadable: [ZipEntry] = []
    try archive.forEachEntry { entry throws(ImportError) in
      guard ExportSignature.isXML(entry.name) else { return }
      do throws(ImportError) {
        let source = InputBuffer(try ZipMember(entry, of: archive))
        _ = try source.fill(ExportSignature.headSize)
        let head = Array(source.bytes.prefix(ExportSignature.headSize))
        if ExportSignature.matches(head) { exports.append(entry) }
      } catch {
        // The fault of the disk, not of the archive: the next sync may read it.
        if case .unsuitable(.unreadable) = error { throw error }
        if error.failure == nil { throw error }
        unreadable.append(entry)
      }
      if exports.count > 1 { throw .unsuitable(.archiveWithSeveral) }
      if unreadable.count > 16 { throw .damaged(line: nil) }
    }
    let entry = exports.first ?? unreadable.first { !ExportSignature.isDocument($0.name) }
    guard let entry else { return nil }
    location = DocumentLocation(file: path).member(entry.name)
    // An unreadable entry may claim any size.
    size = min(entry.compressedSize, archive.file.size)
    content = .packed(archive, entry)
  }
}
