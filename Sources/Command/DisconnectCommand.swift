// `velo-sync disconnect SOURCE`: forgets a service, and its records when asked to.

import Flags
import Reporting
import Services
import Storage
import SyncModel

extension Session {
  /// Takes the permission back at the service, forgets the credentials, and purges.
  func disconnect(_ source: Source, _ loop: inout Loop) -> ExitStatus {
    loop.post(start(sources: [source], sample: false, store: folders.store))
    do throws(SyncFailure) {
      let isConnected = try credentials.sources().contains(source)
      guard isConnected || options.purge else { throw .notConnected(source) }
      if options.purge, try !confirm(source, &loop) {
        return loop.finish(RunSummary(outcome: .failed, exit: .failed, counts: Counts()))
      }
      let strava = isConnected && source == .strava ? try strava(events: loop.events) : nil
      let purged = options.purge ? store() : nil
      let (credentials, events) = (credentials, loop.events)
      return loop.run {
        do throws(SyncFailure) {
          if let strava, try await !strava.revoke() { events.post(.warning(.notRevoked(source))) }
          try await credentials.forget(source)
          try await purged?.purge(source)
          events.post(.source(SourceReport(source: source, state: .notConnected)))
          return .ok
        } catch {
          if error != .interrupted { events.post(.failure(error)) }
          return RunSummary(error)
        }
      }
    } catch {
      return loop.fail(error)
    }
  }

  /// Whether the person really wants the records deleted.
  ///
  /// - Throws: `usage` when nobody can be asked and `--yes` was not given.
  private func confirm(_ source: Source, _ loop: inout Loop) throws(SyncFailure) -> Bool {
    if options.yes { return true }
    guard isInteractive else { throw .usage(.needsConfirmation(source)) }
    return try answer(.purge(source), &loop) == source.rawValue
  }
}
