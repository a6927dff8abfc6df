// A long recording replayed on a terminal with a manual clock: the same frames every time.

import Command
import Platform
import Network
import Support
import Model
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals are shared by the process.
@Suite(.serialized, .blocking) struct ReplayFramesTests {
  /// Some frames of a ten-minute recording, and a digest of all bytes. `RECORD_MANUAL=1` records it
  /// again, and fails.
  @Test func tenMinutesGiveTheSameFrames() throws {
    let bytes = try replay(TenMinutes.lines)
    try expectEqual(replay(TenMinutes.lines), bytes)
    var pages = [
      "Ten minutes on a terminal of 80 columns: \(bytes.count) bytes, \(digest(bytes)).\n"
    ]
    let parts = 24
    var screen = TestScreen(columns: 80, rows: 24)
    for part in 1...parts {
      let (from, to) = ((part - 1) * bytes.count / parts, part * bytes.count / parts)
      screen.feed(Array(bytes[from..<to]))
      pages.append("== \(part) of \(parts)\n\(screen.visibleLines.joined(separator: "\n"))\n")
    }
    #expect(screen.unknown.isEmpty && !screen.isMidway)
    try Generated.expect(
      "Tests/CommandTests/Golden/ten-minutes.txt", toBe: pages.joined(separator: "\n"))
  }

  /// Replays lines with their own timing on a terminal whose clock jumps to the next deadline.
  private func replay(_ lines: [String]) throws -> [UInt8] {
    let home = try TemporaryFolder()
    try Disk.write(Array(lines.joined(separator: "\n").utf8), to: home / "run.ndjson")
    let time = ManualTime()
    return try PseudoTerminal().record { terminal in
      let null = open("/dev/null", O_RDWR)
      defer { close(null) }
      let world = World(
        environment: ["HOME": home.path, "TERM": "xterm-256color", "LANG": "C.UTF-8"],
        currentFolder: "/", streams: Streams(input: null, output: terminal, error: terminal),
        process: getpid(), time: time, random: SystemRandom(), files: POSIXFiles(),
        transport: { CurlTransport(time: time, caFile: $0) },
        waiting: { LeapingWaiting(others: $0, time: time) })
      let arguments = ["replay", "--no-tips", home / "run.ndjson"]
      expectEqual(Command.run(arguments: arguments, world: world), .ok)
    }
  }

