// The credential file as a whole: one JSON object, a member a source, for its owner's eyes only.

import Codec
import Model

/// `credentials.json` as it was read.
struct CredentialFile {
  /// nil when there is no file yet.
  private let contents: JSONValue?

  /// - Throws: `config(.unsafeCredentials)` when others may read it or it is not ours,
  ///   `config(.damagedCredentials)` when it is no JSON object, `storage`.
  init(reading path: String, from files: any FileSystem) throws(SyncFailure) {
    let info: FileInfo?
    let bytes: [UInt8]?
    do {
      info = try files.info(path)
      bytes = info?.kind == .file ? try files.read(path, upTo: 1 << 20) : nil
    } catch {
      throw SyncFailure(error)
    }
    if let risk = info.flatMap({ CredentialRisk($0) }) {
      throw .config(.unsafeCredentials(path: DisplayText(path), risk))
    }
    guard let bytes else {
      contents = nil
      return
    }
    guard let value = try? JSONValue(parsing: bytes), value.kind == .object else {
      throw .config(.damagedCredentials(path: DisplayText(path)))
    }
    contents = value
  }

  /// Whether there is nothing in it.
  var isEmpty: Bool { contents?.members?.contains { _ in true } != true }

  /// The entry of a source; nil when there is none.
  subscript(source: Source) -> JSONValue? { contents?[source.rawValue] }

  /// The whole file with another entry for one source, or without it.
  func replacing(
    _ source: Source, with write: ((inout JSONWriter, JSONValue?) -> Void)?
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for member in contents?.members.map(Array.init) ?? [] where member.name != source.rawValue {
        writer.member(member)
      }
      if let write {
        writer.key(escaping: source.rawValue)
        write(&writer, self[source])
      }
    }
    writer.endLine()
    return writer.take()
  }
}

extension CredentialRisk {
  /// nil for a file that only its owner may read.
  fileprivate init?(_ info: FileInfo) {
    if let risk = CredentialRisk(kind: info.kind) {
      self = risk
    } else if !info.isOurs {
      self = .ownedByOthers
    } else if info.mode & 0o077 != 0 {
      self = .readableByOthers
    } else {
      return nil
    }
  }

  /// nil for a regular file.
  init?(kind: FileInfo.Kind) {
    switch kind {
    case .file: return nil
    case .symbolicLink: self = .symbolicLink
    case .directory, .other: self = .noFile
    }
  }
}
