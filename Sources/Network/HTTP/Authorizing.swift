// Provides the value of the `Authorization` header.

import Codec
package import Model

/// A source of authorization values.
package protocol Authorizing: Sendable {
  /// The value of the `Authorization` header.
  ///
  /// - Throws: `auth` if the sign-in has expired; `interrupted` if the task is cancelled.
  func authorization() async throws(SyncFailure) -> Secret

  /// A new value after a 401 for `refused`; nil if there is none.
  func authorization(after refused: Secret) async throws(SyncFailure) -> Secret?

  /// Saves tokens that could not be saved before.
  ///
  /// - Throws: `storage` if saving fails.
  func settle() async throws(SyncFailure)
}

extension Authorizing {
  package func settle() async throws(SyncFailure) {}
}

extension Secret {
  /// `Basic …` (RFC 7617).
  package static func basic(user: String, password: Secret) -> Secret {
    Secret("Basic " + Base64.encode(Array("\(user):\(password.reveal())".utf8)))
  }

  /// `Bearer …` (RFC 6750).
  package static func bearer(_ token: Secret) -> Secret {
    Secret("Bearer " + token.reveal())
  }
}
