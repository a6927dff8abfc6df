// Space for credentials that a service is about to hand out.

package import Model

/// The credential file's next version, before it is known. What a token endpoint sends is nowhere
/// else: so the space for it is on the disk before it is asked for, and whatever fails afterwards is
/// tried in another way. The lock must be held from the reservation to the write.
struct CredentialReserve: Sendable {
  /// How much longer than the old tokens the new ones may be, in bytes.
  private static let growth = 16 << 10

  let source: Source
  private let store: CredentialStore
  /// The file as it was.
  private let file: CredentialFile
  private let space: any PreparedFile

  /// - Throws: as `CredentialStore.load`; nothing has been changed then.
  init(for source: Source, in store: CredentialStore) throws(SyncFailure) {
    self.source = source
    self.store = store
    file = try store.read()
    do {
      let size = try store.files.info(store.path)?.size ?? 0
      space = try store.files.prepare(
        store.path, size: Int(clamping: size) + Self.growth, mode: 0o600)
    } catch {
      throw SyncFailure(error)
    }
  }

  /// Saves the credentials durably: in the reserved space, else in a new file, else over the old one.
  ///
  /// - Throws: the first `FileError` when nothing of this worked.
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

extension StorageTrouble {
  /// New tokens that could not be saved although the old ones are spent.
  init(_ error: FileError, losing source: Source) {
    self.init(path: DisplayText(error.path), reason: error.reason, lostSignIn: source)
  }
}

/// A sign-in that has just been made, with the space to save it in.
package struct NewSignIn: Sendable {
  package let credentials: Credentials
  private let lock: any FileLock
  private let reserve: CredentialReserve

  init(_ credentials: Credentials, lock: any FileLock, reserve: CredentialReserve) {
    self.credentials = credentials
    self.lock = lock
    self.reserve = reserve
  }

  /// Stores the credentials durably and gives the lock back.
  ///
  /// - Throws: `storage` when the disk takes them in no way.
  package func save() throws(SyncFailure) {
    defer { discard() }
    do {
      try reserve.write(credentials)
    } catch {
      throw .storage(StorageTrouble(error, losing: reserve.source))
    }
  }

  /// Stores nothing, and gives the lock back.
  package func discard() {
    reserve.discard()
    lock.release()
  }
}
