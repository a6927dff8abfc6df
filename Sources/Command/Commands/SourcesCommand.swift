// `velo-sync sources`: lists every source with its state.

import Flags
import Reporting
import Network
import Storage
import Model

struct SourcesCommand {
  let session: Session

  /// Lists every source.
  func run(_ loop: inout Loop) -> ExitStatus {
    let events = loop.events
    return session.showStore(&loop) { (store, connected) async throws(SyncFailure) in
      let reports = try await SourceReport.all(of: store, connected: connected)
      for report in reports { events.post(.source(report)) }
      return .ok
    }
  }
}

extension SourceReport {
  /// The state of every source, in the fixed order.
  ///
  /// - Parameter connected: nil in a sample store, where nothing is signed in: a service that was
  ///   synced then counts as connected.
  /// - Throws: `storage`, `badInput`, and why a store cannot be used.
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

  /// The state of a source, from what the store has of it.
  private init(_ source: Source, _ holdings: SourceHoldings, isConnected: Bool) {
    self.init(
      source: source, state: holdings.state(of: source, isConnected: isConnected),
      athlete: holdings.athlete.map { $0.name ?? DisplayText($0.id) },
      lastSync: holdings.lastSync, lastError: holdings.lastError,
      activities: holdings.activities, rides: holdings.rides, days: holdings.days)
  }
}

extension SourceHoldings {
  /// Whether a sync has ever contacted it.
  fileprivate var isNoted: Bool { lastSync != nil || lastError != nil }

  /// The state of a source, from its connection and its last sync.
  fileprivate func state(of source: Source, isConnected: Bool) -> SourceReport.State {
    guard isConnected else {
      return source.isFiles && activities + days > 0 ? .imported : .notConnected
    }
    return switch lastError {
    case "auth", "permission": .expired
    case "network", "timeout", "server", "missing_input": .unavailable
    default: .connected
    }
  }
}
