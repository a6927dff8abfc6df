// `velo-sync [sync]`: builds the parts of a sync and runs it.

import Flags
import Pipeline
import Services
import Storage
import SyncModel

extension Session {
  /// Syncs the connected services, or the sample athlete.
  func sync(_ loop: inout Loop) -> ExitStatus {
    do throws(SyncFailure) {
      let plan = try plan()
      let connected = try credentials.sources()
      let sources = options.sources.isEmpty ? connected : options.sources
      loop.post(start(sources: sources, sample: plan != .real, store: folders.store))
      try check(sources, connected)
      let sync = try realSync(sources, connected, events: loop.events)
      return loop.run(timeout: options.timeout) {
        let report = await sync.run()
        return RunSummary(outcome: report.outcome, exit: report.exit, counts: report.counts)
      }
    } catch {
      return loop.fail(error)
    }
  }

  /// What kind of sync this is.
  private enum Plan { case real, sample, rehearsal }

  private func plan() throws(SyncFailure) -> Plan {
    if options.sample { return .sample }
    let mayRehearse = options.dryRun && options.sources.isEmpty
    if mayRehearse, try credentials.sources().isEmpty, try isStoreEmpty() { return .rehearsal }
    if let trouble = options.sampleTrouble { throw trouble }
    return .real
  }

  /// Refuses sources that are not connected, and a run that has nothing to ask and nothing stored.
  private func check(_ sources: [Source], _ connected: [Source]) throws(SyncFailure) {
    for source in sources where !connected.contains(source) { throw .notConnected(source) }
    if connected.isEmpty, try isStoreEmpty() { throw .notConnected(nil) }
  }

  private func isStoreEmpty() throws(SyncFailure) -> Bool {
    try Store.isEmpty(folders.store, on: world.files)
  }

  private func realSync(
    _ sources: [Source], _ connected: [Source], events: any EventSink
  ) throws(SyncFailure) -> Sync {
    var services: [any ActivityService] = []
    if sources.contains(.strava) { services.append(try strava(events: events).service) }
    var settings = settings
    settings.sourcesNotAsked = connected.filter { !sources.contains($0) }
    return Sync(
      settings: settings, services: services, health: [], store: store(readOnly: options.dryRun),
      time: world.time, events: events)
  }

  private var settings: SyncSettings {
    SyncSettings(
      dryRun: options.dryRun, listing: Listing(full: options.full, since: options.since),
      lockPatience: options.wait ?? .zero, destination: DisplayText(folders.store))
  }
}
