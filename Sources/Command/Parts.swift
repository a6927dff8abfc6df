// The parts that several commands are made of.

import Services
import Storage
import SyncModel

extension Session {
  /// The longest wait for a service's limit, when nothing was said.
  private var patience: Duration {
    options.wait ?? (isLive && isInteractive ? .seconds(20 * 60) : .seconds(60))
  }

  /// Who is signed in where.
  var credentials: CredentialStore {
    CredentialStore(
      files: world.files, folder: folders.state,
      suppliedFolder: Folders.absolute(world.environment["CREDENTIALS_DIRECTORY"]),
      time: world.time)
  }

  /// Strava.
  ///
  /// - Parameter limited: whether waits must fit `--wait` and `--timeout`.
  func strava(events: any EventSink) throws(SyncFailure) -> Strava {
    Strava(
      endpoints: try Endpoints(environment: world.environment),
      transport: world.transport(world.environment["VELO_SYNC_CA_FILE"]),
      credentials: credentials, events: events, time: world.time, random: world.random,
      patience: patience, deadline: options.timeout.map { world.time.moment() + $0 })
  }
}
