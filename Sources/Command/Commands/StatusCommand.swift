// `velo-sync status`: the state of everything, from stored data alone.

import Flags
import Reporting
import Network
import Platform
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
      let sources = try await SourceReport.all(of: store, connected: connected, session)
      let rest = try await store.overview(today: today, ftp: options.rider.ftp)
      if let holder = await store.holder(isRunning: CurrentProcess.isRunning) {
        let status = holder.since.flatMap {
          LastRun.status(
            of: session.folders.store, since: $0, in: session.folders.state,
            on: session.world.files)
        }
        events.post(.notice(.syncRunning(since: holder.since, status)))
      }
      for kind in sources.map({ .source($0) }) + rest { events.post(kind) }
      let age = lastCompleteSync(of: sources).map {
        Duration.seconds(time.wallClock().seconds - $0.seconds)
      }
      // One that is dated ahead is of a clock that was wrong.
      guard let maxAge = options.maxAge, age.map({ $0 > maxAge || $0 < .seconds(-300) }) ?? true
      else { return .ok }
      let isConnected = sources.contains { $0.state.isConnected }
      if !isQuiet {
        events.post(.warning(.outdated(age: age, limit: maxAge, isConnected: isConnected)))
      }
      return RunSummary(outcome: .failed, exit: .temporary, counts: Counts())
    }
  }
}

extension SourceReport.State {
  /// Whether a sync contacts the source, or tries to.
  fileprivate var isConnected: Bool { [.connected, .expired, .unavailable].contains(self) }
}

extension Store {
  /// The events of the overview after the sources.
  ///
  /// - Parameter ftp: the rider's own setting; without one that of the last run counts.
  /// - Throws: `storage`, `badInput`, and why a store cannot be used.
  fileprivate func overview(today: Day, ftp: DatedSetting) throws(SyncFailure) -> [SyncEvent.Kind] {
    let last = try savedScores()?.date ?? today
    let rows = try savedRows(since: last.advanced(by: -FitnessReport.lookBack))
    let routine = try savedRoutine()
    var prep = try savedPrep()
    if let watts = ftp.value(on: today), watts != prep?.ftpWatts {
      prep?.ftpWatts = watts
      prep?.zones = PowerZones.zones(ftp: watts)
    }
    let ftpWatts = ftp.value(on: today) ?? prep?.ftpWatts
    // Without an FTP, old rides may lack a load, too.
    let first = ftpWatts == nil ? nil : today.advanced(by: 1 - FitnessReport.lookBack)
    let activities = try rides(since: first).filter { !$0.isExcluded }
    let summaries = activities.map { RideSummary($0) }
    let power = PowerReport(
      of: summaries, through: today, ftpWatts: ftpWatts, weight: try savedWeight(on: today))
    let lacking = ftpWatts == nil ? activities.count { $0.hasMeasuredPower && $0.load == nil } : 0

    var events: [SyncEvent.Kind] = []
    if let day = rows.last {
      events += ScoreKind.allCases.map {
        .score(ScoreReport(kind: $0, score: day[$0], date: day.date, cached: true))
      }
    }
    if let report = FitnessReport(rows) { events.append(.fitness(report)) }
    if let power { events.append(.power(power)) }
    if let ride = try latestRide() { events.append(.activity(ListedRide(ride))) }
    let all = activities.isEmpty ? try rides(since: nil) : activities
    if let ride = all.last, all.allSatisfy(\.isExcluded) {
      events.append(.notice(.rideCounted(ride, isExcluded: true)))
    }
    if lacking > 0 {
      let shortage = LoadShortage(
        activities: lacking, withPower: lacking, power: .suggestion(of: summaries, on: today))
      events.append(.notice(.loadsMissing(shortage)))
    }
    if let routine { events.append(.routine(routine)) }
    if let prep { events.append(.prep(prep)) }
    return events
  }
}

/// The time of the oldest last sync among the connected sources; without any, the last import. nil
/// when a connected source was never synced, or there is nothing.
private func lastCompleteSync(of sources: [SourceReport]) -> Timestamp? {
  let connected = sources.filter { $0.source.isConnectable && $0.state.isConnected }
  if connected.isEmpty {
    return sources.filter { $0.state == .imported }.compactMap(\.lastSync).max()
  }
  let ends = connected.compactMap(\.lastSync)
  return ends.count == connected.count ? ends.min() : nil
}
