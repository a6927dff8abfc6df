// Services that repeat themselves, send too much, or send impossible figures.

import Codec
import Support
import Testing

@Suite(.blocking) struct HostileServiceTests {
  /// The records of such a run must not be used to resume.
  @Test(arguments: [[.after], [.page], [.after, .page]] as [Set<StravaRides.Member>])
  func aRepeatingListIsDiscarded(_ ignored: Set<StravaRides.Member>) throws {
    let rides = RideBuilder.history(700)
    let rider = try Rider.connected(rides: rides)
    rider.strava.edit { $0.rides.ignores = ignored }
    let broken = try rider.events()
    expectEqual(broken.result.status, .exited(76))
    #expect(broken.of("error").first?["code"]?.string == "bad_reply")
    #expect(try rider.storedIDs().isEmpty)
    rider.strava.edit { $0.rides.ignores = [] }
    try expectEqual(rider.events().count("new"), 700)
    try expectEqual(Set(rider.storedIDs()).count, 700)
  }

  @Test func repeatedWahooPagesAreDiscarded() throws {
    let workouts = WahooWorkout.history(205, until: WahooRider.now)
    let rider = try WahooRider.connected(workouts: workouts)
    rider.wahoo.edit { $0.ignoresPage = true }
    try expectEqual(rider.run("--quiet").status, .exited(76))
    rider.wahoo.edit { $0.ignoresPage = false }
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(rider.storedIDs().count, 205)
  }

  @Test func aListingThatIgnoresTheRangeIsDiscarded() throws {
    let activities = IntervalsActivity.history(620, until: IntervalsRider.now)
    let rider = try IntervalsRider.connected(activities: activities)
    rider.intervals.edit { $0.onlyNewest = 250 }
    try expectEqual(rider.run("--quiet").status, .exited(76))
    rider.intervals.edit { $0.onlyNewest = nil }
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(rider.storedIDs().count, 620)
  }

  /// 60 MB of blanks in 60 kB; a body without an end; a list of a million numbers.
  @Test(arguments: 0..<4) func excessiveAnswersTakeLittleMemory(_ kind: Int) throws {
    let blanks = [UInt8](repeating: 0x20, count: 60 << 20)
    let answer: HTTPResponse =
      switch kind {
      case 0: HTTPResponse(headers: ["Content-Encoding": "gzip"], body: try Deflate.gzip(blanks))
      case 1: HTTPResponse(body: blanks, delivery: .chunked(65_536))
      case 2: HTTPResponse(body: blanks, delivery: .untilClose)
      default: .json("[0" + String(repeating: ",0", count: 1_000_000) + "]")
      }
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    rider.strava.answer("/athlete/activities", with: .response(answer), times: 100)
    let running = try rider.onTerminal().start()
    try running.wait(for: "Press r to retry")
    #if os(Linux)
      let status = try #require(try Disk.read("/proc/\(running.pid)/status"))
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }
      let words = try #require(line).split { $0 == " " || $0 == "\t" }
      #expect(try #require(Int(words[1])) < 100_000)
    #endif
    running.write("c")
    try expectEqual(running.wait().status, .exited(76))
  }

  @Test func oddStravaRecordsStopNoRun() throws {
    for seed in UInt64(1)...12 {
      var random = SeededRandom(seed: seed)
      let rider = try Rider.connected()
      let records = (1...40).map { OddRecord.strava($0, &random) }
      rider.strava.answer(
        .firstPage,
        with: .response(
          .json("[\(records.joined(separator: ","))]", headers: OddRecord.limits(&random))))
      let result = try rider.run("--json")
      guard case .exited(let code) = result.status else {
        Issue.record("seed \(seed): \(result.status) \(result.errors)")
        continue
      }
      #expect(code == 0 || code == 75 || code == 76, "seed \(seed): \(result.errors)")
      #expect(try rider.run("--json", "--full").status != .signalled(4), "seed \(seed)")
    }
  }

  @Test func oddRecordsOfTheOthersStopNoRun() throws {
    for seed in UInt64(1)...12 {
      var random = SeededRandom(seed: seed)
      let now = IntervalsRider.now
      let rider = try IntervalsRider.connected(days: IntervalsDay.nights(3, until: now))
      let records = (1...40).map { OddRecord.intervals($0, &random) }
      let body = "[\(records.joined(separator: ","))]"
      rider.intervals.answer("/activities", with: .json(body), times: 9)
      let days = (1...40).map { OddRecord.day($0, &random) }
      rider.intervals.answer("/wellness", with: .json("[\(days.joined(separator: ","))]"))
      let result = try rider.run("--json")
      guard case .exited = result.status else {
        Issue.record("seed \(seed): \(result.status) \(result.errors)")
        continue
      }
      let wahoo = try WahooRider.connected(workouts: [])
      let workouts = (1...40).map { OddRecord.wahoo($0, &random) }
      let page = "{\"workouts\":[\(workouts.joined(separator: ","))],\"total\":40}"
      wahoo.wahoo.answer("/v1/workouts", with: .response(.json(page)), times: 9)
      guard case .exited = try wahoo.run("--json").status else {
        Issue.record("seed \(seed) of Wahoo")
        continue
      }
    }
  }
}
