// Services that repeat themselves, send too much, or send impossible figures.

import Codec
import Support
import Testing

@Suite(.blocking) struct HostileServiceTests {
  /// Strava ignores where to begin, Intervals.icu the range, and Wahoo repeats a page. The records
  /// of such a run must not be used to resume.
  @Test(arguments: Tier.cases([Rider.Service.strava, .intervals, .wahoo], quick: 2))
  func `an untrustworthy list is discarded`(_ service: Rider.Service) throws {
    let rider = try Rider.connected(
      to: service, rides: RideBuilder.history(700),
      activities: IntervalsActivity.history(620, until: Rider.now),
      workouts: WahooWorkout.history(205, until: Rider.now))
    rider.strava.edit { $0.rides.ignores = [.after] }
    rider.wahoo.edit { $0.ignoresPage = true }
    rider.intervals.edit { $0.onlyNewest = 250 }
    try expectEqual(rider.run().brief, "exit 76 (bad_reply)")
    try expectEqual(rider.storedIDs(service), [])
    rider.strava.edit { $0.rides.ignores = [] }
    rider.wahoo.edit { $0.ignoresPage = false }
    rider.intervals.edit { $0.onlyNewest = nil }
    try rider.sync()
    let count = [.strava: 700, .intervals: 620, .wahoo: 205][service]
    try expectEqual(Set(rider.storedIDs(service)).count, count)
  }

  /// 60 MB of blanks in 60 kB; a body without an end; a list of a million numbers.
  @Test(arguments: Tier.cases(0..<4, quick: 1)) func `excessive answers take little memory`(
    _ kind: Int
  )
    throws
  {
    let blanks = [UInt8](repeating: 0x20, count: 60 << 20)
    let answer: HTTPResponse =
      switch kind {
      case 0: HTTPResponse(headers: ["Content-Encoding": "gzip"], body: try Deflate.gzip(blanks))
      case 1: HTTPResponse(body: blanks, delivery: .chunked(65_536))
      case 2: HTTPResponse(body: blanks, delivery: .untilClose)
      default: .json("[0" + String(repeating: ",0", count: 1_000_000) + "]")
      }
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    rider.strava.answer("/athlete/activities", with: answer, times: 100)
    let running = try rider.onTerminal().start()
    try running.wait(for: Marks.panel)
    #if os(Linux)
      let status = try #require(try Disk.read("/proc/\(running.pid)/status"))
      try expectEqual(peakMemory(String(decoding: status, as: UTF8.self)) < 100_000, true)
    #endif
    running.write("c")
    try running.finish(.exited(76))
  }

  /// What each service sends is odd; limits that they invent are not waited for.
  @Test(.long, arguments: UInt64(1)...12) func `odd records stop no run`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rider = try Rider.connected(
      to: .strava, .intervals, .wahoo, days: IntervalsDay.nights(3, until: Rider.now))
    func list(_ record: (Int, inout SeededRandom) -> String) -> String {
      "[\((1...40).map { record($0, &random) }.joined(separator: ","))]"
    }
    let rides = list(OddRecord.strava)
    rider.strava.answer(
      with: .json(rides, headers: OddRecord.limits(&random)), where: \.isFirstPage)
    rider.intervals.answer("/activities", with: .json(list(OddRecord.intervals)), times: 9)
    rider.intervals.answer("/wellness", with: .json(list(OddRecord.day)))
    let page = "{\"workouts\":\(list(OddRecord.wahoo)),\"total\":40}"
    rider.wahoo.answer("/v1/workouts", with: .json(page), times: 9)
    for arguments in [["--wait", "0s"], ["--wait", "0s", "--full"]] {
      let events = try rider.events(arguments)
      let codes: [Int32] = [0, 10, 75, 76]
      expectEqual(
        codes.contains { events.result.status == .exited($0) }, true,
        "\(arguments): \(events.brief)")
    }
  }
}

/// The peak of a process's memory in KiB, by the lines of `/proc/PID/status`.
func peakMemory(_ text: String) throws -> Int {
  let peak = try #require(text.firstRange(of: "VmHWM:"))
  let words = text[peak.upperBound...].split { $0 == " " || $0 == "\t" }
  return try #require(words.first.flatMap { Int($0) })
}
