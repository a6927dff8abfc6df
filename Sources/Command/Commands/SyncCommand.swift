// `velo-sync [sync]`: syncs the connected services, or the sample athlete.

import Flags
import Imports
import Model
import Network
import Pipeline
import Services
import Storage

struct SyncCommand {
  let session: Session

  var options: Options { session.options }
  var world: World { session.world }

  /// Syncs, and retries as long as that fails and the person asks for it.
  func run(_ loop: inout Loop) -> ExitStatus {
    // They serve all attempts: one may have new tokens that could not be saved yet.
    var services: [Source: any ActivityService] = [:]
    return session.runWithRetries(&loop) { (attempt, loop) throws(SyncFailure) in
      let (sync, isSample) = try self.sync(attempt: attempt.number, &services, &loop)
      if case .signIn(let source) = attempt.retryOption, !isSample {
        let dialog = SignInDialog(session, source, after: attempt.earlier?.failures ?? [])
        let report = dialog.signIn(&loop)
        guard report?.outcome == .ok else { return report }
      }
      let earlier = attempt.earlier
      return attempt.end(
        with: loop.work(timeout: options.timeout) { await sync.run(after: earlier) })
    }
  }

  /// Prepares the sync that the options request and posts the start of the run.
  ///
  /// - Throws: why it cannot run.
  private func sync(
    attempt: Int, _ services: inout [Source: any ActivityService], _ loop: inout Loop
  ) throws(SyncFailure) -> (sync: Sync, isSample: Bool) {
    if options.sample { return (try sampleSync(.sampleData, attempt: attempt, &loop), true) }
    let connected = try session.connectedSources()
    if options.dryRun, options.sources.isEmpty, connected.isEmpty,
      try !Store.holds(Source.allCases, in: session.folders.store, on: world.files)
    {
      return (try sampleSync(.rehearsal, attempt: attempt, &loop), true)
    }
    if let failure = options.sampleFailure { throw failure }
    let sources = options.sources.isEmpty ? connected : options.sources
    session.begin(sources, attempt: attempt, &loop)
    for source in sources where !connected.contains(source) { throw .notConnected(source) }
    // Without a service, a sync makes sense only for imported data.
    if connected.isEmpty, try !Store.holdsImports(in: session.folders.store, on: world.files) {
      try session.refuseSampleStore()
      throw .notConnected(nil)
    }
    for source in sources where !source.isFiles && services[source] == nil {
      services[source] = try session.account(at: source, loop)?.service
    }
    var settings = session.syncSettings
    settings.sourcesNotAsked = connected.filter { !sources.contains($0) }
    let sync = Sync(
      settings: settings, services: Array(services.values),
      files: sources.contains(.files) ? try session.connectedFolders() : nil,
      store: session.store(readOnly: options.dryRun), time: world.time, events: loop.events)
    return (sync, false)
  }
}
