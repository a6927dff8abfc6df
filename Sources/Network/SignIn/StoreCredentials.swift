// The sign-ins that a store uses: its own, and for other services those of the default store.

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
    guard try own.suppliedFile(source) != nil else { return shared }
    // What is no pair of tokens is a key, or damage that the store's own credentials report.
    guard let supplied = try? own.supplied(source) else { return own }
    return Credentials(entry: entry)?.supplied == supplied.supplied ? shared : own
  }

  /// Whether a source's sign-in is the default store's, and this is another store.
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
