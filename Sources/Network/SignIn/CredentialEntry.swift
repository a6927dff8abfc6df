// Credentials as a member of the credential file: the only place where secrets are encoded.

import Codec
import Model

extension Credentials {
  /// The names that are ours; others in an entry belong to somebody else and stay.
  private static let names: Set<String> = [
    "client_id", "client_secret", "access_token", "refresh_token", "expires_at", "previous",
    "scopes", "athlete_id", "athlete_name", "supplied_refresh_token",
  ]

  /// nil when something indispensable is missing or of another kind.
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

  /// The contents of the service manager's file: an id, a secret and a refresh token.
  init?(supplied file: JSONValue) {
    guard let clientID = file["client_id"]?.string ?? file["client_id"]?.integer.map(String.init),
      let clientSecret = file["client_secret"]?.string,
      let refresh = file["refresh_token"]?.string
    else { return nil }
    self.init(
      clientID: clientID, clientSecret: Secret(clientSecret),
      tokens: TokenPair(access: nil, refresh: Secret(refresh), expires: nil),
      supplied: Secret(refresh))
  }

  /// Writes the entry, with the members of `old` that are not ours at its end.
  func write(to writer: inout JSONWriter, keeping old: JSONValue?) {
    writer.object { writer in
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
      for member in old?.members.map(Array.init) ?? []
      where !Self.names.contains(member.name) {
        writer.member(member)
      }
    }
  }
}

extension TokenPair {
  fileprivate init?(entry: JSONValue) {
    guard let refresh = entry["refresh_token"]?.string else { return nil }
    self.init(
      access: entry["access_token"]?.string.map { Secret($0) }, refresh: Secret(refresh),
      expires: entry["expires_at"]?.integer.map { Timestamp(seconds: $0) })
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("access_token", access?.reveal())
    writer.member("refresh_token", refresh.reveal())
    writer.member("expires_at", expires?.seconds)
  }
}
