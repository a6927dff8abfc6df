// Numbers and times that other programs really send, through the real wrap and replay in every
// mode.

import Codec
import Support
import Testing

@Suite(.serialized, .blocking) struct HostileNumberTests {
  private let rider: Rider
  private let folder: TemporaryFolder

  init() throws {
    rider = try Rider()
    folder = try TemporaryFolder()
  }

  /// Each of these once caused a trap.
  private static let hostile = [
    #"{"type":"waiting","reason":"rate_limit","source":"strava","seconds":1e10}"#,
    #"{"type":"waiting","reason":"retry","until":"9999-12-31T23:59:59Z"}"#,
    #"{"type":"waiting","reason":"locked","seconds":3155760000}"#,
    #"{"type":"status","text":"Zero","ts":"0001-01-01T00:00:00Z"}"#,
    #"{"type":"status","text":"Early","ts":"1677-01-01T00:00:00Z"}"#,
    #"{"type":"status","text":"Late","ts":"2262-05-01T00:00:00Z"}"#,
    #"{"type":"progress","done":1,"total":2,"eta_s":1e17}"#,
    #"{"type":"progress","done":1,"total":2,"eta_s":1e30}"#,
    #"{"type":"progress","done":9223372036854775807,"total":9223372036854775807}"#,
    #"{"type":"notice","message":"later","elapsed_ms":9300000000000}"#,
    #"{"type":"request","source":"strava","method":"GET","url":"/","bytes":9223372036854775807,"attempt":-9223372036854775808,"duration_ms":9223372036854775807}"#,
    #"{"type":"source_finished","source":"strava","outcome":"ok","new":9223372036854775807,"changed":9223372036854775807,"days_new":9223372036854775807,"days_changed":1}"#,
    #"{"type":"fitness","date":"2026-11-20","fitness":-1e300,"fatigue":-9223372036854775808,"form":1e300,"history":[{"date":"2026-11-14","fitness":-1e300}]}"#,
    #"{"type":"source","source":"strava","state":"connected","activities":9223372036854775807,"days":9223372036854775807}"#,
    #"{"type":"source","source":"wahoo","state":"connected","activities":9223372036854775807,"days":9223372036854775807,"last_sync":"0001-01-01T00:00:00Z"}"#,
    #"{"type":"score","score":"strain","value":-9223372036854775808,"inputs_used":-1,"inputs_total":9223372036854775807}"#,
    #"{"type":"prep","date":"9999-12-31","scores":{},"zones":[],"suggested_strain":{"from":-9223372036854775808,"to":9223372036854775807}}"#,
    #"{"type":"error","code":"own","message":"x","retry_at":"9999-12-31T23:59:59Z","exit_code":-9223372036854775808}"#,
  ]

  private static let modes = [
    ["--plain"], ["--output", "accessible"], ["--json"], ["--quiet"], ["--json", "--quiet"],
    ["--plain", "--verbose"],
  ]

  /// The values in the recording of a run of this command.
  private func record(of command: String) throws -> String {
    let time = #""ts":"2026-11-20T06:00:00Z","elapsed_ms""#
    let head = [
      #"{"type":"version",\#(time):0,"format":"1.0","velo_sync":"0.1.0"}"#,
      #"{"type":"run_started",\#(time):0,"run_id":"a","command":"\#(command)","arguments":[],"dry_run":false,"sample":false,"sources":["strava"],"store":"/x","attempt":1}"#,
      #"{"type":"stage_started",\#(time):0,"stage":"routine"}"#,
      #"{"type":"status",\#(time):10,"status":"downloading_activities","source":"strava","text":"x"}"#,
    ]
    let end = #"{"type":"summary","outcome":"ok","exit_code":0}"#
    let path = folder / "run.ndjson"
    try Disk.write(
      Array(((head + Self.hostile + [end]).joined(separator: "\n") + "\n").utf8), to: path)
    return path
  }

  @Test(arguments: modes, ["sync", "status", "sources", "wrap"])
  func replayAcceptsThem(_ mode: [String], _ command: String) throws {
    let arguments = ["replay", "--speed", "max", try record(of: command)] + mode
    let result = try rider.program(arguments).run()
    expectEqual(result.status, .exited(0), "\(result.errors)")
    if mode.contains("--json") {
      let events = try Events(result, isOurs: false)
      expectEqual(events.types.last, "summary")
      let warnings = events.of("warning").filter { $0["code"]?.string == "lines_skipped" }
      expectEqual(warnings.count, 1)
      #expect(warnings.first?["message"]?.string?.contains("seconds is out of range") == true)
    } else {
      expectEqual(result.errorLines.filter { $0.contains("is out of range") }.count, 1)
    }
  }

