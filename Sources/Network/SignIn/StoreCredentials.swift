// The sign-ins that a store uses: its own, and for other services those of the default store.

import Codec
package import Model

/// The credentials of one store.
package struct StoreCredentials: Sendable {
  /// The store's own, where a new sign-in is kept.
  package let own: CredentialStore
  /// Those of the default store; nil for that one itself.
  private let shared: CredentialStore?

  package init(own: CredentialStore, shared: CredentialStore?) {
    (self.own, self.shared) = (own, shared)
  }

  /// The credentials that have the sign-in of a source; the store's own when there is none.
  ///
  /// - Throws: as `CredentialStore.load`.
  package func inUse(for source: Source) throws(SyncFailure) -> CredentialStore {
    guard let shared, try !own.stores(source), let entry = try shared.read()[source] else {
      return own
    }
    // A service manager supplies a sign-in for this store, unless it is the one that is shared.
    guard let file = try own.suppliedFile(source) else { return shared }
    let supplied = (try? JSONValue(parsing: file.bytes)).flatMap { Credentials(supplied: $0) }
    guard let supplied else { return own }
    return Credentials(entry: entry)?.supplied == supplied.supplied ? shared : own
  }

  /// Whether the store uses the default store's sign-in.
  ///
  /// - Throws: as `CredentialStore.load`.
  package func isShared(_ source: Source) throws(SyncFailure) -> Bool {
    try inUse(for: source).path != own.path
  }

  /// The sources with credentials, in the order of `Source`.
  ///
  /// - Throws: as `CredentialStore.load`.
  package func sources() throws(SyncFailure) -> [Source] {
    let found = Set(try own.sources() + (shared?.sources() ?? []))
    return Source.allCases.filter(found.contains)
  }
}
