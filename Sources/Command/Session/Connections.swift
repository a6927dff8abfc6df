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
  var credentials: CredentialStore {
    world.protectSecrets()
    return CredentialStore(
      files: world.files, folder: folders.state,
      suppliedFolder: Folders.absolute(world.environment["CREDENTIALS_DIRECTORY"]),
      time: world.time)
  }

  /// The connected folders.
  var folderList: FolderList { FolderList(stateFolder: folders.state, files: world.files) }

  /// The sources that are connected: services with a sign-in, and folders.
  ///
  /// - Throws: `config`, `storage`, `badInput`.
  func connectedSources() throws(SyncFailure) -> [Source] {
    let services = try credentials.sources().filter { !$0.isFiles }
    return try folderList.folders().isEmpty ? services : services + [.files]
  }

  /// The account at a source, for the work of a loop; nil for sources of files.
  func account(at source: Source, _ loop: Loop) throws(SyncFailure) -> (any ServiceAccount)? {
    let certificates = world.environment["VELO_SYNC_CA_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    return ServiceParts(
      endpoints: try Endpoints(environment: world.environment),
      transport: world.transport(certificates),
      credentials: credentials, events: loop.events, time: loop.clock, random: world.random,
      // The longest wait for a service's limit.
      patience: options.wait ?? (isLive && isInteractive ? .seconds(20 * 60) : .seconds(60)),
      deadline: options.timeout.map { loop.state.started + $0 },
      readRecording: { rideStreams(fit: $0) }
    ).account(at: source)
  }
}
