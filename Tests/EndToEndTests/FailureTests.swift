// Failures of arguments, settings and files: the exit code and the error's code.

import Codec
import Support
import Testing

@Suite(.blocking) struct FailureTests {
  @Test func aDiskThatTakesNothingFails() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(100))
    let file = try rider.home.write("x", to: "notes.txt")
    for arguments in [
      ["--store", "/dev/null/store"], ["--store", file], ["status", "--store", file],
    ] {
      try expectEqual(rider.run(arguments).brief, "exit 74 (storage)", "\(arguments)")
    }
    // A file that exceeds the limit.
    var program = try rider.program()
    program.arguments = ["-c", #"ulimit -f 4; exec "$0""#, program.path]
    program.path = "/bin/sh"
    try expectEqual(program.run().brief, "exit 74 (storage)")
    try expectEqual(rider.events().brief, "exit 0: 100 new")
  }

  @Test func nothingConnected() throws {
    let rider = try Rider()
    try expectEqual(rider.run().brief, "exit 78 (not_connected)")
    try expectEqual(rider.run("--source", "strava").brief, "exit 78 (not_connected)")
    try expectEqual(rider.run("--source", "strawa").brief, "exit 64 (usage)")
  }

  /// Each names what is wrong.
  @Test(arguments: [
    (["--jsno"], "--json"), (["--output", "lvie"], "lvie"), (["--timeout", "5"], "5"),
    (["--since", "2026-02-30"], "2026-02-30"), (["snyc"], "sync"), (["--speed", "2"], "--sample"),
    (["--output", "live"], "live"), (["--port", "80", "sources"], "connect"),
    (["--ftp", "9999"], "2000"), (["--wait", "90"], "90"), (["--sex", "f"], "female"),
    (["--sample", "-n", "--simulate", "network@garmin"], "garmin"),
    (["--sample", "--simulate", "netwrk"], "network"), (["--simulate", "network"], "--sample"),
    (["-n", "--speed", "2", "-s", "strava"], "--speed"), (["chart", "heat"], "heat"),
    (["chart", "load", "hours"], "hours"), (["import", "x", "--svg", "a"], "chart"),
  ])
  func invalidArgumentsAreUsageErrors(_ arguments: [String], _ said: String) throws {
    let rider = try Rider()
    let result = try rider.run(arguments)
    expectEqual(result.brief, "exit 64 (usage)")
    expectEqual([result.errors.contains(said), result.output.isEmpty], [true, true])
    if arguments.first == "--output" { return }
    try expectEqual(rider.events(arguments).types, ["version", "error", "summary"])
  }

  /// Each hint names the setting to look at.
  @Test func aPathThatCannotBeUsedIsNamedWithItsSetting() throws {
    let rider = try Rider()
    let file = try rider.home.write("x", to: "notes.txt")
    let missing = rider.home / "nowhere"
    let sample = ["--sample", "--speed", "max"]
    for (arguments, environment, brief, setting) in [
      (["status", "--config", missing], [:], "exit 66 (missing_input)", "--config"),
      (["status"], ["VELO_SYNC_CONFIG": missing], "exit 66 (missing_input)", "VELO_SYNC_CONFIG"),
      (sample + ["--events", file + "/e"], [:], "exit 74 (storage)", "--events"),
      (sample, ["XDG_STATE_HOME": file], "exit 74 (storage)", "XDG_STATE_HOME"),
    ] {
      let result = try rider.run(arguments, environment: environment)
      expectEqual(result.brief, brief, "\(setting)")
      expectEqual(result.errorLines.last?.contains(setting), true, "\(result.errors)")
    }
  }

  /// Each hint is the line to write.
  @Test(arguments: [
    ("--ftp 250\nftp = 250", 1, "--ftp 250"), ("--max-hr = 190", 1, "--max-hr 190"),
    ("[rider]", 1, "--ftp 250"), ("--ftp\0 250", 1, "--no-config"),
    ("x", 900_000, "--no-config"), ("\n", 1 << 20, "--no-config"),
    ("--ftp 1", 9_000, "1 to 2000"),
  ])
  func anUnreadableConfigFileIsExplained(
    _ text: String, lastRepeated count: Int, _ hint: String
  ) throws {
    let rider = try Rider()
    let end = String(repeating: String(text.suffix(1)), count: count - 1)
    try rider.home.write("\(text)\(end)\n", to: "config")
    let result = try rider.run("status", "--config", rider.home / "config")
    expectEqual(result.brief, "exit 78 (config)")
    expectEqual(result.errorLines.last?.contains(hint), true, "\(result.errors)")
    expectEqual(result.errors.count < 1000, true, "\(result.errors.count) characters")
  }
}
