// `ride`: one ride in full, as GPX, and left out of everything that is computed.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideTests {
  private let importer: Importer
  private let rider: Rider
  private let truth: TrueRide

  /// Two rides of half an hour, with their second-by-second data.
  init() throws {
    importer = try Importer()
    rider = importer.rider
    let rides = [10, 3].map { days in
      TrueRide(start: Int64(Importer.today - days) * 86_400 + 36_000, seconds: 1800)
    }
    truth = rides[1]
    let folder = try importer.write(
      rides.enumerated().map { (name: "\($0).fit", bytes: $1.fit()) }, under: "rides")
    try expectEqual(importer.run(folder, "--ftp", "160", "--streams").status, .exited(0))
  }

  private func ride(_ arguments: String...) throws -> ProgramResult {
    try rider.run(["ride"] + arguments)
  }

  private func newest() throws -> JSONValue {
    try #require(rider.records("activities/garmin").last)
  }

  @Test func thePageIsInEveryMode() throws {
    let before = try Disk.snapshot(of: importer.store)
    let page = try ride()
    expectEqual(page.brief, "exit 0")
    let record = try newest()
    let bests = try #require(record["best_power_w"]?.members)
    for best in bests { expect(page.output.contains(" \(best.value.literal) W"), "\(best.name)") }
    expectEqual(page.outputBytes.filter { $0 >= 0x80 }, [])
    for word in [
      "Distance", "Power", "Heart rate", "Load", "Power zones", "Z7", "** best of all time",
    ] {
      expect(page.output.contains(word), "\(word)")
    }
    for width in ["20", "40", "60", "100"] {
      let lines = try rider.run(["ride"], environment: ["COLUMNS": width]).outputLines
      expectEqual(lines.filter { $0.count > Int(width) ?? 0 }, [], "\(width)")
    }
    let spoken = try ride("--output", "accessible").outputLines
    expectEqual(spoken.filter { !$0.hasSuffix(".") }, [])
    try expectEqual(ride("--quiet").output, "")
    let events = try rider.events(["ride"])
    expectEqual(
      events.types, ["version", "run_started", "activity", "chart", "chart", "chart", "summary"])
    expectEqual(events.of("activity").first?["id"]?.string, record["id"]?.string)
    expectEqual(
      events.of("activity").first?["best_power_rank"]?["5"]?.string, "all_time")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  /// What was written and what was changed is said, with the way back.
  @Test func whatWasDoneIsSaid() throws {
    let path = rider.home / "trace.svg"
    let size = { try #require(try Disk.read(path)).count }
    let saved = try ride("--svg", path).output
    expectEqual(saved.contains("Saved \(path) (\(try size() / 1000) kB)"), true, "\(saved)")
    let id = try #require(newest()["id"]?.string)
    let excluded = try ride(id, "--exclude").output
    expectEqual(excluded.contains("velo-sync ride \(id) --include"), true, "\(excluded)")
    let included = try rider.events("ride", id, "--include").of("notice")
    expectEqual(included.map { $0["code"]?.string }, ["ride_included"])
  }

  @Test func aRideOfAServiceWithoutTraceSaysHowToGetIt() throws {
    var ride = RideBuilder.history(1)[0]
    ride.averageWatts = 180
    let rider = try Rider.synced(rides: [ride])
    let notices = try rider.events("ride").of("notice")
    expectEqual(notices.map { $0["message"]?.string?.contains("--streams") }, [true])
    // Where that would bring nothing, it is not advised.
    try rider.run("disconnect", "strava")
    try rider.sync("--sample", "--speed", "max")
    for arguments in [[], ["--store", rider.store + "-sample"]] {
      try expectEqual(rider.events(["ride"] + arguments).of("notice").count, 0)
    }
  }

  @Test func whatIsNotFoundEndsWithItsOwnCode() throws {
    let none = try ride("2000-01-01")
    expectEqual(none.status, .exited(66))
    let first = try #require(rider.records("activities/garmin").first?["start"]?.string)
    expect(none.errors.contains(String(first.prefix(10))), "\(none.errors)")
    let several = try ride("garmin:")
    expectEqual(several.status, .exited(64))
    for record in try rider.records("activities/garmin") {
      expect(several.errors.contains(record["id"]?.string ?? "?"), "\(several.errors)")
    }
    try expectEqual(ride("latest", "--store", rider.home.path + "/none").status, .exited(66))
    for arguments in [["--exclude"], ["--include"], ["latest", "--exclude", "--include"]] {
      try expectEqual(rider.run(["ride"] + arguments).status, .exited(64))
    }
  }

  /// What is written says the same when it is read again.
  @Test func aTrackIsReadBack() throws {
    let file = rider.home.path + "/ride.gpx"
    try expectEqual(ride("--gpx", file).brief, "exit 0")
    let printed = try ride("latest", "--gpx", "-", "--json")
    try expectEqual(printed.outputBytes, Disk.read(file) ?? [])
    let other = try Importer()
    try expectEqual(other.rider.run("import", file, "--ftp", "160").status, .exited(0))
    let (old, new) = (try newest(), try #require(other.rider.records("activities/files").first))
    expectEqual(new["start"]?.string, old["start"]?.string)
    let (one, two) = (old["distance_m"]?.double ?? 0, new["distance_m"]?.double ?? 0)
    expect((one - two).magnitude <= 0.005 * one, "\(one) \(two)")
    for name in [
      "average_power_w", "weighted_power_w", "max_power_w", "average_heart_rate_bpm",
      "max_heart_rate_bpm", "best_power_w", "power_zone_s",
    ] {
      expectEqual(new[name]?.literal, old[name]?.literal, "\(name)")
    }
  }

  @Test func withoutPositionsThereIsNoTrack() throws {
    var indoors = TrueRide(start: 1_600_000_000, seconds: 600)
    indoors.hasPosition = false
    let folder = try importer.write([(name: "plain.fit", bytes: indoors.fit())], under: "plain")
    try expectEqual(importer.run(folder).status, .exited(0))
    let file = rider.home.path + "/none.gpx"
    let result = try ride("garmin:20200913T122640Z", "--gpx", file)
    expectEqual(result.status, .exited(65))
    expect(!Disk.exists(file))
  }

  @Test func anExcludedRideCountsNowhereUntilItIsIncluded() throws {
    let id = try #require(newest()["id"]?.string)
    let before = try Disk.snapshot(of: importer.store)
    let changed = try ride(id, "--exclude")
    expectEqual(changed.brief, "exit 0")
    expect(changed.output.contains("(not counted)"), "\(changed.output)")
    try expectEqual(newest()["excluded"]?.bool, true)
    let after = try rider.events(["rides", "--by", "year"]).of("total")
    expectEqual(after.reduce(0) { $0 + ($1["rides"]?.double ?? 0) }, 1)
    try expectEqual(rider.events(["rides"]).of("activity").count, 2)
    let load = try rider.events(["chart", "load"]).of("chart").first
    let loads = load?["points"]?.elements?.compactMap { $0.elements?.last?.double } ?? []
    let other = try #require(rider.records("activities/garmin").first?["load"]?.double)
    expectEqual(loads.reduce(0, +), other)
    let scores = try rider.records("scores").compactMap { $0["load"]?.double }
    expectEqual(scores.reduce(0, +), other)
    try expectEqual(ride(id, "--include").brief, "exit 0")
    let again = try Disk.snapshot(of: importer.store)
    for (name, entry) in before {
      expectEqual(
        again[name].map { String(decoding: $0.bytes, as: UTF8.self) },
        String(decoding: entry.bytes, as: UTF8.self), "\(name)")
    }
    expectEqual(Set(again.keys), Set(before.keys))
  }

  /// What the config file, the environment and arguments say of the rider counts as in a sync.
  @Test func scoresAreComputedAsASyncDoes() throws {
    try importer.write(
      "--sleep-need 9h\n--ftp 160\n".utf8, to: ".config/velo-sync/config")
    try expectEqual(importer.run(importer.write(Importer.weeks)).status, .exited(0))
    let id = try #require(newest()["id"]?.string)
    let before = try rider.contents()
    for change in ["--exclude", "--include"] {
      try expectEqual(ride(id, change).brief, "exit 0")
    }
    let same = try rider.contents()
    expectEqual(same.keys.sorted(), before.keys.sorted())
    expectEqual(same.filter { $0.value != before[$0.key] }.keys.sorted(), [])
    let other = ["--sleep-need", "5h", "--max-hr", "190"]
    try expectEqual(rider.run(["ride", id, "--exclude"] + other).brief, "exit 0")
    try expectEqual(rider.run(["ride", id, "--include"] + other).brief, "exit 0")
    let changed = try rider.contents()
    expectEqual(
      Set(
        changed.filter { $0.value != before[$0.key] }.keys.compactMap {
          $0.split(separator: "/").first
        }),
      ["scores"])
    try expectEqual(rider.run(["rides"] + other).status, .exited(0))
  }

  @Test func theSameFilesAgainLeaveItOut() throws {
    let id = try #require(newest()["id"]?.string)
    try expectEqual(ride(id, "--exclude").brief, "exit 0")
    let before = try Disk.snapshot(of: importer.store + "/activities")
    try expectEqual(importer.run(rider.home / "rides").status, .exited(0))
    try expectEqual(Disk.snapshot(of: importer.store + "/activities"), before)
  }
}
