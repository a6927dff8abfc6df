// `velo-sync [sync]`: syncs the connected services, or the sample athlete.

import Flags
import Model
import Pipeline
import Network
import Services
import Storage

extension Session {
  /// Syncs, and retries as long as that fails and the person asks for it.
  func sync(_ loop: inout Loop) -> ExitStatus {
    var known: SyncPlan?
    return runWithRetries(&loop) { (attempt, loop) throws(SyncFailure) in
      let plan: SyncPlan
      if let known {
        begin(known.sources, isSample: known.isSample, attempt: attempt.number, &loop)
        plan = known
      } else {
        plan = try self.plan(attempt: attempt.number, &loop)
        known = plan
      }
      if case .signIn(let source) = attempt.remedy, !plan.isSample {
        let report = signIn(to: source, after: attempt.earlier?.failures ?? [], &loop)
        guard report?.outcome == .ok else { return report }
      }
      let (sync, earlier) = (plan.sync, attempt.earlier)
      return attempt.end(
        with: loop.work(timeout: options.timeout) { await sync.run(after: earlier) })
    }
  }
}

/// A prepared sync, which can be run more than once.
struct SyncPlan: Sendable {
  let sync: Sync
  let sources: [Source]
  let isSample: Bool
}

extension Session {
  /// Prepares the sync that the options request and posts the start of the run.
  ///
  /// - Throws: why it cannot run.
  func plan(attempt: Int, _ loop: inout Loop) throws(SyncFailure) -> SyncPlan {
    if options.sample { return try planSample(.sampleData, attempt: attempt, &loop) }
    let connected = try connectedSources()
    if options.dryRun, options.sources.isEmpty, connected.isEmpty, try isStoreEmpty() {
      return try planSample(.rehearsal, attempt: attempt, &loop)
    }
    if let trouble = options.sampleTrouble { throw trouble }
    return try planServices(connected, attempt: attempt, &loop)
  }

  private func planServices(
    _ connected: [Source], attempt: Int, _ loop: inout Loop
  ) throws(SyncFailure) -> SyncPlan {
    let sources = options.sources.isEmpty ? connected : options.sources
    begin(sources, isSample: false, attempt: attempt, &loop)
    for source in sources where !connected.contains(source) { throw .notConnected(source) }
    // Without a service, a sync makes sense only for imported data.
    let files = Source.allCases.filter(\.isFiles)
    if connected.isEmpty, try !Store.holds(files, in: folders.store, on: world.files),
      try !Store.holdsArchive(in: folders.store, on: world.files)
    {
      throw .notConnected(nil)
    }
    var services: [any ActivityService] = []
    for source in sources where !source.isFiles {
      if let account = try account(at: source, loop) { services.append(account.service) }
    }
    var settings = settings
    settings.sourcesNotAsked = connected.filter { !sources.contains($0) }
    let sync = Sync(
      settings: settings, services: services, health: [],
      files: sources.contains(.files) ? try connectedFolders() : nil,
      store: store(readOnly: options.dryRun),
      time: world.time, events: loop.events)
    return SyncPlan(sync: sync, sources: sources, isSample: false)
  }

  /// Posts the start of an attempt.
  func begin(_ sources: [Source], isSample: Bool, attempt: Int, _ loop: inout Loop) {
    loop.post(start(sources: sources, sample: isSample, store: folders.store, attempt: attempt))
  }

  /// The settings common to all syncs.
  var settings: SyncSettings {
    var settings = SyncSettings(destination: DisplayText(folders.store))
    settings.dryRun = options.dryRun
    settings.listing = Listing(
      full: options.full, since: options.since, allowDeletions: options.allowDeletions)
    settings.streams = options.streams
    settings.rider = options.rider
    settings.sleepNeed = options.sleepNeed ?? settings.sleepNeed
    settings.lockWait = options.wait ?? .zero
    return settings
  }

  private func isStoreEmpty() throws(SyncFailure) -> Bool {
    try !Store.holds(Source.allCases, in: folders.store, on: world.files)
  }
}
