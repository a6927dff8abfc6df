// What a signed-in service gave us.

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
