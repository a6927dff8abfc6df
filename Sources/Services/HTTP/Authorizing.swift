// Who provides the `Authorization` header.

import Model

/// A way to say who is asking.
protocol Authorizing: Sendable {
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
  func settle() async throws(SyncFailure) {}
}
