// Stores the credentials of all sources in the state folder, and chooses those that a store uses.

import Codec
import Platform
package import Model

/// `credentials.json` and its lock, shared by all processes of this user.
package struct CredentialStore: Sendable {
  /// The longest wait for another process: its two attempts and a margin.
  static let lockPatience = Duration.seconds(270)
  private static let lockPause = Duration.milliseconds(50)

  let files: any FileSystem
  private let folder: String
  private let suppliedFolder: String?
  private let time: any Time

  /// - Parameters:
  ///   - folder: velo-sync's state folder; created with mode 0700 if needed.
  ///   - suppliedFolder: `$CREDENTIALS_DIRECTORY`, if set by a service manager.
  package init(
    files: any FileSystem, folder: String, suppliedFolder: String? = nil, time: any Time
  ) {
    (self.files, self.folder) = (files, folder)
    (self.suppliedFolder, self.time) = (suppliedFolder, time)
  }

  package var path: String { folder + "/credentials.json" }

  /// The credentials of an OAuth source; nil if it is not connected. Credentials from a service
  /// manager are used until the file holds a pair derived from them, or one from a sign-in.
  ///
  /// - Throws: `config(.unsafeCredentials)`, `config(.damagedCredentials)`, `storage`.
  package func load(_ source: Source) throws(SyncFailure) -> Credentials? {
    let stored = try stored(source, Credentials.init(entry:))
    guard let supplied = try supplied(source) else { return stored }
    if let stored, stored.supplied == nil || stored.supplied == supplied.supplied { return stored }
    return supplied
  }

  /// The sources with credentials, in the order of `Source`.
  ///
  /// - Throws: like `load`.
  package func sources() throws(SyncFailure) -> [Source] {
    let file = try read()
    var found: [Source] = []
    for source in Source.allCases {
      let isSupplied = try suppliedFile(source) != nil
      if isSupplied || file[source] != nil { found.append(source) }
    }
    return found
  }

  /// Whether the file has credentials of a source.
  ///
  /// - Throws: like `load`.
  package func stores(_ source: Source) throws(SyncFailure) -> Bool { try read()[source] != nil }

  /// Saves credentials durably under the lock.
  ///
  /// - Throws: like `load`; `interrupted` if the task is cancelled while waiting for the lock.
  package func save(
    _ credentials: some StoredCredentials, for source: Source
  ) async throws(SyncFailure) {
    let lock = try await lock(for: source)
    defer { lock.release() }
    try replace(try read().replacing(source, with: credentials.write(to:keeping:)))
  }

  /// Removes a source's credentials, if any.
  ///
  /// - Throws: like `save`.
  package func forget(_ source: Source) async throws(SyncFailure) {
    let lock = try await lock(for: source)
    defer { lock.release() }
    let file = try read()
    if file[source] != nil { try replace(file.replacing(source, with: nil)) }
  }

  /// Takes the lock; waits while another process holds it.
  ///
  /// - Parameter source: the source of the `timeout` if the lock stays held.
  func lock(for source: Source) async throws(SyncFailure) -> any FileLock {
    let deadline = time.moment() + Self.lockPatience
    while true {
      let lock = try fileWork { () throws(FileError) in
        try files.makeFolder(folder, mode: 0o700)
        return try files.lock(folder + "/credentials.lock", note: [])
      }
      if let lock {
        guard lock.isExclusive else { throw .locked(.elsewhere) }
        sweep()
        return lock
      }
      guard time.moment() < deadline else { throw .timeout(.answer(source)) }
      try await time.wait(until: time.moment() + Self.lockPause)
    }
  }

  /// Removes temporary files of killed runs, which contain tokens. A complete newer credential file
  /// among them is restored first: its writer was killed after the service had issued new tokens.
  /// Safe while the lock is held, because no other process writes; the list of folders has its own.
  private func sweep() {
    for name in (try? files.list(folder)) ?? []
    where TemporaryName.matches(name) && !name.hasPrefix(".folders.json.") {
      let left = folder + "/" + name
      if name.hasPrefix(".credentials.json."), isNewer(left),
        (try? CredentialFile(reading: left, from: files))?.isEmpty == false,
        let bytes = try? files.read(left),
        (try? files.replace(path, with: bytes, mode: 0o600)) == nil
      {
        // Keep it for a later run, which may have disk space.
        continue
      }
      try? files.remove(left)
    }
  }

  /// Whether a file is at least as new as the credentials.
  private func isNewer(_ other: String) -> Bool {
    guard let written = (try? files.info(other))?.modified else { return false }
    return written >= (try? files.info(path))?.modified ?? .min
  }

  /// What the file has of a source, as `make` reads it; nil when it has nothing.
  func stored<Entry>(
    _ source: Source, _ make: (JSONValue) -> Entry?
  ) throws(SyncFailure) -> Entry? {
    guard let entry = try read()[source] else { return nil }
    guard let credentials = make(entry) else {
      throw .config(.damagedCredentials(path: DisplayText(path)))
    }
    return credentials
  }

  func supplied(_ source: Source) throws(SyncFailure) -> Credentials? {
    guard let file = try suppliedFile(source) else { return nil }
    guard let value = try? JSONValue(parsing: file.bytes), let found = Credentials(supplied: value)
    else { throw .config(.damagedCredentials(path: DisplayText(file.path))) }
    return found
  }

  func suppliedFile(_ source: Source) throws(SyncFailure) -> (path: String, bytes: [UInt8])? {
    guard let suppliedFolder else { return nil }
    let path = suppliedFolder + "/" + source.rawValue
    let info = try fileWork { () throws(FileError) in try files.info(path) }
    // Its owner and mode are up to the service manager.
    if let risk = info.flatMap({ CredentialRisk(kind: $0.kind) }) {
      throw .config(.unsafeCredentials(path: DisplayText(path), risk))
    }
    return try fileWork { () throws(FileError) in
      try files.read(path, upTo: 1 << 20).map { (path, $0) }
    }
  }

  func read() throws(SyncFailure) -> CredentialFile {
    try CredentialFile(reading: path, from: files)
  }

  /// Saves credentials durably under the lock that the caller holds: in a new file, otherwise over
  /// the old one, which needs no space.
  ///
  /// - Parameter known: the file as it was before, for a disk that cannot be read any more.
  /// - Throws: the first error if both ways fail.
  func write(
    _ credentials: Credentials, for source: Source, over known: CredentialFile
  ) throws(FileError) {
    let file = (try? read()) ?? known
    let bytes = file.replacing(source, with: credentials.write(to:keeping:))
    do {
      try files.replace(path, with: bytes, mode: 0o600)
    } catch {
      // The first error says why there is no new file, which is what a person can mend.
      guard (try? files.overwrite(path, with: bytes)) != nil else { throw error }
    }
  }

  /// Writes the file again as it is; an empty one where there is none, to have a place for tokens.
  ///
  /// - Throws: `storage` when there is no space for it.
  func rewrite() throws(SyncFailure) {
    let bytes = try fileWork { () throws(FileError) in try files.read(path) }
    try replace(bytes ?? Array("{}\n".utf8))
  }

  func replace(_ bytes: [UInt8]) throws(SyncFailure) {
    try fileWork { () throws(FileError) in try files.replace(path, with: bytes, mode: 0o600) }
  }
}

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
