// What a person has connected: services with their credentials, and folders.

import Flags
import Imports
import Model
import Network
import Reporting
import Services
import Storage

extension Session {
  /// The stored credentials. Every secret of a run is read from here, or entered later.
  ///
  /// - Throws: `storage` when the store's path cannot be followed.
  var credentials: StoreCredentials {
    get throws(SyncFailure) {
      world.protectSecrets()
      let own = try connectionFolder
      return StoreCredentials(
        own: credentials(in: own),
        shared: own == folders.state ? nil : credentials(in: folders.state))
    }
  }

  private func credentials(in folder: String) -> CredentialStore {
    CredentialStore(
      files: world.files, folder: folder,
      suppliedFolder: Folders.absolute(world.environment["CREDENTIALS_DIRECTORY"]),
      time: world.time)
  }

  /// The folders that are connected to this store.
  ///
  /// - Throws: `storage` when the store's path cannot be followed.
  var folderList: FolderList {
    get throws(SyncFailure) {
      FolderList(stateFolder: try connectionFolder, files: world.files, time: world.time)
    }
  }

  /// The connected folders as they are read; nil when there are none.
  ///
  /// - Throws: `storage`, `badInput`.
  func connectedFolders() throws(SyncFailure) -> ConnectedFolders? {
    let paths = try folderList.folders()
    if paths.isEmpty { return nil }
    return ConnectedFolders(
      paths, on: world.files, formulas: formulas, now: world.time.wallClock(),
      readsAll: options.full)
  }

  /// Where the sign-ins and the folders of this store are kept: those of the default store in the
  /// state folder itself.
  private var connectionFolder: String {
    get throws(SyncFailure) {
      let own = try Store.ownFolder(of: folders.store, below: folders.state, on: world.files)
      guard let usual = folders.defaultStore else { return own }
      let other = try Store.ownFolder(of: usual, below: folders.state, on: world.files)
      return own == other ? folders.state : own
    }
  }

  /// The names of other stores that have used the sign-in that this store uses.
  ///
  /// - Throws: `config`, `storage`.
  func otherStores(using source: Source) throws(SyncFailure) -> [DisplayText] {
    guard try credentials.inUse(for: source).path == credentials(in: folders.state).path else {
      return []
    }
    var names: [DisplayText] = []
    let others = try Store.others(
      listing: source, besides: folders.store, below: folders.state, on: world.files)
    for other in others where other.athlete != SampleAthlete.id {
      if try credentials(in: other.folder).stores(source) { continue }
      names.append(DisplayText(other.name))
    }
    return names
  }

  /// The sources that are connected: services with a sign-in, and folders.
  ///
  /// - Throws: `config`, `storage`, `badInput`.
  func connectedSources() throws(SyncFailure) -> [Source] {
    let services = try credentials.sources().filter { !$0.isFiles }
    return try folderList.folders().isEmpty ? services : services + [.files]
  }

  /// The sources that are connected, as far as advice needs to know: what is wrong with the
  /// sign-ins is told by the commands that use them.
  var connectedForAdvice: [Source] { (try? connectedSources()) ?? [] }

  /// Whether a connected source was never synced: another sync of the others, which found no ride,
  /// would not help.
  func awaitsSync(of store: Store) async throws(SyncFailure) -> Bool {
    for source in connectedForAdvice where try await store.holdings(of: source).lastSync == nil {
      return true
    }
    return false
  }

  /// The account at a source, for the work of a loop; nil for sources of files.
  func account(at source: Source, _ loop: Loop) throws(SyncFailure) -> (any ServiceAccount)? {
    let certificates = world.environment["VELO_SYNC_CA_FILE"].flatMap {
      $0.isEmpty ? nil : $0.expandingHome(world.environment["HOME"]) ?? $0
    }
    return ServiceParts(
      endpoints: try Endpoints(environment: world.environment),
      transport: world.transport(certificates),
      credentials: try credentials.inUse(for: source), events: loop.events, time: loop.clock,
      random: world.random,
      // The longest wait for a service's limit.
      patience: options.wait ?? (isLive && isInteractive ? .seconds(20 * 60) : .seconds(60)),
      deadline: options.timeout.map { loop.view.state.started + $0 },
      readRecording: { rideStreams(fit: $0) }
    ).account(at: source)
  }
}
