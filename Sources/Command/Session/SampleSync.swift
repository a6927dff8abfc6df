// The sync of the built-in sample athlete, for dry runs and simulated failures.

import Flags
import Pipeline
import Services
import Storage
import Model
import Training

extension SyncCommand {
  /// Prepares a sync of the sample athlete instead of the services, and posts the start of the run.
  /// Only the first attempt fails as requested.
  ///
  /// - Throws: why it cannot run.
  func sampleSync(_ notice: Notice, attempt: Int, _ loop: inout Loop) throws(SyncFailure) -> Sync {
    let sources = options.sources.isEmpty ? SampleAthlete.sources : options.sources
    let simulation = attempt == 1 ? try simulation : nil
    session.begin(sources, isSample: true, attempt: attempt, &loop)
    for source in sources where !SampleAthlete.sources.contains(source) {
      throw .notConnected(source)
    }
    if attempt == 1 { loop.post(.notice(notice)) }
    let athlete = SampleAthlete(today: world.time.localDay())
    let script = SampleScript(time: world.time, speed: session.speed, simulation: simulation)
    var settings = session.syncSettings
    settings.statusPause = script.statusPause
    let saved =
      simulation != nil && options.simulation?.what == .offline
      ? SampleAthlete(today: athlete.today.advanced(by: -1)).row : nil
    let (now, folder) = (world.time.wallClock(), DisplayText(session.folders.store))
    let holder = LockHolder(process: world.process, since: now)
    let rehearsal = StoreRehearsal(saved: saved) { moment in
      switch moment {
      case .lock: simulation?.failure(of: .locked(holder))
      case .save: simulation?.failure(of: .storage(StorageFailure(path: folder, reason: .diskFull)))
      }
    }
    // A simulated failure needs requests that can fail.
    if simulation != nil { settings.listing = Listing(full: true, since: settings.listing.since) }
    return Sync(
      settings: settings,
      services: sources.contains(.strava) ? [SampleService(athlete, script)] : [],
      health: sources.contains(.appleHealth) ? [SampleHealth(athlete, script)] : [],
      store: session.store(isSample: true, readOnly: options.dryRun, rehearsal: rehearsal),
      time: world.time, events: loop.events)
  }

  private var simulation: Simulation? {
    get throws(SyncFailure) {
      guard let request = options.simulation else { return nil }
      if let source = request.source, !SampleAthlete.sources.contains(source) {
        let names = SampleAthlete.sources.map(\.rawValue).joined(separator: ", ")
        throw .usage(
          .badValue(
            option: "--simulate", value: DisplayText(source.rawValue),
            expected: DisplayText("a source of the sample athlete (\(names))")))
      }
      return Simulation(request.what, at: request.source)
    }
  }
}

extension SampleAthlete {
  /// The row of scores that a sync today would save.
  fileprivate var row: ScoreDay {
    var history = History(days: nights, today: today)
    for var activity in activities {
      // Runs have none: the athlete tells no heart rates to compute it from.
      let rated = try? Load.best(for: activity, rider: profile.rider)
      (activity.load, activity.loadFrom) = (rated?.load, rated?.origin)
      history.add(activity)
    }
    return Scoring(history, today: today, coversToday: true).row(for: today)
  }
}
