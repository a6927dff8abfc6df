// Best powers and time in zones: in the records of rides whose second-by-second data were read.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideAnalysisTests {
  private let truth = TrueRide(seconds: 1500)

  /// The best mean of so many seconds in a row, rounded.
  private func best(_ seconds: Int, of values: [Int]) -> Int? {
    guard values.count >= seconds else { return nil }
    let sums = (0...values.count - seconds).map { values[$0..<$0 + seconds].reduce(0, +) }
    return sums.max().map { Int((Double($0) / Double(seconds)).rounded()) }
  }

  /// The seconds of values in zones by their lower edges in percent of a reference.
  private func zones(_ values: [Int], _ edges: [Int], of reference: Int) -> [Int] {
    edges.indices.map { index in
      values.count { value in
        let share = value * 100
        return share >= edges[index] * reference
          && (index + 1 == edges.count || share < edges[index + 1] * reference)
      }
    }
  }

  private let coggan = [0, 55, 75, 90, 105, 120, 150]
  private let edwards = [50, 60, 70, 80, 90]

  private func integers(_ value: JSONValue?) -> [Int]? {
    value?.elements?.compactMap { $0.integer.map { Int($0) } }
  }

  private func bests(_ record: JSONValue) -> [String: Int] {
    var bests: [String: Int] = [:]
    for member in record["best_power_w"]?.members?.map({ $0 }) ?? [] {
      bests[member.name] = member.value.integer.map { Int($0) }
    }
    return bests
  }

  // MARK: Files

  /// The record of an imported ride.
  private func record(_ truth: TrueRide, _ arguments: String...) throws -> JSONValue {
    let importer = try Importer()
    let path = try importer.write(truth.fit(), to: "a.fit")
    try expectEqual(importer.rider.run(["import", path] + arguments).status, .exited(0))
    return try #require(try importer.records("activities/garmin").first)
  }

  @Test func withoutAThresholdTheMaximumHeartRateDecides() throws {
    let record = try record(truth, "--max-hr", "180")
    let rates = truth.recorded.map(truth.heartRate)
    expectEqual(integers(record["heart_rate_zone_s"]), zones(rates, edwards, of: 180))
    // Nothing is known of the rider's power.
    expectEqual(["power_zone_s", "best_power_w"].map { record[$0] != nil }, [false, true])
  }

  /// Figures that a version without them has stored are completed, which is no change.
  @Test func theSameFileCompletesAnOlderRecord() throws {
    let importer = try Importer()
    let path = try importer.write(truth.fit(), to: "a.fit")
    try expectEqual(importer.run(path, "--ftp", "180").status, .exited(0))
    let file = importer.store + "/activities/garmin/2026.ndjson"
    let complete = try #require(try Disk.read(file))
    let text = String(decoding: complete, as: UTF8.self)
    let start = try #require(text.place(of: "\"best_power_w\""))
    let end = try #require(text.place(of: "\"from\""))
    try Disk.write(
      Array((text[..<start.lowerBound] + text[end.lowerBound...]).utf8), to: file)
    let events = try importer.events(path, "--ftp", "180")
    expectEqual(events.brief, "exit 0")
    try expectEqual(Disk.read(file), complete)
  }

  // MARK: Services

  /// A stream per second of 20 minutes.
  private var streams: String {
    let seconds = 0..<1200
    func list(_ value: (Int) -> Int) -> String {
      seconds.map { "\(value($0))" }.joined(separator: ",")
    }
    return """
      [{"type":"time","data":[\(list { $0 })]},{"type":"watts","data":[\(list(truth.watts))]},
       {"type":"heartrate","data":[\(list(truth.heartRate))]}]
      """
  }

  private func expectFigures(_ record: JSONValue, ftp: Int) {
    let watts = (0..<1200).map(truth.watts)
    expectEqual(bests(record)["1200"], best(1200, of: watts))
    expectEqual(bests(record)["1800"], nil)
    expectEqual(integers(record["power_zone_s"]), zones(watts, coggan, of: ftp))
  }

  @Test func stravasStreamsAreKeptUntilFull() throws {
    var ride = try #require(RideBuilder.history(1).first)
    (ride.deviceWatts, ride.averageWatts, ride.averageHeartRate) = (true, 175, 130)
    (ride.movingTime, ride.elapsedTime, ride.overrides) = (1200, 1200, [:])
    let rider = try Rider.connected(rides: [ride])
    rider.strava.edit { $0.streams[ride.id] = streams }
    func record() throws -> JSONValue { try #require(try rider.records().first) }
    try rider.sync("--ftp", "200")
    try expectEqual(record()["best_power_w"] == nil, true)
    try rider.sync("--ftp", "200", "--streams")
    expectFigures(try record(), ftp: 200)
    // Another name and another threshold leave them as they are.
    rider.strava.edit { $0.rides.edit(ride.id) { $0.name = "Renamed" } }
    try rider.sync("--ftp", "300")
    try expectEqual(record()["name"]?.string, "Renamed")
    expectFigures(try record(), ftp: 200)
    try rider.sync("--ftp", "300", "--full")
    expectFigures(try record(), ftp: 300)
  }

  @Test func intervalsStreamsAreFetched() throws {
    let activities = IntervalsActivity.history(3, until: Rider.now)
    let rider = try Rider.connected(to: .intervals, activities: activities)
    let last = try #require(activities.last)
    rider.intervals.edit { account in
      for activity in activities.dropFirst() { account.streams[activity.id] = streams }
    }
    let events = try rider.events("--streams", "--ftp", "200")
    expectEqual(events.result.status, .exited(0))
    let notice = events.of("notice").first { $0["code"]?.string == "streams_missing" }
    expectEqual(notice?["message"]?.string?.contains(" 1 "), true)
    let stored = try Disk.read(rider.store + "/streams/intervals/\(last.id).json")
    // In one shape, whatever the service.
    let watts = try JSONValue(parsing: #require(stored))["watts"]?["data"]?.elements?.count
    expectEqual(watts, 1200)
    let record = try #require(
      try rider.records("activities/intervals").first { $0["source_id"]?.string == last.id })
    expectFigures(record, ftp: 200)
    let asked = rider.intervals.server.requests.count { $0.path.hasSuffix("/streams") }
    expectEqual(asked, 3)
    try rider.sync("--streams")
    expectEqual(rider.intervals.server.requests.count { $0.path.hasSuffix("/streams") }, asked)
  }

  @Test func wahoosRecordingsAreFetchedWithoutAToken() throws {
    let recording = truth.fit()
    let files = try HTTPServer { request in
      request.path == "/2.fit"
        ? HTTPResponse(body: recording) : HTTPResponse(status: request.path == "/3.fit" ? 403 : 404)
    }
    defer { files.stop() }
    let workouts = (1...4).map { index in
      var workout = WahooWorkout(id: Int64(index), start: Rider.now - index * 86_400)
      workout.summaryOverrides["file"] =
        index == 4 ? "null" : "{\"url\":\"\(files.address)/\(index).fit\"}"
      return workout
    }
    let rider = try Rider.connected(to: .wahoo, workouts: workouts)
    let asked = rider.wahoo.server.requests.count
    try rider.sync("--streams", "--ftp", "180")
    // The user, the zones and the list.
    expectEqual(rider.wahoo.server.requests.count - asked, 3)
    expectEqual(files.requests.count, 3)
    expectEqual(files.requests.compactMap(\.bearerToken), [])
    expectEqual(Disk.names(in: rider.store + "/streams/wahoo"), ["2.json"])
    let record = try #require(
      try rider.records("activities/wahoo").first { $0["source_id"]?.string == "2" })
    expectEqual(bests(record)["1200"], best(1200, of: truth.recorded.map(truth.watts)))
    try rider.sync("--streams")
    expectEqual(files.requests.count, 3)
  }

  /// No value lasts into a pause of the recorder's timer, whichever way a recording comes.
  @Test func pausesCountInNoZoneOfAFetchedRecordingEither() throws {
    var truth = truth
    truth.pauses = [300..<309, 600..<625]
    let recording = truth.fit()
    let files = try HTTPServer { _ in HTTPResponse(body: recording) }
    defer { files.stop() }
    var workout = WahooWorkout(id: 1, start: Rider.now - 86_400)
    workout.summaryOverrides["file"] = "{\"url\":\"\(files.address)/1.fit\"}"
    let rider = try Rider.connected(to: .wahoo, workouts: [workout])
    try rider.sync("--streams", "--ftp", "180", "--threshold-hr", "140")
    let fetched = try #require(try rider.records("activities/wahoo").first)
    let imported = try record(truth, "--ftp", "180", "--threshold-hr", "140")
    for name in ["heart_rate_zone_s", "power_zone_s"] {
      expectEqual(integers(fetched[name]), integers(imported[name]))
    }
    expectEqual(bests(fetched), bests(imported))
    expectEqual(integers(fetched["heart_rate_zone_s"])?.reduce(0, +), truth.recorded.count)
  }

  /// A workout of an earlier sync names its recording when it is asked for by itself.
  @Test func wahoosOlderRecordingsAreFound() throws {
    let recording = truth.fit()
    let files = try HTTPServer { _ in HTTPResponse(body: recording) }
    defer { files.stop() }
    var old = WahooWorkout(id: 1, start: Rider.now - 400 * 86_400)
    old.summaryOverrides["file"] = "{\"url\":\"\(files.address)/1.fit\"}"
    let recent = WahooWorkout.history(40, until: Rider.now).map { workout in
      var workout = workout
      workout.summaryOverrides["file"] = "null"
      return workout
    }
    let rider = try Rider.connected(to: .wahoo, workouts: [old] + recent)
    try rider.sync()
    expectEqual(files.requests.count, 0)
    try rider.sync("--streams")
    expectEqual(files.requests.count, 1)
    expectEqual(Disk.names(in: rider.store + "/streams/wahoo"), ["1.json"])
  }
}
