// `--streams`: second-by-second data, up to the limit, and continued later.

import Codec
import Support
import Testing

@Suite(.blocking) struct StreamTests {
  private static let object = """
    {"time":{"data":[0,1,2],"series_type":"time","original_size":3,"resolution":"high"},
     "watts":{"data":[210,null,215],"series_type":"time","original_size":3,"resolution":"high"}}
    """
  private static let array = #"[{"type":"heartrate","data":[120,121.0,null],"series_type":"time"}]"#
  /// The list keyed by type.
  private static let keyed =
    #"{"heartrate":{"data":[120,121.0,null],"series_type":"time"}}"# + "\n"

  /// A connected rider with streams for all rides but the oldest one.
  private func rider(rides count: Int) throws -> (rider: Rider, rides: [Ride]) {
    let rides = RideBuilder.history(count).map { ride in
      var ride = ride
      (ride.deviceWatts, ride.averageWatts, ride.averageHeartRate) = (true, 200, 140)
      ride.overrides = [:]
      return ride
    }
    let rider = try Rider.connected(rides: rides)
    rider.strava.edit { account in
      for (index, ride) in rides.enumerated().dropFirst() {
        account.streams[ride.id] = index % 2 == 0 ? Self.object : Self.array
      }
    }
    return (rider, rides)
  }

  private func stored(_ rider: Rider) -> [String] {
    Disk.names(in: rider.store + "/streams/strava").sorted()
  }

  /// How many of the suggestions of a run are about `--streams`.
  private func streamRequests(_ rider: Rider) -> [String] {
    rider.strava.server.requests.map(\.path).filter { $0.hasSuffix("/streams") }
  }

  @Test func everyStreamIsStoredInOneShape() throws {
    let (rider, rides) = try rider(rides: 12)
    let events = try rider.events("--streams")
    expectEqual(events.result.status, .exited(0))
    // Its own status, after those of the list.
    expectEqual(
      events.statuses.filter { $0.hasPrefix("downloading") }.last, "downloading_streams")
    expectEqual(stored(rider), rides.dropFirst().map { "\($0.id).json" }.sorted())
    for (index, ride) in rides.enumerated().dropFirst() {
      let bytes = try Disk.read(rider.store + "/streams/strava/\(ride.id).json")
      expectEqual(bytes, Array((index % 2 == 0 ? Self.object : Self.keyed).utf8))
    }
    let notice = events.of("notice").first { $0["code"]?.string == "streams_missing" }
    expectEqual(notice?["message"]?.string?.contains(" 1 "), true)
    // Stored streams are not requested again, nor those known to be missing.
    let asked = streamRequests(rider).count
    expectEqual(asked, 12)
    try rider.sync("--streams")
    expectEqual(streamRequests(rider).count, asked)
    try rider.sync("--streams", "--full")
    expectEqual(streamRequests(rider).count, asked + 1)
  }

  @Test func newestFirstAndTheNextRunContinues() throws {
    let (rider, rides) = try rider(rides: 40)
    // The athlete and two pages; the remaining requests are streams.
    rider.strava.edit { account in
      account.limits.read = .init(10, 1000)
      account.limits.used = .init(0, 0)
    }
    let events = try rider.events("--streams", "--wait", "0s")
    expectEqual(events.brief, "exit 75 (rate_limited): 40 new")
    expectEqual(events.of("error").first?["retry_at"]?.string != nil, true)
    expectEqual(events.outcomes, ["strava partial"])
    expectEqual(stored(rider), rides.suffix(7).map { "\($0.id).json" }.sorted())
    // The list is complete, saved and scored all the same.
    try expectEqual(rider.storedIDs().count, 40)
    expect(events.statuses.contains("saving") && events.statuses.last == "updated")
    let notice = events.of("notice").first { $0["code"]?.string == "long_import" }
    expectEqual(notice?["message"]?.string?.contains(" 40 "), true)
    // A later run makes one request before it stops again.
    try rider.strava.server.settle()
    let before = rider.strava.server.requests.filter { $0.path.hasPrefix("/api/v3") }.count
    try expectEqual(rider.run("--quiet", "--streams", "--wait", "0s").status, .exited(75))
    expectEqual(
      rider.strava.server.requests.filter { $0.path.hasPrefix("/api/v3") }.count, before + 1)
    rider.strava.edit { $0.limits = .generous }
    try rider.sync("--streams")
    expectEqual(stored(rider).count, 39)
    expectEqual(streamRequests(rider).count, Set(streamRequests(rider)).count)
  }

  @Test func withoutTheOptionAndInADryRunNoneIsRequested() throws {
    let (rider, _) = try rider(rides: 5)
    let first = try rider.events()
    expect(!first.statuses.contains("downloading_streams"))
    try rider.sync("--streams", "--dry-run")
    expectEqual(streamRequests(rider) + stored(rider), [])
  }

  /// Second-by-second data is preferred to averages, also for stored loads.
  @Test func storedStreamsDetermineTheLoads() throws {
    let (rider, rides) = try rider(rides: 3)
    func load() throws -> Double? {
      try rider.records().first { $0["source_id"]?.string == "\(rides[2].id)" }?["load"]?.double
    }
    rider.strava.edit { account in
      account.rides.edit(rides[2].id) {
        ($0.movingTime, $0.elapsedTime, $0.weightedWatts) = (3600, 3600, 240)
      }
    }
    try rider.sync("--ftp", "300")
    try expectEqual(load(), 64)
    let watts = Array(repeating: "300", count: 3600).joined(separator: ",")
    rider.strava.edit { $0.streams[rides[2].id] = #"{"watts":{"data":[\#(watts)]}}"# }
    try rider.sync("--ftp", "300", "--streams")
    try expectEqual(load(), 100)
    try rider.sync("--ftp", "300", "--full")
    try expectEqual(load(), 100)
  }

  @Test func aDeletedRidesStreamsAreDeleted() throws {
    let (rider, rides) = try rider(rides: 5)
    try rider.sync("--streams")
    let gone = rides[3]
    rider.strava.edit { $0.rides.delete(gone.id) }
    try rider.sync("--full")
    expectEqual(
      stored(rider), rides.dropFirst().filter { $0.id != gone.id }.map { "\($0.id).json" })
  }

  @Test func aLoginPageInsteadOfStreamsIsNotStored() throws {
    let (rider, _) = try rider(rides: 3)
    rider.strava.answer("/streams", with: .loginPage, times: 3)
    try expectEqual(rider.run("--streams").brief, "exit 76 (bad_reply)")
    expectEqual(stored(rider), [])
    try expectEqual(rider.storedIDs().count, 3)
  }
}
