// `velo-sync ride`: one ride in full from stored data, as GPX or a picture, and left out or counted
// again.

import Flags
import Imports
import Model
import Pipeline
import Reporting
import Storage
import Training

struct RideCommand {
  let session: Session
  /// An id or its beginning, a day or `latest`, as given; nil for the latest ride.
  let name: String?

  private var options: Options { session.options }

  func run(_ loop: inout Loop) -> ExitStatus {
    switch (options.exclude, options.include) {
    case (true, true): return loop.fail(.usage(.conflictingOptions("--exclude", "--include")))
    case (false, false): return show(&loop)
    case _ where name == nil:
      return loop.fail(.usage(.missingArgument(command: "ride", argument: "DATE or ID")))
    case _ where options.gpx != nil || options.svg != nil:
      return loop.fail(
        .usage(
          .conflictingOptions(
            options.exclude ? "--exclude" : "--include", options.gpx != nil ? "--gpx" : "--svg")))
    default: return change(&loop)
    }
  }

  /// Shows the ride. Contacts no service, takes no lock, and writes nothing but the files of
  /// `--gpx` and `--svg`.
  private func show(_ loop: inout Loop) -> ExitStatus {
    let (events, session) = (loop.events, session)
    let gpx = options.gpx.map { NamedOutput($0, session.world) }
    let svg = options.svg.map { NamedOutput($0, session.world) }
    if gpx?.name == "-", svg?.name == "-" {
      return loop.fail(.usage(.conflictingOptions("--gpx -", "--svg -")))
    }
    return session.showStore(&loop, namesSources: false, outputs: [gpx, svg]) {
      (store, sources) async throws(SyncFailure) in
      let today = session.world.time.localDay()
      let (ride, rides) = try await find(in: store)
      let recording = try await session.recording(of: ride, in: store)
      let trace = recording.track.map { ChartSeries.trace(of: $0) } ?? []
      let nothing =
        recording.missing ?? .badExport(file: DisplayText(ride.id.description), .noStreams)
      if let gpx {
        guard let track = recording.track else { throw nothing }
        guard let bytes = GPXText.bytes(of: ride, track) else {
          throw .badExport(file: DisplayText(ride.id.description), .noPositions)
        }
        try gpx.write(bytes, events)
      }
      if let svg {
        let picture = ChartSVG(.trace, trace, session.pictureMessages, today: today, of: ride)
        guard let picture else { throw nothing }
        try svg.write(picture.bytes, events)
      }
      let effort = try await session.effort(of: ride, recording.track, in: store)
      events.post(.activity(ListedRide(ride, among: rides, effort: effort)))
      for series in trace { events.post(.chart(series)) }
      if ride.isExcluded { events.post(.notice(.rideCounted(ride, isExcluded: true))) }
      let (source, isSample) = (ride.id.source, sources == nil)
      if recording.track == nil, !isSample, !source.isFiles,
        session.connectedForAdvice.contains(source),
        ride.averagePowerWatts != nil || ride.averageHeartRate != nil
      {
        events.post(.notice(.nextStep(.streams([source]))))
      }
      if case .badExport(let file, let failure)? = recording.missing, failure != .noSamples {
        events.post(.warning(.traceMissing(file: file, failure)))
      }
      return .ok
    }
  }

  /// The ride that is meant, and all.
  private func find(in store: Store) async throws(SyncFailure) -> (ride: Activity, all: [Activity])
  {
    let rides = try await store.rides(since: nil)
    if rides.isEmpty { throw .noRides(isConnected: try await session.awaitsSync(of: store)) }
    let today = session.world.time.localDay()
    return (try RideSelection.find(name, among: rides, today: today), rides)
  }

  /// Leaves the ride out of everything that is computed, or counts it again.
  private func change(_ loop: inout Loop) -> ExitStatus {
    let (events, session, isExcluded) = (loop.events, session, options.exclude)
    let store: Store
    do throws(SyncFailure) {
      let isSample = try Store.isSample(session.folders.store, on: session.world.files)
      session.begin([], isSample: isSample, &loop)
      store = session.store(isSample: isSample)
    } catch {
      return loop.fail(error)
    }
    let sync = Sync(
      settings: session.syncSettings, store: store, time: session.world.time,
      events: FailuresOnly(events: events))
    return loop.runReporting { () async throws(SyncFailure) in
      let (ride, _) = try await find(in: store)
      await store.exclude(ride.records, isExcluded)
      let report = await sync.run()
      guard report.exit == .ok else {
        return RunSummary(outcome: report.outcome, exit: report.exit, counts: Counts())
      }
      let rides = try await store.rides(since: nil)
      if let changed = rides.first(where: { $0.id == ride.id }) {
        let effort = try await session.effort(of: changed, nil, in: store)
        events.post(.activity(ListedRide(changed, among: rides, effort: effort)))
        events.post(.notice(.rideCounted(changed, isExcluded: isExcluded)))
      }
      return .ok
    }
  }
}

extension Session {
  /// - Throws: `storage`, and what keeps a store from being used.
  fileprivate func effort(
    of ride: Activity, _ track: RideTrack?, in store: Store
  ) async throws(SyncFailure) -> RideEffort {
    let known = try await store.thresholds()?.athlete.ftpWatts
    // The load tells an FTP that was set for one run, and that of the day at Intervals.icu.
    let ftp = options.rider.settings(on: ride.day).ftpWatts ?? ride.ftpOfLoad ?? known
    return RideEffort(of: ride, ftpWatts: ftp, track: track)
  }

  /// The second-by-second data of a ride: as stored, or read again from the file that it came from.
  /// Without both, why that file does not give it, if there should be one.
  ///
  /// - Throws: `storage`, `badInput`, `interrupted`, `exhausted`.
  fileprivate func recording(
    of ride: Activity, in store: Store
  ) async throws(SyncFailure) -> (track: RideTrack?, missing: SyncFailure?) {
    if let track = try await store.track(of: ride) { return (track, nil) }
    let origins = await store.origins(of: ride)
    let index = try await store.recordedFiles(in: folderList.folders())
    if index.isEmpty { return (nil, nil) }
    var missing: SyncFailure?
    for (id, from) in origins {
      do throws(SyncFailure) {
        let bytes = try await FileImport.streams(
          of: id, startingAt: ride.start, from: from, in: index, on: world.files,
          formulas: formulas)
        if let track = RideTrack(strava: bytes) { return (track, nil) }
        missing = .badExport(file: DisplayText(id.description), .noSamples)
      } catch {
        guard case .badExport = error else { throw error }
        missing = error
      }
    }
    return (nil, missing)
  }
}

/// Passes on what went wrong, and what is said once: the steps of computing anew are of no interest
/// here.
private struct FailuresOnly: EventSink {
  let events: any EventSink

  func post(_ kind: SyncEvent.Kind) {
    switch kind {
    case .failure, .warning, .waiting, .notice(.loadsOutdated): events.post(kind)
    default: break
    }
  }
}
