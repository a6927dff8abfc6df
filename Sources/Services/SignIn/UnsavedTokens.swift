// Tokens that a service has handed out and the disk has not taken.

import Model
import Synchronization

/// What is to be saved as soon as the disk allows. All requests of a run share it.
final class UnsavedTokens: Sendable {
  private struct State {
    let credentials: Credentials
    /// The pair that is stored: what the credentials descend from.
    let stored: TokenPair?
    /// What stood in the way the last time.
    let trouble: StorageTrouble
  }

  private let state = Mutex<State?>(nil)
  private let oldPairLives: Bool

  /// - Parameter oldPairLives: whether the pair before stays good until the new one is used: then the
  ///   new one is not used before it is saved.
  init(oldPairLives: Bool) {
    self.oldPairLives = oldPairLives
  }

  /// Keeps credentials that could not be saved.
  ///
  /// - Throws: `storage` where they are better forgotten, because nothing is lost yet.
  func take(
    _ credentials: Credentials, after error: FileError, of source: Source
  ) throws(SyncFailure) {
    let isSpent = credentials.previous?.refresh != credentials.tokens.refresh
    if oldPairLives || !isSpent { throw SyncFailure(error) }
    let trouble = StorageTrouble(error, losing: source)
    state.withLock { state in
      let stored = state.map(\.stored) ?? credentials.previous
      state = State(credentials: credentials, stored: stored, trouble: trouble)
    }
  }

  /// The credentials that count instead of the stored ones; nil when there are none, or when somebody
  /// has stored others since.
  func instead(of stored: Credentials?) -> Credentials? {
    state.withLock { state in
      if let stored, stored.tokens != state?.stored { state = nil }
      return state?.credentials
    }
  }

  /// What to save, and what stood in the way the last time.
  var pending: (credentials: Credentials, trouble: StorageTrouble)? {
    state.withLock { $0.map { ($0.credentials, $0.trouble) } }
  }

  func forget() {
    state.withLock { $0 = nil }
  }
}
