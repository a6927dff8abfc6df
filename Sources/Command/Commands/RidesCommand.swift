// `velo-sync rides`: a list of the stored rides, or what they add up to, from stored data alone.

import Flags
import Format
import Model
import Reporting
import Storage
import Training

struct RidesCommand {
  let session: Session

  /// Lists rides. Contacts no service, takes no lock and writes nothing.
  func run(_ loop: inout Loop) -> ExitStatus {
    let (events, options, today) = (loop.events, session.options, session.world.time.localDay())
    let output = options.csv ? NamedOutput("-", session.world) : nil
    return session.showStore(&loop, namesSources: false, outputs: [output]) {
      (store, _) async throws(SyncFailure) in
      let selection = RideSelection(options, today: today)
      // A ride that is left out is listed, but adds nothing up.
      func counted(_ rides: [Activity]) -> [Activity] {
        options.grouping == nil ? rides : rides.filter { !$0.isExcluded }
      }
      var (rides, others) = selection.select(
        counted(try await store.rides(since: selection.first, until: selection.last)))
      var notes: [RideListNote] = []
      if rides.isEmpty {
        let stored = try await store.rides(since: nil)
        let all = counted(stored)
        let latest = selection.latest(of: all)
        let isUsual = options.since == nil && options.until == nil && options.grouping == nil
        if !latest.isEmpty, let first = selection.first, isUsual, !options.all {
          rides = Array(latest.prefix(RideSelection.mostLatest))
          notes = [.latest(count: rides.count, since: first)]
        } else if options.grouping != nil, options.sport == nil || all.isEmpty,
          let ride = stored.leftOut
        {
          notes = [.nothingCounts(ride.id)]
        } else if all.isEmpty {
          notes = [.nothingStored(isConnected: try await session.awaitsSync(of: store))]
        } else {
          notes = [selection.reason(latest: latest.first, among: all, options)]
        }
      }
      if others > 0, options.sport == nil || !rides.isEmpty {
        notes.append(.otherSports(count: others))
      }
      let totals = options.grouping.map { RideTotal.totals(of: rides, by: $0) }
      if let output {
        try output.write(totals.map { RideCSV.bytes($0) } ?? RideCSV.bytes(rides), events)
        return .ok
      }
      if let totals {
        for total in totals { events.post(.total(total)) }
      } else {
        for ride in rides { events.post(.activity(ListedRide(ride))) }
      }
      if options.grouping == .year {
        let numbers = Units.allCases.map { ($0, EddingtonNumber(of: rides, in: $0, today: today)) }
        let known = Dictionary(uniqueKeysWithValues: numbers).compactMapValues { $0 }
        if !known.isEmpty { notes.append(.eddington(known)) }
      }
      for note in notes { events.post(.notice(.rideList(note))) }
      return .ok
    }
  }
}

extension RidesCommand {
  /// Prints `latest`, and the days and ids of rides that begin with the word: those of the year
  /// that is typed, else of the last six weeks; where they have none, of all years.
  func printNames(beginning: String, _ loop: inout Loop) -> ExitStatus {
    let (events, today) = (loop.events, session.world.time.localDay())
    let output = NamedOutput("-", session.world)
    let exit = session.showStore(&loop, namesSources: false) {
      (store, _) async throws(SyncFailure) in
      let year = Day.span(String(beginning.prefix(4)))
      var names: [String] = []
      for (first, last) in [
        (year?.lowerBound ?? RideSelection.usualFirst(by: nil, today: today), year?.upperBound),
        (nil, nil),
      ] where names.isEmpty {
        let rides = try await store.rides(since: first, until: last)
        names = rides.sorted { $0.isListedBefore($1) }
          .flatMap { [$0.day.description, $0.id.description] }
          .filter { $0.hasPrefix(beginning) }
      }
      var seen: Set<String> = []
      let text = names.filter { seen.insert($0).inserted }.map { $0 + "\n" }.joined()
      try output.write(Array(text.utf8), events)
      return .ok
    }
    if "latest".hasPrefix(beginning) { loop.write([Chunk(.standardOutput, line: "latest")]) }
    return output.end(exit, &loop)
  }
}

extension RideSelection {
  fileprivate init(_ options: Options, today: Day) {
    self.init()
    last = options.until
    sport = options.sport
    sources = options.sources
    // A list up to a day begins six weeks before it.
    first =
      options.since
      ?? (options.all ? nil : Self.usualFirst(by: options.grouping, today: last ?? today))
  }

  fileprivate static let mostLatest = 10

  /// Those of any time, the newest first.
  fileprivate func latest(of all: [Activity]) -> [Activity] {
    var earlier = self
    earlier.first = nil
    return earlier.select(all).rides
  }

  /// Why there is nothing to list.
  fileprivate func reason(
    latest: Activity?, among all: [Activity], _ options: Options
  ) -> RideListNote {
    let named = sources.map(\.rawValue).joined(separator: ",")
    var ofSources = RideSelection()
    (ofSources.sources, ofSources.sport) = (sources, "all")
    let given = [
      named.isEmpty || ofSources.select(all).rides.isEmpty ? nil : "--source \(named)",
      options.grouping.map { "--by \($0.rawValue)" },
    ]
    let kept = given.compactMap { $0.map { " " + $0 } }.joined()
    guard let first, let latest else { return .noneFound(options: DisplayText(kept)) }
    let sport = sport.map { " --sport \(shellWord($0))" } ?? ""
    let until = options.until.map { " --until \($0)" } ?? ""
    let grouping = options.grouping.flatMap { [.sport, .gear].contains($0) ? nil : $0 } ?? .day
    return .noneSince(
      first, until: options.until, latest: grouping.label(of: latest) ?? "",
      options: DisplayText(kept + sport + until))
  }
}

extension [Activity] {
  /// Where all rides are left out, or everything is, the one to count again; nil otherwise.
  var leftOut: Activity? {
    let counted = filter { !$0.isExcluded }
    if counted.contains(where: \.isRide) { return nil }
    return last(where: \.isRide) ?? (counted.isEmpty ? last : nil)
  }
}
