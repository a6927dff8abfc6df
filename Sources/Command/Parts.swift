// Creates the store, the credentials and the accounts that commands work with.

import Flags
import Model
import Network
import Reporting
import Services
import Storage

extension Session {
  /// The longest wait for a service's limit, unless set by an option.
  private var patience: Duration {
    options.wait ?? (isLive && isInteractive ? .seconds(20 * 60) : .seconds(60))
  }

  /// The store of this run.
  ///
  /// - Parameter readOnly: for commands that change nothing.
  func store(isSample: Bool = false, readOnly: Bool = false) -> Store {
    Store(
      root: folders.store, stateFolder: folders.state, isSample: isSample,
      mode: readOnly ? .readOnly : .readWrite, files: world.files, time: world.time,
      process: world.process)
  }

  /// The stored credentials. Every secret of a run is read from here, or entered later.
  var credentials: CredentialStore {
    world.protectSecrets()
    return CredentialStore(
      files: world.files, folder: folders.state,
      suppliedFolder: Folders.absolute(world.environment["CREDENTIALS_DIRECTORY"]),
      time: world.time)
  }

  /// The account at a source, for the work of a loop; nil for sources of files.
  func account(at source: Source, _ loop: Loop) throws(SyncFailure) -> (any ServiceAccount)? {
    ServiceParts(
      endpoints: try Endpoints(environment: world.environment), transport: transport,
      credentials: credentials, events: loop.events, time: loop.clock, random: world.random,
      patience: patience, deadline: deadline(loop)
    ).account(at: source)
  }

  private var transport: any Transport {
    world.transport(
      world.environment["VELO_SYNC_CA_FILE"].flatMap { $0.isEmpty ? nil : $0 })
  }

  private func deadline(_ loop: Loop) -> Moment? {
    options.timeout.map { loop.state.started + $0 }
  }
}
