// `velo-sync status`: the state of everything, from stored data alone.

import Flags
import Reporting
import Network
import Storage
import Model
import Training

struct StatusCommand {
  let session: Session

  /// Shows the overview. Contacts no service, takes no lock and writes nothing.
  func run(_ loop: inout Loop) -> ExitStatus {
    let (events, time, options) = (loop.events, session.world.time, session.options)
    let session = session
    let (today, isQuiet) = (time.localDay(), session.renderer == .quiet)
    return session.showStore(&loop) { (store, connected) async throws(SyncFailure) in
      let status = try await StoreStatus(
        of: store, connected: connected, session, today: today, ftp: options.rider.ftp)
      for kind in status.events { events.post(kind) }
      let age = status.lastCompleteSync.map {
        Duration.seconds(time.wallClock().seconds - $0.seconds)
      }
      guard let maxAge = options.maxAge, age.map({ $0 > maxAge }) ?? true else { return .ok }
      if !isQuiet { events.post(.warning(.outdated(age: age, limit: maxAge))) }
      return RunSummary(outcome: .failed, exit: .temporary, counts: Counts())
    }
  }
}

extension SourceReport.State {
  /// Whether a sync contacts the source, or tries to.
  fileprivate var isConnected: Bool { [.connected, .expired, .unavailable].contains(self) }
}

/// The state of a store.
private struct StoreStatus {
  /// Every source, in the fixed order.
  private let sources: [SourceReport]
  /// The last six weeks, in order of date.
  private let rows: [ScoreDay]
  private let routine: Routine?
  private let prep: PrepSheet?
  private let power: PowerReport?
  private let latestRide: Activity?
  private let shortage: LoadShortage?

  /// - Parameters:
  ///   - connected: nil in a sample store, where a synced service counts as connected.
  ///   - ftp: the rider's own setting; without one that of the last run counts.
  /// - Throws: `storage`, `badInput`, and why a store cannot be used.
  init(
    of store: Store, connected: [Source]?, _ session: Session, today: Day, ftp: DatedSetting
  ) async throws(SyncFailure) {
    sources = try await SourceReport.all(of: store, connected: connected, session)
    rows = try await store.savedRows(days: FitnessReport.lookBack + 1)
    routine = try await store.savedRoutine()
    prep = try await store.savedPrep().map { saved in
      var prep = saved
      if let watts = ftp.value(on: today), watts != saved.ftpWatts {
        (prep.ftpWatts, prep.zones) = (watts, PowerZones.zones(ftp: watts))
      }
      return prep
    }
    latestRide = try await store.latestRide()
    let ftpWatts = ftp.value(on: today) ?? prep?.ftpWatts
    // Without an FTP, old rides may lack a load, too.
    let first = ftpWatts == nil ? nil : today.advanced(by: 1 - FitnessReport.lookBack)
    let activities = try await store.rides(since: first).filter { !$0.isExcluded }
    let rides = activities.map { RideSummary($0) }
    power = PowerReport(
      of: rides, through: today, ftpWatts: ftpWatts,
      weight: try await store.savedWeight(on: today))
    let lacking = ftpWatts == nil ? activities.count { $0.hasMeasuredPower && $0.load == nil } : 0
    shortage =
      lacking == 0
      ? nil
      : LoadShortage(
        activities: lacking, withPower: lacking, power: .suggestion(of: rides, on: today))
  }

  /// All events of the overview, without the summary.
  var events: [SyncEvent.Kind] {
    var events = sources.map { SyncEvent.Kind.source($0) }
    if let day = rows.last {
      events += ScoreKind.allCases.map {
        .score(ScoreReport(kind: $0, score: day[$0], date: day.date, cached: true))
      }
    }
    if let report = FitnessReport(rows) { events.append(.fitness(report)) }
    if let power { events.append(.power(power)) }
    if let latestRide { events.append(.activity(ListedRide(latestRide))) }
    if let shortage { events.append(.notice(.loadsMissing(shortage))) }
    if let routine { events.append(.routine(routine)) }
    if let prep { events.append(.prep(prep)) }
    return events
  }

  /// The time of the oldest last sync among the connected sources; without any, the last import.
  /// nil when a connected source was never synced, or there is nothing.
  var lastCompleteSync: Timestamp? {
    let connected = sources.filter { $0.source.isConnectable && $0.state.isConnected }
    if connected.isEmpty {
      return sources.filter { $0.state == .imported }.compactMap(\.lastSync).max()
    }
    let ends = connected.compactMap(\.lastSync)
    return ends.count == connected.count ? ends.min() : nil
  }
}
