// Every failure with its message and exit code, on real sockets and files.

import Codec
import Support
import Testing

@Suite(.blocking) struct FailureTests {
  /// A problem at the service, its exit code, and its error code.
  static let troubles: [(String, StravaTrouble, Int32, String)] = [
    ("server error", .serverError, 69, "server"),
    ("server error page", .serverErrorPage, 69, "server"),
    ("gateway timeout", .gatewayTimeout, 75, "timeout"),
    ("basic challenge", .basicChallenge, 77, "auth"),
    ("login page", .loginPage, 76, "bad_reply"),
    ("redirect", .redirect(to: "http://127.0.0.1:1/"), 76, "bad_reply"),
    ("quarter used up", .quarterUsedUp, 75, "rate_limited"),
    ("day used up", .dayUsedUp, 75, "rate_limited"),
    ("limit without headers", .limitedWithoutHeaders, 75, "rate_limited"),
    ("reset", .reset, 68, "network"),
    ("cut", .cut(after: 20), 68, "network"),
    ("scope missing", .fault(.missing("activity:read")), 77, "permission"),
    ("subscription lapsed", .fault(.inactiveApplication), 77, "permission"),
  ]

  @Test(arguments: troubles.indices)
  func servicesFailInTheirOwnWays(_ index: Int) throws {
    let (name, trouble, exit, code) = Self.troubles[index]
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    rider.strava.answer(.path("/athlete/activities"), with: trouble, times: 100)
    let events = try rider.events("--wait", "0s")
    expectEqual(events.result.status, .exited(exit), "\(name)")
    let error = try #require(events.of("error").first, "\(name)")
    expectEqual(error["code"]?.string, code, "\(name)")
    expectEqual(error["source"]?.string, "strava", "\(name)")
    expectEqual(error["exit_code"]?.integer, Int64(exit), "\(name)")
    expectEqual(events.of("error").count, 1, "\(name)")
    expectEqual(events.types.last, "summary", "\(name)")
    #expect(events.result.errors.isEmpty, "\(name)")
    // Nothing was stored, and the next run succeeds like a first one.
    #expect(!Disk.exists(rider.store + "/activities"), "\(name)")
    rider.strava.behave()
    try expectEqual(rider.events().count("new"), 3, "\(name)")
  }

  /// Refusals that a person can fix, with the hints.
  static let refusals: [(StravaTrouble, String, String)] = [
    (
      .fault(.missing("activity:read")), "Strava did not grant access to activities.",
      "Run velo-sync connect strava and leave the boxes ticked (missing: activity:read)"
    ),
    (
      .fault(.inactiveApplication),
      "Strava has switched the API application off: its subscription lapsed.",
      "Renew the subscription at Strava, then run velo-sync connect strava"
    ),
    (
      .crowdedPage, "Strava allows no more athletes for this API application.",
      "Create your own API application at Strava, then run velo-sync connect strava"
    ),
    (
      .fault(.badToken), "Your Strava connection expired.", "Run velo-sync connect strava"
    ),
    (
      .response(.json(#"{"message":"Forbidden","errors":[]}"#, status: 403)),
      "Strava did not grant access to activities.", "Run velo-sync connect strava"
    ),
  ]

  @Test(arguments: refusals.indices) func refusalsSayWhatToDo(_ index: Int) throws {
    let (trouble, message, hint) = Self.refusals[index]
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    // All parallel requests, and their retries.
    rider.strava.answer("/athlete/activities", with: trouble, times: 8)
    let events = try rider.events()
    expectEqual(events.result.status, .exited(77))
    let error = try #require(events.of("error").first)
    #expect(error["message"]?.string == message && error["hint"]?.string == hint)
    expectEqual(error["retryable"]?.bool, false)
  }

  /// The token shown on Strava's page for applications may read no activities: the most common
  /// mistake, also in a file of the service manager.
  @Test func theTokenOfStravasSettingsPageIsRecognised() throws {
    let rider = try Rider(rides: RideBuilder.history(3))
    let tokens = rider.strava.signIn(scopes: ["read"], lasting: 60)
    let account = rider.strava.edit { $0.application }
    try Disk.write(
      Array(
        """
        {"client_id":"\(account.clientID)","client_secret":"\(account.clientSecret)",\
        "refresh_token":"\(tokens.refresh)"}
        """.utf8), to: rider.home / "strava", mode: 0o600)
    let result = try rider.run(environment: ["CREDENTIALS_DIRECTORY": rider.home.path])
    expectEqual(result.status, .exited(77))
    expectEqual(
      result.errorLines.first, "velo-sync: Strava did not grant access to activities. (permission)")
    #expect(result.errors.contains("missing: activity:read"))
  }

  @Test func temporaryFailuresAreRetriedAndReported() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    rider.strava.answer(.path("/athlete"), with: .serverError, times: 2)
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.of("waiting").compactMap { $0["reason"]?.string }, ["retry", "retry"])
    expectEqual(events.of("waiting").compactMap { $0["attempt"]?.integer }, [2, 3])
  }

