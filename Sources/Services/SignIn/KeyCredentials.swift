// What it takes to stay signed in at a service with an API key.

import Codec
package import Model

/// The credentials of one source that is asked with a key.
package struct KeyCredentials: Hashable, Sendable {
  package let key: Secret
  /// Whose data is read; nil for the owner of the key, whoever that is.
  package let athleteID: String?
  package let athleteName: DisplayText?

  package init(key: Secret, athleteID: String? = nil, athleteName: DisplayText? = nil) {
    self.key = key
    self.athleteID = athleteID
    self.athleteName = athleteName
  }
}

extension KeyCredentials {
  /// The names that are ours; others in an entry belong to somebody else and stay.
  private static let names: Set<String> = ["api_key", "athlete_id", "athlete_name"]

  /// nil when the key is missing or of another kind.
  init?(entry: JSONValue) {
    guard let key = entry["api_key"]?.string, !key.isEmpty else { return nil }
    self.init(
      key: Secret(key), athleteID: entry["athlete_id"]?.string,
      athleteName: entry["athlete_name"]?.string.map { DisplayText($0) })
  }

  /// Writes the entry, with the members of `old` that are not ours at its end.
  func write(to writer: inout JSONWriter, keeping old: JSONValue?) {
    writer.object { writer in
      writer.member("api_key", key.reveal())
      writer.member("athlete_id", athleteID)
      writer.member("athlete_name", athleteName?.description)
      for member in old?.members.map(Array.init) ?? []
      where !Self.names.contains(member.name) {
        writer.member(member)
      }
    }
  }
}

extension CredentialStore {
  /// The key of a source; nil when it is not connected. One that a person connected with counts
  /// before one that a service manager supplies.
  ///
  /// - Throws: as `load`.
  package func loadKey(_ source: Source) throws(SyncFailure) -> KeyCredentials? {
    if let entry = try read()[source] {
      guard let credentials = KeyCredentials(entry: entry) else {
        throw .config(.damagedCredentials(path: DisplayText(path)))
      }
      return credentials
    }
    guard let file = try suppliedFile(source) else { return nil }
    let key = Secret(String(decoding: file.bytes, as: UTF8.self)).trimmed
    guard !key.reveal().isEmpty else {
      throw .config(.damagedCredentials(path: DisplayText(file.path)))
    }
    return KeyCredentials(key: key)
  }

  /// Stores a key durably, under the lock.
  ///
  /// - Throws: as `save(_:for:)` of OAuth credentials.
  package func save(_ credentials: KeyCredentials, for source: Source) async throws(SyncFailure) {
    let lock = try await lock(for: source)
    defer { lock.release() }
    try replace(try read().replacing(source, with: credentials.write(to:keeping:)))
  }
}

extension Secret {
  /// The secret without the blanks and line ends around it that come along when it is copied.
  var trimmed: Secret {
    var text = reveal()[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return Secret(String(text))
  }
}
