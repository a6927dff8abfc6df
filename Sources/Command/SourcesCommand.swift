// `velo-sync sources`: every source with its state and health.

import Flags
import Reporting
import Network
import Storage
import Model

extension Session {
  /// Lists every source.
  func listSources(_ loop: inout Loop) -> ExitStatus {
    do throws(SyncFailure) {
      let isSample = try Store.isSample(folders.store, on: world.files)
      let connected = isSample ? [] : try credentials.sources()
      loop.post(start(sources: connected, sample: isSample, store: folders.store))
      let (store, events) = (store(isSample: isSample, readOnly: true), loop.events)
      return loop.run {
        do throws(SyncFailure) {
          // All is read before anything is told, as by status.
          let reports = try await SourceReport.all(
            of: store, connected: isSample ? nil : connected)
          for report in reports { events.post(.source(report)) }
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
  /// How every source stands, in the fixed order.
  ///
  /// - Parameter connected: nil in a store of the sample athlete, who is signed in nowhere: there, a
  ///   service that was synced counts as connected.
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  static func all(
    of store: Store, connected: [Source]?
  ) async throws(SyncFailure) -> [SourceReport] {
    var reports: [SourceReport] = []
    for source in Source.allCases {
      let holdings = try await store.holdings(of: source)
      let isConnected = connected?.contains(source) ?? (!source.isFiles && holdings.isNoted)
      reports.append(SourceReport(source, holdings, isConnected: isConnected))
    }
    return reports
  }

  /// How a source stands, by what the store holds of it.
  private init(_ source: Source, _ holdings: SourceHoldings, isConnected: Bool) {
    self.init(
      source: source, state: holdings.state(of: source, isConnected: isConnected),
      athlete: holdings.athlete.map { $0.name ?? DisplayText($0.id) },
      lastSync: holdings.lastSync, lastError: holdings.lastError,
      activities: holdings.activities, days: holdings.days)
  }
}

extension SourceHoldings {
  /// Whether a sync has ever asked for it.
  fileprivate var isNoted: Bool { lastSync != nil || lastError != nil }

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