  @Test func anUnreachableServiceIsReported() throws {
    let rider = try Rider.connected()
    rider.strava.server.stop()
    let result = try rider.run()
    expectEqual(result.status, .exited(68))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: Unable to connect to Strava. (network)",
        "  Check your connection and run velo-sync again",
      ])
  }

  @Test func aSilentServiceEndsWithTheRunsOwnTimeout() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(300))
    // All parallel requests: the one beyond the end of the list may arrive first.
    rider.strava.answer(.laterPages, with: .silence, times: 8)
    let result = try rider.run("--timeout", "500ms")
    rider.strava.behave()
    expectEqual(result.status, .exited(75))
    expectEqual(result.errorLines.first, "velo-sync: Not finished within 0.5 s. (timeout)")
    try expectEqual(rider.events().count("new"), 300)
  }

  @Test func offlineShowsSavedScores() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(50))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    rider.strava.server.stop()
    let events = try rider.events()
    expectEqual(events.result.status, .exited(68))
    expectEqual(events.statuses.last, "offline")
    #expect(events.of("score").contains { $0["cached"]?.bool == true })
    #expect(events.of("error").first?["code"]?.string == "network")
    let plain = try rider.run()
    #expect(plain.output.contains("Offline. Showing saved data."))
    #expect(plain.errors.contains("(network)"))
  }

  @Test func fullDisk() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(100))
    // A file instead of the folder, and a file that exceeds the limit.
    let result = try rider.run("--store", "/dev/null/store")
    expectEqual(result.status, .exited(74))
    expectEqual(result.errorLines.first?.contains("not a folder"), true)
    var program = try rider.program("sh")
    program.path = "/bin/sh"
    program.arguments = [
      "-c", "ulimit -f 4; exec \(try BuiltProgram.path(of: "velo-sync")) 2>&1",
    ]
    let limited = try program.run()
    expectEqual(limited.status, .exited(74))
    #expect(limited.output.contains("file too large"))
    try expectEqual(rider.events().count("new"), 100)
  }

  @Test func nothingConnected() throws {
    let rider = try Rider()
    let result = try rider.run()
    expectEqual(result.status, .exited(78))
    expectEqual(result.errorLines.first, "velo-sync: No service is connected yet. (not_connected)")
    #expect(try rider.run("--source", "strava").errors.contains("Strava is not connected."))
    try expectEqual(rider.run("--source", "strawa").status, .exited(64))
  }

  @Test(arguments: [
    (["--jsno"], "Did you mean --json?"), (["--output", "lvie"], "lvie"),
    (["--timeout", "5"], "5"), (["--since", "2026-02-30"], "2026-02-30"), (["snyc"], "sync"),
    (["--speed", "2"], "--sample"), (["--output", "live"], "terminal"),
    (["--port", "80", "sources"], "connect"),
  ])
  func invalidArgumentsAreUsageErrors(_ arguments: [String], _ said: String) throws {
    let rider = try Rider()
    let result = try rider.program(arguments).run()
    expectEqual(result.status, .exited(64))
    #expect(result.errors.contains(said))
    #expect(result.output.isEmpty)
    let events = try Events(try rider.program(arguments + ["--json"]).run())
    if !arguments.contains("live") && !arguments.contains("lvie") {
      expectEqual(events.types, ["version", "error", "summary"])
    }
  }

  @Test(arguments: [
    (["--ftp", "9999"], "--ftp: 9999 is too large.", "--ftp takes a number from 1 to 2000"),
    (["--ftp", "a"], "--ftp: a is not a number.", "--ftp takes a number from 1 to 2000"),
    (
      ["--wait", "90"], "--wait: 90 has no unit.",
      "--wait takes a duration like 90s or 1m30s, from 0ms to 365d"
    ),
    (["--sex", "f"], "--sex: f.", "--sex takes female or male"),
  ])
  func aWrongValueIsExplainedAndItsRangeIsTheHint(
    _ arguments: [String], _ message: String, _ hint: String
  ) throws {
    let result = try Rider().program(arguments).run()
    expectEqual(
      result.errorLines, ["velo-sync: Invalid value for \(message) (usage)", "  \(hint)"])
  }

  @Test func aMissingConfigFileIsNamedWithItsOption() throws {
    let rider = try Rider()
    let (missing, hint) = (
      rider.home / "nowhere", "  Check the path (--config or VELO_SYNC_CONFIG), or pass --no-config"
    )
    for (arguments, environment) in [
      (["status", "--config", missing], [:]), (["status"], ["VELO_SYNC_CONFIG": missing]),
    ] {
      let result = try rider.program(arguments, environment: environment).run()
      expectEqual(result.status, .exited(66))
      expectEqual(
        result.errorLines,
        [
          "velo-sync: There is no config file ~/nowhere. (missing_input)", hint,
        ])
    }
  }

  @Test func aPathThatCannotBeWrittenIsNamedWithItsSetting() throws {
    let rider = try Rider()
    let file = try rider.home.write("x", to: "notes.txt")
    let sample = ["--sample", "--speed", "max"]
    let events = try rider.program(sample + ["--events", file + "/e"]).run()
    expectEqual(events.status, .exited(74))
    expectEqual(events.errorLines.last, "  Check the path (--events)")
    let state = try rider.program(sample, environment: ["XDG_STATE_HOME": file]).run()
    expectEqual(state.status, .exited(74))
    expectEqual(state.errorLines.last, "  Check the path (XDG_STATE_HOME)")
  }

  @Test(arguments: [
    (
      "--ftp 250\nftp = 250", "Unknown flag ftp in ~/config, line 2. (config)",
      "Did you mean --ftp 250?"
    ),
    (
      "--max-hr = 190", "Invalid value for --max-hr: = 190 is not a number. (config)",
      "Write it as --max-hr 190"
    ),
    (
      "[rider]", "Unexpected argument [rider]. (config)",
      "Put one option on each line, like --ftp 250"
    ),
  ])
  func anUnreadableConfigFileIsExplained(_ text: String, _ message: String, _ hint: String) throws {
    let rider = try Rider()
    try rider.home.write(text, to: "config")
    let result = try rider.run("status", "--config", rider.home / "config")
    expectEqual(result.status, .exited(78))
    expectEqual(result.errorLines.first?.hasSuffix(message), true, "\(result.errors)")
    expectEqual(result.errorLines.last, "  \(hint)")
  }

  @Test func baseURLsMustBeSafe() throws {
    let rider = try Rider.connected()
    let result = try rider.run(environment: ["VELO_SYNC_STRAVA_API": "http://example.org/api"])
    expectEqual(result.status, .exited(64))
    #expect(result.errors.contains("VELO_SYNC_STRAVA_API"))
  }

  @Test func credentialsThatOthersCanReadAreRefused() throws {
    let rider = try Rider.connected()
    let file = rider.state + "/credentials.json"
    let bytes = try #require(try Disk.read(file))
    Disk.remove(file)
    try Disk.write(bytes, to: file, mode: 0o644)
    let result = try rider.run()
    expectEqual(result.status, .exited(78))
    #expect(result.errors.contains("chmod 600"))
  }

  /// No secret occurs in any output, whatever fails.
  @Test func secretsAreNeverShown() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let secrets = rider.strava.edit { $0.refreshTokens + [$0.application.clientSecret] }
    for trouble in [StravaTrouble.serverError, .basicChallenge, .loginPage, .quarterUsedUp, .reset]
    {
      rider.strava.answer(.path("/athlete/activities"), with: trouble, times: 12)
      for mode in ["--json", "--plain"] {
        let result = try rider.run(mode, "--verbose", "--wait", "0s")
        let said = result.output + result.errors
        let bearer = rider.strava.server.requests.compactMap(\.bearerToken)
        for secret in secrets + bearer { #expect(!said.contains(secret)) }
      }
      rider.strava.behave()
    }
  }
}
