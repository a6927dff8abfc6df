// What a signed-in service gave us.

import Codec
package import Model

/// An access token with the refresh token it came with.
package struct TokenPair: Hashable, Sendable {
  /// nil when only the refresh token is known.
  package let access: Secret?
  package let refresh: Secret
  /// When the access token ends; nil counts as ended.
  package let expires: Timestamp?

  package init(access: Secret?, refresh: Secret, expires: Timestamp?) {
    self.access = access
    self.refresh = refresh
    self.expires = expires
  }
}

/// The credentials of one OAuth source.
package struct Credentials: Hashable, Sendable {
  package let clientID: String
  package let clientSecret: Secret
  package private(set) var tokens: TokenPair
  /// The pair before, in case the service did not get to know the new one.
  package private(set) var previous: TokenPair?
  /// As granted; empty when the service did not say.
  package let scopes: [String]
  /// Whose account it is; nil when the service did not say.
  package let athleteID: String?
  package let athleteName: DisplayText?
  /// The refresh token from the service manager's file that the pair descends from.
  package let supplied: Secret?

  package init(
    clientID: String, clientSecret: Secret, tokens: TokenPair, previous: TokenPair? = nil,
    scopes: [String] = [], athleteID: String? = nil, athleteName: DisplayText? = nil,
    supplied: Secret? = nil
  ) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.tokens = tokens
    self.previous = previous
    self.scopes = scopes
    self.athleteID = athleteID
    self.athleteName = athleteName
    self.supplied = supplied
  }

  /// Takes a new pair and remembers the one before.
  package mutating func rotate(to pair: TokenPair) {
    previous = tokens
    tokens = pair
  }
}

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
  package var trimmed: Secret {
    var text = reveal()[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return Secret(String(text))
  }
}
