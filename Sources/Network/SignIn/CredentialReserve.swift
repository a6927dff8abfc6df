// Reserves disk space for new credentials before they are requested.

package import Model

/// The next version of the credential file, written before its contents are known. A token endpoint
/// hands out a token pair only once, so the space is allocated on disk before the request. Hold the
/// lock from the reservation to the write.
struct CredentialReserve: Sendable {
  /// The space for tokens that are longer than the old ones, in bytes.
  private static let growth = 16 << 10

  let source: Source
  private let store: CredentialStore
  /// The file at the time of the reservation.
  private let file: CredentialFile
  private let space: any PreparedFile

  /// - Throws: like `CredentialStore.load`; nothing has changed then.
  init(for source: Source, in store: CredentialStore) throws(SyncFailure) {
    self.source = source
    self.store = store
    file = try store.read()
    space = try fileWork { () throws(FileError) in
      let size = try store.files.info(store.path)?.size ?? 0
      return try store.files.prepare(
        store.path, size: Int(clamping: size) + Self.growth, mode: 0o600)
    }
  }

  /// Saves the credentials durably: in the reserved space, otherwise in a new file, otherwise over
  /// the old file.
  ///
  /// - Throws: the first `FileError` if all three fail.
  func write(_ credentials: Credentials) throws(FileError) {
    let file = (try? store.read()) ?? file
    let bytes = file.replacing(source, with: credentials.write(to:keeping:))
    do {
      try space.replace(with: bytes)
    } catch {
      space.discard()
      if (try? store.files.replace(store.path, with: bytes, mode: 0o600)) != nil { return }
      guard (try? store.files.overwrite(store.path, with: bytes)) != nil else { throw error }
    }
  }

  func discard() {
    space.discard()
  }
}

extension StorageFailure {
  /// New tokens that could not be saved after the old ones were used up.
  init(_ error: FileError, losing source: Source) {
    self.init(path: DisplayText(error.path), reason: error.reason, lostSignIn: source)
  }
}

/// A new sign-in with the space to save it in.
package struct NewSignIn: Sendable {
  package let credentials: Credentials
  let lock: any FileLock
  let reserve: CredentialReserve

  /// Saves the credentials durably and releases the lock.
  ///
  /// - Throws: `storage` if saving fails in every way.
  package func save() throws(SyncFailure) {
    defer { discard() }
    do {
      try reserve.write(credentials)
    } catch {
      throw .storage(StorageFailure(error, losing: reserve.source))
    }
  }

  /// Releases the space and the lock without saving.
  package func discard() {
    reserve.discard()
    lock.release()
  }
}
