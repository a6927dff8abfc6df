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
      if options.sample { return try syncSample(&loop, notice: .sampleData) }
      let connected = try credentials.sources().filter(\.isService)
      if options.dryRun, options.sources.isEmpty, connected.isEmpty, try isStoreEmpty() {
        return try syncSample(&loop, notice: .rehearsal)
      }
      if let trouble = options.sampleTrouble { throw trouble }
      return try syncServices(connected, &loop)
    } catch {
      return loop.fail(error)
    }
  }

  private func syncServices(
    _ connected: [Source], _ loop: inout Loop
  ) throws(SyncFailure) -> ExitStatus {
    let sources = options.sources.isEmpty ? connected : options.sources
    loop.post(start(sources: sources, sample: false, store: folders.store))
    for source in sources where !connected.contains(source) { throw .notConnected(source) }
    // Without a service there is something to do only for data that came as files.
    let files = Source.allCases.filter(\.isFiles)
    if connected.isEmpty, try !Store.holds(files, in: folders.store, on: world.files) {
      throw .notConnected(nil)
    }
    var services: [any ActivityService] = []
    if sources.contains(.strava) { services.append(try strava(events: loop.events).service) }
    var settings = settings
    settings.sourcesNotAsked = connected.filter { !sources.contains($0) }
    let sync = Sync(
      settings: settings, services: services, health: [], store: store(readOnly: options.dryRun),
      time: world.time, events: loop.events)
    return run(sync, &loop)
  }

  /// The settings that hold for any sync.
  var settings: SyncSettings {
    SyncSettings(
      dryRun: options.dryRun, listing: Listing(full: options.full, since: options.since),
      lockPatience: options.wait ?? .zero, destination: DisplayText(folders.store))
  }

  /// Runs a sync to its end.
  func run(_ sync: Sync, _ loop: inout Loop) -> ExitStatus {
    loop.run(timeout: options.timeout) {
      let report = await sync.run()
      return RunSummary(outcome: report.outcome, exit: report.exit, counts: report.counts)
    }
  }

  private func isStoreEmpty() throws(SyncFailure) -> Bool {
    try !Store.holds(Source.allCases, in: folders.store, on: world.files)
  }
}

extension Source {
  /// Whether this program can ask it for activities.
  fileprivate var isService: Bool {
    switch self {
    case .strava: true
    case .intervals, .wahoo, .appleHealth, .garmin, .trainerroad: false
    }
  }
}
