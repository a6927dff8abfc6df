// The credential file: one JSON object with a member for each source.

package import Codec
import Model

struct CredentialFile {
  /// nil if the file does not exist.
  private let contents: JSONValue?

  /// - Throws: `config(.unsafeCredentials)` if others can read it or it belongs to another user,
  ///   `config(.damagedCredentials)` if it is not a JSON object, `storage`.
  init(reading path: String, from files: any FileSystem) throws(SyncFailure) {
    let (info, bytes) = try fileWork { () throws(FileError) in
      let info = try files.info(path)
      return (info, info?.kind == .file ? try files.read(path, upTo: 1 << 20) : nil)
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

  var isEmpty: Bool { contents?.members?.isEmpty ?? true }

  /// The entry of a source; nil if there is none.
  subscript(source: Source) -> JSONValue? { contents?[source.rawValue] }

  /// The whole file with the entry of one source replaced, or removed if `write` is nil.
  func replacing(
    _ source: Source, with write: ((inout JSONWriter, JSONValue?) -> Void)?
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for member in contents?.members ?? [] where member.name != source.rawValue {
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
  /// nil for a file that only its owner can read.
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

extension Credentials {
  /// nil if a required member is missing or has the wrong type.
  init?(entry: JSONValue) {
    guard let clientID = entry["client_id"]?.string,
      let clientSecret = entry["client_secret"]?.string, let tokens = TokenPair(entry: entry)
    else { return nil }
    self.init(
      clientID: clientID, clientSecret: Secret(clientSecret), tokens: tokens,
      previous: entry["previous"].flatMap { TokenPair(entry: $0) },
      scopes: entry["scopes"]?.elements?.compactMap(\.string) ?? [],
      athleteID: entry["athlete_id"]?.string,
      athleteName: entry["athlete_name"]?.string.map { DisplayText($0) },
      supplied: entry["supplied_refresh_token"]?.string.map { Secret($0) })
  }

  /// Parses the service manager's file: client ID, secret and refresh token.
  init?(supplied file: JSONValue) {
    guard let clientID = file["client_id"]?.string ?? file["client_id"]?.integer.map(String.init),
      let clientSecret = file["client_secret"]?.string, let refresh = file["refresh_token"]?.token
    else { return nil }
    self.init(
      clientID: clientID, clientSecret: Secret(clientSecret),
      tokens: TokenPair(access: nil, refresh: refresh, expires: nil), supplied: refresh)
  }

  package static let names: Set<String> = [
    "client_id", "client_secret", "access_token", "refresh_token", "expires_at", "previous",
    "scopes", "athlete_id", "athlete_name", "supplied_refresh_token",
  ]

  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("client_id", clientID)
    writer.member("client_secret", clientSecret.reveal())
    tokens.writeMembers(to: &writer)
    if let previous {
      writer.object("previous") { previous.writeMembers(to: &$0) }
    }
    writer.array("scopes") { writer in
      for scope in scopes { writer.value(scope) }
    }
    writer.member("athlete_id", athleteID)
    writer.member("athlete_name", athleteName?.description)
    writer.member("supplied_refresh_token", supplied?.reveal())
  }
}

extension TokenPair {
  fileprivate init?(entry: JSONValue) {
    guard let refresh = entry["refresh_token"]?.token else { return nil }
    self.init(
      access: entry["access_token"]?.token, refresh: refresh,
      expires: entry["expires_at"]?.integer.map { Timestamp(seconds: $0) })
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("access_token", access?.reveal())
    writer.member("refresh_token", refresh.reveal())
    writer.member("expires_at", expires?.seconds)
  }
}
