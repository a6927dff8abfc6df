// `velo-sync ride`: one ride in full from stored data, as GPX, and left out or counted again.

import Flags
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
    case (true, true):
      return loop.fail(.usage(.conflictingOptions("--exclude", "--include")))
    case (false, false): return show(&loop)
    case _ where name == nil:
      return loop.fail(.usage(.missingArgument(command: "ride", argument: "DATE or ID")))
    default: return change(&loop)
    }
  }

  /// Shows the ride. Contacts no service, takes no lock, and writes nothing but the file of `--gpx`.
  private func show(_ loop: inout Loop) -> ExitStatus {
    let (events, options, name) = (loop.events, options, name)
    let track = options.gpx.map { NamedOutput($0, session.world) }
    let exit = session.showStore(&loop, namesSources: false) {
      (store, _) async throws(SyncFailure) in
      let rides = try await store.rides(since: nil)
      let ride = try RideSelection.find(name, among: rides)
      if let track {
        guard let points = try await store.track(of: ride),
          let bytes = GPXText.bytes(of: ride, points)
        else { throw .badExport(file: DisplayText(ride.id.description), .noPositions) }
        try track.write(bytes)
      }
      events.post(.activity(ListedRide(ride, among: rides)))
      return .ok
    }
    return track?.end(exit, &loop) ?? exit
  }

  /// Leaves the ride out of everything that is computed, or counts it again.
  private func change(_ loop: inout Loop) -> ExitStatus {
    let (events, isExcluded, name) = (loop.events, options.exclude, name)
    let store: Store
    do throws(SyncFailure) {
      let isSample = try Store.isSample(session.folders.store, on: session.world.files)
      session.begin([], isSample: isSample, &loop)
      store = session.store(isSample: isSample)
    } catch {
      return loop.fail(error)
    }
    let sync = Sync(
      settings: session.syncSettings, services: [], health: [], store: store,
      time: session.world.time, events: FailuresOnly(events: events))
    return loop.runReporting { () async throws(SyncFailure) in
      let ride = try RideSelection.find(name, among: try await store.rides(since: nil))
      await store.exclude(ride.records, isExcluded)
      let report = await sync.run()
      guard report.exit == .ok else {
        return RunSummary(outcome: report.outcome, exit: report.exit, counts: Counts())
      }
      let rides = try await store.rides(since: nil)
      if let changed = rides.first(where: { $0.id == ride.id }) {
        events.post(.activity(ListedRide(changed, among: rides)))
      }
      return .ok
    }
  }
}

/// Passes on what went wrong: the steps of computing anew are of no interest here.
private struct FailuresOnly: EventSink {
  let events: any EventSink

  func post(_ kind: SyncEvent.Kind) {
    switch kind {
    case .failure, .warning, .waiting: events.post(kind)
    default: break
    }
  }
}