  @Test(arguments: modes)
  func wrapAcceptsThem(_ mode: [String]) throws {
    let path = folder / "events"
    try Disk.write(Array((Self.hostile.joined(separator: "\n") + "\n").utf8), to: path)
    let script = #"cat "$0" >&"$VELO_SYNC_EVENTS_FD"; exit 0"#
    let result = try rider.program(["wrap"] + mode + ["--", "sh", "-c", script, path]).run()
    // The command reported an error and exited with 0.
    expectEqual(result.status, .exited(1), "\(result.errors)")
    if mode == ["--json"] {
      let events = try Events(result, isOurs: false)
      let warnings = events.of("warning").filter { $0["code"]?.string == "strange_events" }
      expectEqual(warnings.count, 1)
      #expect(warnings.first?["message"]?.string?.contains("seconds is out of range") == true)
      #expect(events.of("error").first?["code"]?.string == "unknown")
      expectEqual(events.types.last, "summary")
    }
    // Its recording can be replayed.
    let again = try rider.run("replay", "--speed", "max", "--plain")
    expectEqual(again.status, .exited(0), "\(again.errors)")
  }

  @Test(arguments: [20, 39, 80])
  func theLiveLineAcceptsThem(_ columns: Int) throws {
    let path = try record(of: "sync")
    let replay = try rider.onTerminal("replay", "--speed", "max", path, columns: columns).run()
    expectEqual(replay.status, .exited(0))
    expectEqual(replay.modesBefore, replay.modesAfter)
    try Disk.write(Array((Self.hostile.joined(separator: "\n") + "\n").utf8), to: folder / "events")
    let script = #"cat "$0" >&"$VELO_SYNC_EVENTS_FD"; echo ready; read go"#
    let wrap = try rider.onTerminal(
      "wrap", "--", "sh", "-c", script, folder / "events", columns: columns
    ).start()
    try wrap.wait(for: "ready")
    wrap.write("go\n")
    try expectEqual(wrap.wait().status, .exited(1))
  }

  /// A recorded silence of 95 years is skipped at top speed.
  @Test(arguments: [["--plain"], ["--output", "accessible"]])
  func aLongSilenceIsSkipped(_ mode: [String]) throws {
    let lines = try Disk.read(record(of: "sync")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let late = #"{"type":"notice","message":"95 years","elapsed_ms":3000000000000}"#
    let path = folder / "late.ndjson"
    let all = lines.split(separator: "\n").map { String($0) }
    try Disk.write(
      Array((all.prefix(4) + [late] + all.suffix(1)).joined(separator: "\n").utf8), to: path)
    let result = try rider.program(["replay", "--speed", "max", path] + mode).run()
    expectEqual(result.status, .exited(0))
    #expect(result.outputLines.count < 3_000)
    #expect(
      result.outputLines.suffix(2).contains {
        $0.contains("Updated: nothing new") || $0.contains("It took")
      })
  }

  // MARK: Long lines

  @Test func anOverlongLineIsSkippedAndReported() throws {
    let lines = try Disk.read(record(of: "sync")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let all = lines.split(separator: "\n").map { String($0) }
    let long = #"{"type":"notice","message":""# + String(repeating: "x", count: 8 << 20) + #""}"#
    let path = folder / "long.ndjson"
    try Disk.write(
      Array((all.prefix(4) + [long] + all.suffix(1)).joined(separator: "\n").utf8), to: path)
    let result = try rider.program("replay", "--plain", "--speed", "max", path).run()
    expectEqual(result.status, .exited(0))
    expectEqual(
      result.errorLines.first?.contains("1 invalid event in \(path): a line is longer than 1 MiB."),
      true)
  }

  @Test func aLastRunHasALimitedSize() throws {
    // Fourteen notices of almost 1 MiB each, and an error of that size.
    let script = #"""
      long=$(head -c 1000000 /dev/zero | tr '\0' '"' | sed 's/"/\\"/g' | head -c 1000000)
      for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
        printf '{"type":"notice","message":"%s"}\n' "$long" >&"$VELO_SYNC_EVENTS_FD"
      done
      for n in 1 2 3 4 5; do
        printf '{"type":"error","message":"%s"}\n' "$long" >&"$VELO_SYNC_EVENTS_FD"
      done
      exit 3
      """#
    let result = try rider.program("wrap", "--quiet", "--", "sh", "-c", script).run()
    expectEqual(result.status, .exited(3))
    let kept = try #require(try Disk.read(rider.state + "/last-run.ndjson"))
    #expect(kept.count <= 16_000_000)
    #expect(kept.count > 8_000_000)
    let last = try #require(NDJSON(kept).lines.last)
    try expectEqual(JSONValue(parsing: kept, in: last)["type"]?.string, "summary")
  }
}
