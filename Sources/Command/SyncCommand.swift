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
      let sources = plan == .real ? try realSources() : Sample.sources
      loop.post(start(sources: sources, sample: plan != .real, store: folders.store))
      let sync: Sync
      switch plan {
      case .real:
        sync = try realSync(sources, events: loop.events)
      case .sample, .rehearsal:
        loop.post(.notice(plan == .sample ? .sampleData : .rehearsal))
        sync = sampleSync(events: loop.events)
      }
      return loop.run(timeout: options.timeout.map { $0 / pace }) {
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
    if mayRehearse, try credentials.sources().isEmpty, try store(sample: false).isEmpty {
      return .rehearsal
    }
    if let trouble = options.sampleTrouble { throw trouble }
    return .real
  }

  /// The sources to ask.
  private func realSources() throws(SyncFailure) -> [Source] {
    let connected = try credentials.sources()
    for source in options.sources where !connected.contains(source) {
      throw .notConnected(source)
    }
    if connected.isEmpty, try store(sample: false).isEmpty { throw .notConnected(nil) }
    return options.sources.isEmpty ? connected : options.sources
  }

  private func realSync(_ sources: [Source], events: any EventSink) throws(SyncFailure) -> Sync {
    var services: [any ActivityService] = []
    let asked = Set(sources)
    if asked.contains(.strava) {
      services.append(try strava(events: events, limited: true).service)
    }
    var settings = settings
    settings.sourcesNotAsked = try credentials.sources().filter { !asked.contains($0) }
    return Sync(
      settings: settings, services: services, health: [], store: try store(sample: false),
      time: world.time, events: events)
  }

  private func sampleSync(events: any EventSink) -> Sync {
    Sample.sync
  }

  private var settings: SyncSettings {
    SyncSettings(
      dryRun: options.dryRun, listing: Listing(full: options.full, since: options.since),
      lockPatience: options.wait ?? .zero, destination: DisplayText(folders.store))
  }

  /// Real seconds a second of the sample athlete takes, as a divisor.
  private var pace: Double {
    if case .times(let factor)? = options.speed { return factor }
    return 1
  }
}
