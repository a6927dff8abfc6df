// Who provides the `Authorization` header.

import Codec
package import Model

/// A way to say who is asking.
package protocol Authorizing: Sendable {
  /// The value of the `Authorization` header.
  ///
  /// - Throws: `auth` when the sign-in is over; `interrupted` when the task is cancelled.
  func authorization() async throws(SyncFailure) -> Secret

  /// Another value after a 401 for `refused`; nil when there is no other.
  func authorization(after refused: Secret) async throws(SyncFailure) -> Secret?

  /// Saves what signing in has left unsaved.
  ///
  /// - Throws: `storage` when it cannot be saved.
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