  /// FNV-1a.
  private func digest(_ bytes: [UInt8]) -> String {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325
    let hash = bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

/// Does not sleep: the clock jumps to the deadline.
private struct LeapingWaiting: Waiting {
  var others: any Waiting
  let time: ManualTime

  mutating func next(until deadline: Moment?) -> [Signal] {
    if let deadline { time.advance(by: max(.zero, deadline - time.moment())) }
    return others.next(until: deadline)
  }
}

/// A first sync of two services: pages, a wait for a limit, scores, and saving.
private enum TenMinutes {
  static var lines: [String] {
    var lines = [
      line("version", 0, #""format":"1.0","velo_sync":"0.1.0""#),
      line(
        "run_started", 0,
        #""run_id":"a","command":"sync","arguments":[],"dry_run":false,"sample":false,"#
          + #""sources":["strava","intervals"],"store":"/home/jo/velo","attempt":1"#),
      line("stage_started", 0, #""stage":"routine""#),
      status(
        400, "contacting_integrations", "Contacting Strava & Intervals.icu…", "routine",
        #","sources":["strava","intervals"],"unavailable":[]"#),
      download(1500, "intervals", "Intervals.icu"), download(2300, "strava", "Strava"),
    ]
    for second in 3...120 { lines.append(progress(second, "intervals", second * 7, 840, "nights")) }
    lines.append(finished(120_500, "intervals", new: 2, nights: 840))
    for second in 121...200 { lines.append(progress(second, "strava", second * 11 - 1300, nil)) }
    lines.append(
      line(
        "waiting", 200_900,
        #""reason":"rate_limit","source":"strava","until":"2026-11-20T06:08:21Z","seconds":300"#))
    lines.append(
      line(
        "request", 501_000,
        #""source":"strava","method":"GET","url":"https://x/","status":200,"attempt":1,"#
          + #""duration_ms":90"#))
    for second in 502...560 { lines.append(progress(second, "strava", second * 20 - 9000, 2200)) }
    lines += [
      finished(561_000, "strava", new: 2200, nights: 0),
      line("stage_finished", 561_100, #""stage":"routine","duration_ms":561100"#),
      line("stage_started", 561_100, #""stage":"prep""#),
      status(561_200, "processing_data", "Processing data…", "prep"),
      status(565_000, "computing_zones", "Computing power zones…", "prep"),
      score(570_000, "recovery", 71, "good"), score(570_010, "sleep", 82, "optimal"),
      score(572_000, "strain", 43, "low"),
      status(575_000, "building_prep", "Building your prep plan…", "prep"),
      line("stage_finished", 580_000, #""stage":"prep","duration_ms":18900"#),
      line("stage_started", 580_000, #""stage":"saving""#),
      status(580_100, "saving", "Saving to /home/jo/velo…", "saving", #","path":"/home/jo/velo""#),
      line("stage_finished", 599_000, #""stage":"saving","duration_ms":19000"#),
      line(
        "summary", 600_000,
        #""outcome":"ok","exit_code":0,"dry_run":false,"counts":{"new":2202,"changed":0,"#
          + #""unchanged":0,"deleted":0,"days_new":840,"days_changed":0},"scores":{"recovery":71,"#
          + #""sleep":82,"strain":43},"duration_ms":600000,"store":"/home/jo/velo""#),
    ]
    return lines
  }

  private static func line(_ type: String, _ milliseconds: Int, _ members: String) -> String {
    let seconds = milliseconds / 1000
    let (minute, second) = (String(seconds / 60), String(seconds % 60))
    let clock = "06:\(minute.count < 2 ? "0" : "")\(minute):\(second.count < 2 ? "0" : "")\(second)"
    return #"{"type":"\#(type)","ts":"2026-11-20T\#(clock)Z","elapsed_ms":\#(milliseconds),"#
      + members + "}"
  }

  private static func status(
    _ time: Int, _ name: String, _ text: String, _ stage: String, _ more: String = ""
  ) -> String {
    line(
      "status", time,
      #""status":"\#(name)","text":"\#(text)","spoken":"\#(text)","stage":"\#(stage)"\#(more)"#)
  }

  private static func download(_ time: Int, _ source: String, _ name: String) -> String {
    status(
      time, "downloading_activities", "Downloading \(name) activities…", "routine",
      #","source":"\#(source)""#)
  }

  private static func progress(
    _ second: Int, _ source: String, _ done: Int, _ total: Int?, _ unit: String = "activities"
  ) -> String {
    let total = total.map { #","total":\#($0)"# } ?? ""
    return line(
      "progress", second * 1000,
      #""fraction":0.\#(1000 + second),"stage":"routine","stage_fraction":0.5,"source":"\#(source)","#
        + #""done":\#(done)\#(total),"unit":"\#(unit)""#)
  }

  private static func finished(_ time: Int, _ source: String, new: Int, nights: Int) -> String {
    line(
      "source_finished", time,
      #""source":"\#(source)","outcome":"ok","new":\#(new),"changed":0,"unchanged":0,"deleted":0,"#
        + #""days_new":\#(nights),"days_changed":0,"requests":9,"bytes":9,"duration_ms":\#(time)"#)
  }

  private static func score(_ time: Int, _ name: String, _ value: Int, _ band: String) -> String {
    line(
      "score", time,
      #""score":"\#(name)","value":\#(value),"band":"\#(band)","inputs_used":2,"inputs_total":2,"#
        + #""date":"2026-11-20","cached":false"#)
  }
}
