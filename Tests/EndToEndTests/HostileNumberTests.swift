// Numbers and times that other programs really send, through the real wrap and replay in every
// mode.

import Codec
import Support
import Testing

@Suite(.blocking) struct HostileNumberTests {
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
    return try folder.write(
      (head + Self.hostile + [end]).joined(separator: "\n") + "\n", to: "run.ndjson")
  }

  /// Each command's replay, in every mode: one warning names the member.
  @Test(arguments: Tier.cases(modes, quick: 4)) func replayAcceptsThem(_ mode: [String]) throws {
    for command in ["sync", "status", "sources", "wrap"] {
      let result = try rider.run(["replay", "--speed", "max", try record(of: command)] + mode)
      expectEqual(result.status, .exited(0), "\(command): \(result.errors)")
      let warnings: [String]
      if mode.contains("--json") {
        let events = try Events(result, isOurs: false)
        expectEqual([events.types.last] + events.warnings, ["summary", "lines_skipped"])
        warnings = events.of("warning").compactMap { $0["message"]?.string }
      } else {
        warnings = result.errorLines
      }
      expectEqual(warnings.filter { $0.contains("seconds") }.count, 1, "\(command): \(warnings)")
    }
  }

  @Test(arguments: Tier.cases(modes, quick: 4)) func wrapAcceptsThem(_ mode: [String]) throws {
    let path = try folder.write(Self.hostile.joined(separator: "\n") + "\n", to: "events")
    let script = #"cat "$0" >&"$VELO_SYNC_EVENTS_FD"; exit 0"#
    let result = try rider.run(["wrap"] + mode + ["--", "sh", "-c", script, path])
    // The command reported an error and exited with 0.
    expectEqual(result.status, .exited(1), "\(result.errors)")
    if mode == ["--json"] {
      let events = try Events(result, isOurs: false)
      expectEqual(events.warnings.filter { $0 == "strange_events" }.count, 1)
      expectEqual(
        [events.codes("error").first, events.types.last], ["unknown", "summary"])
    }
    // Its recording can be replayed.
    try expectEqual(rider.run("replay", "--speed", "max", "--plain").status, .exited(0))
  }

  @Test(arguments: [20, 39, 80]) func theLiveLineAcceptsThem(_ columns: Int) throws {
    let path = try record(of: "sync")
    try rider.onTerminal("replay", "--speed", "max", path, columns: columns).finish()
    try folder.write(Self.hostile.joined(separator: "\n") + "\n", to: "events")
    let script = #"cat "$0" >&"$VELO_SYNC_EVENTS_FD"; echo ready; read go"#
    let wrap = try rider.onTerminal(
      "wrap", "--", "sh", "-c", script, folder / "events", columns: columns
    ).start()
    try wrap.wait(for: "ready")
    wrap.write("go\n")
    try wrap.finish(.exited(1))
  }

  /// The beginning and the end of the recording of a sync, with another line between them.
  private func record(with line: String) throws -> String {
    let path = try record(of: "sync")
    let all = try folder.lines(of: "run.ndjson")
    try folder.write(
      (all.prefix(4) + [line] + all.suffix(1)).joined(separator: "\n"), to: "run.ndjson")
    return path
  }

  /// A recorded silence of 95 years is skipped at top speed.
  @Test(arguments: ["plain", "accessible"]) func aLongSilenceIsSkipped(_ mode: String) throws {
    let path = try record(
      with: #"{"type":"notice","message":"95 years","elapsed_ms":3000000000000}"#)
    let result = try rider.run("replay", "--speed", "max", path, "--output", mode)
    expectEqual(result.status, .exited(0))
    let end = mode == "plain" ? "2121-" : "95 years"
    expect(result.outputLines.contains { $0.contains(end) })
    expect(result.outputLines.count < 3_000)
  }

  // MARK: Long lines

  @Test func anOverlongLineIsSkippedAndReported() throws {
    let long = #"{"type":"notice","message":""# + String(repeating: "x", count: 8 << 20) + #""}"#
    let path = try record(with: long)
    let events = try Events(rider.run("replay", "--json", "--speed", "max", path))
    expectEqual([events.brief] + events.warnings, ["exit 0", "lines_skipped"])
    expectEqual(events.of("notice").count, 0)
  }

  @Test(.long) func aLastRunHasALimitedSize() throws {
    // Events of almost 1 MiB each: notices, then errors.
    let script = #"""
      long=$(head -c 1000000 /dev/zero | tr '\0' x)
      for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
        echo '{"type":"notice","message":"'"$long"'"}' >&"$VELO_SYNC_EVENTS_FD"
      done
      for n in 1 2 3 4; do
        echo '{"type":"error","message":"'"$long"'"}' >&"$VELO_SYNC_EVENTS_FD"
      done
      exit 3
      """#
    try expectEqual(
      rider.run("wrap", "--quiet", "--", "sh", "-c", script).status, .exited(3))
    let kept = try #require(try Disk.read(rider.lastRun))
    expect((8_000_000...16_000_000).contains(kept.count), "\(kept.count)")
    let last = try #require(NDJSON(kept).lines.last)
    try expectEqual(JSONValue(parsing: kept, in: last)["type"]?.string, "summary")
  }
}
