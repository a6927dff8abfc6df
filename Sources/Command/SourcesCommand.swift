// `velo-sync sources`: every source with its state and health.

import Flags
import Reporting
import Services
import Storage
import SyncModel

extension Session {
  /// Lists every source.
  func listSources(_ loop: inout Loop) -> ExitStatus {
    do throws(SyncFailure) {
      let isSample = try Store.isSample(folders.store, on: world.files)
      // The sample athlete is signed in nowhere.
      let connected = isSample ? [] : try credentials.sources()
      loop.post(start(sources: connected, sample: isSample, store: folders.store))
      let (store, events) = (store(isSample: isSample, readOnly: true), loop.events)
      return loop.run {
        do throws(SyncFailure) {
          for source in Source.allCases {
            let holdings = try await store.holdings(of: source)
            events.post(
              .source(
                SourceReport(source, holdings, isConnected: connected.contains(source))))
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

extension SourceReport {
  /// How a source stands, by what the store holds of it.
  init(_ source: Source, _ holdings: SourceHoldings, isConnected: Bool) {
    self.init(
      source: source, state: holdings.state(of: source, isConnected: isConnected),
      athlete: holdings.athlete.map { $0.name ?? DisplayText($0.id) },
      lastSync: holdings.lastSync, lastError: holdings.lastError,
      activities: holdings.activities, days: holdings.days)
  }
}

extension SourceHoldings {
  /// How a source stands: its connection, and what the last sync said of it.
  fileprivate func state(of source: Source, isConnected: Bool) -> SourceReport.State {
    guard isConnected else {
      return source.isFiles && activities + days > 0 ? .imported : .notConnected
    }
    return switch lastError {
    case "auth", "permission": .expired
    case "network", "timeout", "server": .unavailable
    default: .connected
    }
  }
}
