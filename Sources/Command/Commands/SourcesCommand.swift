// `velo-sync sources`: lists every source with its state.

import Flags
import Imports
import Reporting
import Network
import Storage
import Model

struct SourcesCommand {
  let session: Session

  func run(_ loop: inout Loop) -> ExitStatus {
    let (events, session) = (loop.events, session)
    return session.showStore(&loop) { (store, connected) async throws(SyncFailure) in
      var reports = try await SourceReport.all(of: store, connected: connected, session)
      let folders = connected == nil ? [] : try session.folderList.folders()
      for index in reports.indices where reports[index].source == .files {
        for folder in folders {
          reports[index].folders.append(try await .init(lookingInto: folder, session))
        }
        if folders.isEmpty { continue }
        // They may have come back since the last sync.
        let isAnyAway = reports[index].folders.contains { $0.rideFiles == nil }
        reports[index].state = isAnyAway ? .unavailable : .connected
      }
      for report in reports { events.post(.source(report)) }
      return .ok
    }
  }
}

extension SourceReport.Folder {
  /// - Throws: `interrupted`, `exhausted`. A folder that is away or cannot be read has no number.
  fileprivate init(lookingInto path: String, _ session: Session) async throws(SyncFailure) {
    self.init(path: DisplayText(path))
    do throws(SyncFailure) {
      rideFiles = try await ConnectedFolders.rideFiles(in: path, on: session.world.files)
    } catch {
      switch error {
      case .missingInput, .badExport, .permission: break
      default: throw error
      }
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
    of store: Store, connected: [Source]?, _ session: Session
  ) async throws(SyncFailure) -> [SourceReport] {
    var reports: [SourceReport] = []
    for source in Source.allCases {
      let holdings = try await store.holdings(of: source)
      let isConnected = connected?.contains(source) ?? (!source.isFiles && holdings.isNoted)
      var report = SourceReport(
        source: source, state: isConnected ? holdings.connectedState : .notConnected,
        athlete: holdings.athlete.map { $0.name ?? DisplayText($0.id) },
        lastSync: holdings.lastSync, lastError: isConnected ? holdings.lastError : nil,
        activities: holdings.activities, rides: holdings.rides, days: holdings.days)
      if isConnected {
        report.since = holdings.since
        report.isShared =
          connected != nil && !source.isFiles ? try session.credentials.isShared(source) : false
      } else if source.isFiles ? holdings.activities + holdings.days > 0 : holdings.hasArchive {
        report.state = .imported
      }
      reports.append(report)
    }
    return reports
  }
}

extension SourceHoldings {
  /// Whether a sync has ever contacted it.
  fileprivate var isNoted: Bool { lastSync != nil || lastError != nil }

  /// The state of a source that is connected, by its last sync.
  fileprivate var connectedState: SourceReport.State {
    guard let lastError else { return .connected }
    switch FailureCode(rawValue: lastError) {
    case .auth, .permission: return .expired
    // A code that only another version knows is a failure all the same.
    case .network, .timeout, .server, .missingInput, nil: return .unavailable
    case .rateLimited, .badReply, .badInput, .storage, .locked, .notConnected, .config, .usage,
      .internal, .unknown:
      return .connected
    }
  }
}
