// `velo-sync sources`: every source with its state and health.

import Reporting
import Services
import Storage
import SyncModel

extension Session {
  /// Lists every source.
  func listSources(_ loop: inout Loop) -> ExitStatus {
    do throws(SyncFailure) {
      let connected = try credentials.sources()
      loop.post(start(sources: connected, sample: options.sample, store: folders.store))
      let (store, events) = (try store(), loop.events)
      return loop.run {
        do throws(SyncFailure) {
          for source in Source.allCases {
            let holdings = try await store.holdings(of: source)
            events.post(
              .source(
                SourceReport(
                  source: source, state: state(connected.contains(source), holdings),
                  lastSync: holdings.lastSync, lastError: holdings.lastError,
                  activities: holdings.activities, days: holdings.days)))
          }
          return .ok
        } catch {
          events.post(.failure(error))
          return RunSummary(error)
        }
      }
    } catch {
      return loop.fail(error)
    }
  }
}
