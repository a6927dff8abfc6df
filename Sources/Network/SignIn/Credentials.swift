// The credentials of a connected source.

package import Codec
package import Model

/// An access token and the refresh token issued with it.
package struct TokenPair: Hashable, Sendable {
  /// nil if only the refresh token is known.
  package let access: Secret?
  package let refresh: Secret
  /// When the access token expires; nil counts as expired.
  package let expires: Timestamp?
}

/// Credentials with an entry in the credential file.
package protocol StoredCredentials: Sendable {
  /// The names of all members that may be written.
  static var names: Set<String> { get }

  /// Writes those that have a value.
  func writeMembers(to writer: inout JSONWriter)
}

extension StoredCredentials {
  /// Writes the entry, followed by the unknown members of `old`.
  package func write(to writer: inout JSONWriter, keeping old: JSONValue?) {
    writer.object { writer in
      writeMembers(to: &writer)
      for member in old?.members ?? [] where !Self.names.contains(member.name) {
        writer.member(member)
      }
    }
  }
}

/// The credentials of one OAuth source.
package struct Credentials: StoredCredentials, Hashable {
  package let clientID: String
  package let clientSecret: Secret
  package private(set) var tokens: TokenPair
  /// The previous pair, in case the service did not register the new one.
  package private(set) var previous: TokenPair?
  /// The granted scopes; empty if the service did not report them.
  package let scopes: [String]
  /// The account; nil if the service did not report it.
  package let athleteID: String?
  package let athleteName: DisplayText?
  /// The refresh token from the service manager that the pair derives from.
  package let supplied: Secret?

  package init(
    clientID: String, clientSecret: Secret, tokens: TokenPair, previous: TokenPair? = nil,
    scopes: [String] = [], athleteID: String? = nil, athleteName: DisplayText? = nil,
    supplied: Secret? = nil
  ) {
    (self.clientID, self.clientSecret, self.tokens) = (clientID, clientSecret, tokens)
    (self.previous, self.scopes, self.athleteID) = (previous, scopes, athleteID)
    (self.athleteName, self.supplied) = (athleteName, supplied)
  }

  /// Replaces the pair and keeps the previous one.
  package mutating func rotate(to pair: TokenPair) {
    previous = tokens
    tokens = pair
  }
}

/// The credentials of a source with an API key.
package struct KeyCredentials: StoredCredentials, Hashable {
  package let key: Secret
  /// The athlete to read; nil for the owner of the key.
  package let athleteID: String?
  package let athleteName: DisplayText?

  package init(key: Secret, athleteID: String? = nil, athleteName: DisplayText? = nil) {
    (self.key, self.athleteID, self.athleteName) = (key, athleteID, athleteName)
  }
}

extension KeyCredentials {
  package static let names: Set<String> = ["api_key", "athlete_id", "athlete_name"]

  /// nil if the key is missing or not a string, or if no address can contain the athlete's ID.
  init?(entry: JSONValue) {
    let athleteID = entry["athlete_id"]?.string
    guard let key = entry["api_key"]?.string, !key.isEmpty, athleteID?.isAddress != false
    else { return nil }
    self.init(
      key: Secret(key), athleteID: athleteID,
      athleteName: entry["athlete_name"]?.string.map { DisplayText($0) })
  }

  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("api_key", key.reveal())
    writer.member("athlete_id", athleteID)
    writer.member("athlete_name", athleteName?.description)
  }
}

extension CredentialStore {
  /// The key of a source; nil if it is not connected. A key from `connect` takes precedence over
  /// one from a service manager.
  ///
  /// - Throws: like `load`.
  package func loadKey(_ source: Source) throws(SyncFailure) -> KeyCredentials? {
    if let known = try stored(source, KeyCredentials.init(entry:)) { return known }
    guard let file = try suppliedFile(source) else { return nil }
    let key = Secret(String(decoding: file.bytes, as: UTF8.self)).trimmed
    guard !key.reveal().isEmpty else {
      throw .config(.damagedCredentials(path: DisplayText(file.path)))
    }
    return KeyCredentials(key: key)
  }
}

extension Secret {
  /// The secret without surrounding whitespace, which copying may add.
  package var trimmed: Secret { Secret(reveal().trimmed) }
}

extension StringProtocol {
  /// The text without whitespace around it.
  var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
