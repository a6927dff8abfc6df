// From a Strava account to plain files, first and again.

import Codec
import Support
import Testing

@Suite(.blocking) struct SyncTests {
  @Test func firstSyncStoresEverythingInYearFiles() throws {
    let rides = RideBuilder.history(1000) + RideBuilder.newYearRides() + RideBuilder.oddRides()
    let rider = try Rider.connected(rides: rides)
    rider.strava.edit { $0.rides.pageLengths = [2: 137, 4: 1] }
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.count("new"), Int64(rides.count))
    expectEqual(Set(try rider.storedIDs()), Set(rides.map { "\($0.id)" }))
    try expectEqual(rider.storedIDs().count, rides.count)
    for (file, record) in try rider.records() {
      let local = try #require(record["start_local"]?.string)
      expectEqual(file, local.prefix(4) + ".ndjson")
    }
    let starts = try rider.records().map { ($0.file, $0.record["start"]?.string ?? "") }
    for (earlier, later) in zip(starts, starts.dropFirst()) where earlier.0 == later.0 {
      #expect(earlier.1 <= later.1)
    }
    // Oldest first, and large; pages at unknown positions are a little shorter.
    let pages = rider.strava.listRequests
    #expect(pages.allSatisfy { $0.query["after"] != nil })
    let sizes = pages.map { $0.query["per_page"].flatMap { Int($0) } ?? 0 }
    #expect(sizes.allSatisfy { 190...200 ~= $0 })
    expectEqual(events.types.first, "version")
    expectEqual(events.types.last, "summary")
    expectEqual(
      events.statuses,
      [
        "fetching_health_data", "contacting_integrations", "downloading_activities",
        "downloading_activities", "generating_routine", "processing_data", "computing_zones",
        "calculating_scores", "building_prep", "saving", "finalizing", "complete", "updated",
      ])
  }

  @Test func recordsKeepEveryDigit() throws {
    let rides = RideBuilder.oddRides()
    let rider = try Rider.connected(rides: rides)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    for ride in rides {
      let stored = try rider.records().first { $0.record["source_id"]?.string == "\(ride.id)" }
      let raw = try #require(stored?.record["raw"])
      let sent = try JSONValue(parsing: Array(ride.json.utf8))
      expectEqual(raw.compact, sent.compact)
    }
  }

  @Test func aSecondRunRewritesNothing() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.snapshot(of: rider.store)
    try rider.strava.server.settle()
    let listed = rider.strava.listRequests.count
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.count("new") == 0 && events.count("changed") == 0)
    try expectEqual(Disk.snapshot(of: rider.store), before)
    expectEqual(
      events.statuses,
      [
        "contacting_integrations", "downloading_activities", "downloading_activities",
        "refreshing_scores", "updated",
      ])
    // One page with the last 30 days, and the empty one.
    expectEqual(rider.strava.listRequests.count - listed, 2)
    let plain = try rider.run()
    expectEqual(plain.outputLines.last?.contains("Updated: nothing new"), true)
  }

  @Test func seesNewEditedAndDeletedRides() throws {
    let rides = RideBuilder.history(300)
    let rider = try Rider.connected(rides: rides)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let newest = try #require(rides.last)
    let recent = rides[rides.count - 2]
    rider.strava.edit { account in
      account.rides.edit(newest.id) { $0.name = "Renamed" }
      account.rides.delete(recent.id)
      var ride = newest
      ride.id += 1
      ride.start += 7200
      account.rides.add([ride])
    }
    let events = try rider.events()
    expectEqual(events.count("new"), 1)
    expectEqual(events.count("changed"), 1)
    expectEqual(events.count("deleted"), 1)
    let records = try rider.records()
    #expect(records.contains { $0.record["name"]?.string == "Renamed" })
    #expect(!records.contains { $0.record["source_id"]?.string == "\(recent.id)" })
    expectEqual(records.count, rides.count)
  }

  @Test func olderEditsNeedFull() throws {
    let rides = RideBuilder.history(200)
    let rider = try Rider.connected(rides: rides)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let old = rides[3]
    rider.strava.edit { $0.rides.edit(old.id) { $0.name = "Long ago" } }
    try expectEqual(rider.events().count("changed"), 0)
    try expectEqual(rider.events("--full").count("changed"), 1)
    #expect(try rider.records().contains { $0.record["name"]?.string == "Long ago" })
  }

  @Test func sinceIsTheStartDateOfTheStore() throws {
    let rides = RideBuilder.history(200)
    let rider = try Rider.connected(rides: rides)
    let middle = rides[100].localStart.text.prefix(10)
    try expectEqual(rider.run("--quiet", "--since", String(middle)).status, .exited(0))
    let kept = try rider.storedIDs()
    #expect(kept.count > 50 && kept.count <= 101)
    try expectEqual(rider.events().count("new"), 0)
    try expectEqual(rider.events("--full").count("new"), Int64(rides.count - kept.count))
  }

  /// A rider with a new threshold is notified once; older rides change only with `--full`.
  @Test func aNewThresholdAppliesToOldRidesOnlyWithFull() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(60))
    func loads() throws -> [Double?] { try rider.records().map { $0.record["load"]?.double } }
    func isSaid(_ arguments: String...) throws -> Bool {
      try Events(rider.program(arguments + ["--json"]).run()).of("notice").contains {
        $0["code"]?.string == "load_outdated"
      }
    }
    #expect(try !isSaid("--ftp", "300"))
    let before = try loads()
    #expect(before.contains { $0 != nil })
    #expect(try isSaid("--ftp", "250"))
    #expect(try !isSaid("--ftp", "250"))
    try expectEqual(loads(), before)
    #expect(try !isSaid("--ftp", "250", "--full"))
    // The load grows with the square of the intensity.
    for (old, new) in zip(before, try loads()) {
      guard let old, let new else { continue }
      #expect(abs(new - old * 1.44) < 0.02)
    }
  }

  @Test func dryRunWritesNothingAndCountsTheSame() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(250))
    let before = try Disk.snapshot(of: rider.home.path)
    let dry = try rider.run("--dry-run")
    expectEqual(dry.status, .exited(0))
    expectEqual(dry.outputLines.last?.contains("Dry run, nothing written: 250 new"), true)
    try expectEqual(Disk.snapshot(of: rider.home.path), before)
    try expectEqual(rider.events().count("new"), 250)
  }

  @Test func twoRunsAtOnce() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(10))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let first = try rider.program("--quiet").start()
    try gate.waitUntilHeld(1)
    let second = try rider.run()
    expectEqual(second.status, .exited(75))
    expectEqual(second.errorLines.first?.contains("Another sync is running (since "), true)
    #expect(second.errors.contains("process \(first.pid)"))
    let patient = try rider.program("--wait", "1m", "--json").start()
    try patient.wait(for: "\"reason\":\"locked\"")
    gate.release()
    try expectEqual(first.wait().status, .exited(0))
    try expectEqual(patient.wait().status, .exited(0))
    try expectEqual(rider.storedIDs().count, 10)
  }

  @Test func anotherStoreHasItsOwnCursorsAndLock() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(20))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try rider.strava.server.settle()
    // The athlete first, then the list, during which the lock is held.
    let gate = rider.strava.server.hold(request: rider.strava.server.requests.count + 2)
    let holder = try rider.program("--quiet").start()
    try gate.waitUntilHeld(1)
    try expectEqual(rider.run("--quiet").status, .exited(75))
    let other = rider.home / "other store"
    try expectEqual(rider.run("--quiet", "--store", other).status, .exited(0))
    gate.release()
    try expectEqual(holder.wait().status, .exited(0))
    try expectEqual(
      contents(of: other + "/activities/strava"), contents(of: rider.store + "/activities/strava"))
    #expect(try rider.events("--store", other).count("unchanged") != 0)
  }

  @Test(arguments: [true, false])
  func aRideDeletedWhileTheListIsReadHidesNoOther(_ isFirst: Bool) throws {
    let rides = RideBuilder.history(700)
    let rider = try Rider.connected(rides: rides)
    if !isFirst { try expectEqual(rider.run("--quiet").status, .exited(0)) }
    try rider.strava.server.settle()
    let gone = Set([rides[3].id, rides[150].id])
    rider.strava.before(.path("/athlete/activities", nth: 2)) { account in
      for id in gone { account.rides.delete(id) }
    }
    try expectEqual(rider.run("--quiet", "--full").status, .exited(0))
    let others = Set(rides.map(\.id).filter { !gone.contains($0) }.map { "\($0)" })
    #expect(try others.isSubset(of: rider.storedIDs()))
    try expectEqual(rider.run("--quiet", "--full").status, .exited(0))
    try expectEqual(Set(rider.storedIDs()), others)
  }

  @Test(arguments: [false, true])
  func hiddenRidesAndInclusiveBoundsLoseNothing(_ boundsAreInclusive: Bool) throws {
    var rides = RideBuilder.history(700)
    for index in rides.indices where index % 7 == 0 { rides[index].isHidden = true }
    let rider = try Rider.connected(rides: rides)
    rider.strava.edit { $0.rides.boundsAreInclusive = boundsAreInclusive }
    let shown = rides.filter { !$0.isHidden }.map { "\($0.id)" }
    try expectEqual(rider.events().count("new"), Int64(shown.count))
    try expectEqual(rider.storedIDs().sorted(), shown.sorted())
    let again = try rider.events()
    #expect(again.count("new") == 0 && again.count("deleted") == 0)
  }

  @Test func aStoreThatIsAFileIsReported() throws {
    let rider = try Rider.connected()
    let file = try rider.home.write("x", to: "notes.txt")
    for command in ["status", "sync"] {
      let result = try rider.run(command, "--store", file)
      expectEqual(result.status, .exited(74))
      expectEqual(
        result.errorLines,
        [
          "velo-sync: Couldn't read ~/notes.txt (not a folder). Nothing was lost. (storage)",
          "  Check the path",
        ])
    }
  }

  @Test func refusesNewerFormatsOtherAthletesAndTornLines() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(20))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    rider.strava.edit { $0.athlete.id += 1 }
    let other = try rider.run()
    expectEqual(other.status, .exited(78))
    #expect(other.errors.contains("--store"))
    rider.strava.edit { $0.athlete.id -= 1 }
    let year = try #require(Disk.names(in: rider.store + "/activities/strava").last)
    let file = rider.store + "/activities/strava/" + year
    let whole = try #require(try Disk.read(file))
    try Disk.write(whole + Array("{\"id\":".utf8), to: file)
    let damaged = try rider.run()
    expectEqual(damaged.status, .exited(65))
    #expect(damaged.errors.contains(year))
    try Disk.write(whole, to: file)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try Disk.write(Array("2\n".utf8), to: rider.store + "/format")
    let newer = try rider.run()
    expectEqual(newer.status, .exited(78))
    #expect(newer.errors.contains("newer velo-sync"))
  }

  @Test func aFileChangedUnderTheCursorIsListedAgain() throws {
    let rides = RideBuilder.history(300)
    let rider = try Rider.connected(rides: rides)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let folder = rider.store + "/activities/strava"
    let oldest = try #require(Disk.names(in: folder).first)
    Disk.remove("\(folder)/\(oldest)")
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(rider.storedIDs().count, rides.count)
  }

  @Test func aRemovedPrepSheetIsWrittenAgain() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(50))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let prep = try Disk.read(rider.store + "/prep.json")
    Disk.remove(rider.store + "/prep.json")
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(Disk.read(rider.store + "/prep.json"), prep)
  }

  /// File names with their bytes.
  private func contents(of folder: String) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in Disk.names(in: folder) { found[name] = try Disk.read("\(folder)/\(name)") }
    return found
  }
}
