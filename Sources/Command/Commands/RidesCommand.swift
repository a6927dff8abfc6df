// `velo-sync rides`: a list of the stored rides, or what they add up to, from stored data alone.

import Flags
import Format
import Model
import Storage
import Training

struct RidesCommand {
  let session: Session

  /// Lists rides. Contacts no service, takes no lock and writes nothing.
  func run(_ loop: inout Loop) -> ExitStatus {
    let (events, options, today) = (loop.events, session.options, session.world.time.localDay())
    let output = options.csv ? NamedOutput("-", session.world) : nil
    let exit = session.showStore(&loop, namesSources: false) {
      (store, _) async throws(SyncFailure) in
      let selection = RideSelection(options, today: today)
      let (rides, others) = selection.select(
        try await store.rides(since: selection.first, until: selection.last))
      let totals = options.grouping.map { RideTotal.totals(of: rides, by: $0) }
      var note: RideListNote? = others > 0 ? .otherSports(count: others) : nil
      if rides.isEmpty, others == 0 { note = try await selection.reason(of: store) }
      if let output {
        try output.write(totals.map { RideCSV.bytes($0) } ?? RideCSV.bytes(rides))
        return .ok
      }
      if let totals {
        for total in totals { events.post(.total(total)) }
      } else {
        for ride in rides { events.post(.activity(ListedRide(ride))) }
      }
      if let note { events.post(.notice(.rideList(note))) }
      return .ok
    }
    return output?.end(exit, &loop) ?? exit
  }
}

extension RideSelection {
  fileprivate init(_ options: Options, today: Day) {
    self.init()
    first = options.since ?? Self.usualFirst(by: options.grouping, today: today)
    last = options.until
    sport = options.sport
    sources = options.sources
    // A list up to a day begins six weeks before it.
    if options.since == nil, let until = options.until {
      first = Self.usualFirst(by: options.grouping, today: until)
    }
  }

  /// Why there is nothing to list.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  fileprivate func reason(of store: Store) async throws(SyncFailure) -> RideListNote {
    let all = try await store.rides(since: nil)
    if all.isEmpty { return .nothingStored }
    var earlier = self
    earlier.first = nil
    guard let first, let latest = earlier.select(all).rides.first else { return .noneFound }
    return .noneSince(first, latest: latest.day)
  }
}
