// Valid values of options, and the errors for invalid ones.

@testable import Flags
import Model
import Support
import Testing

private let valid: [(typed: String, change: @Sendable (inout Options) -> Void)] = [
  ("--wait 90s", { $0.wait = .seconds(90) }), ("--wait 1m30s", { $0.wait = .seconds(90) }),
  ("--wait 250ms", { $0.wait = .milliseconds(250) }), ("--wait 2h", { $0.wait = .seconds(7200) }),
  ("--wait 365d", { $0.wait = .seconds(365 * 86_400) }), ("--wait 0s", { $0.wait = .zero }),
  ("status --max-age 6h", { ($0.action, $0.maxAge) = (.status, .seconds(21_600)) }),
  ("--heartbeat=off", { $0.heartbeat = .off }),
  ("--heartbeat=30s", { $0.heartbeat = .every(.seconds(30)) }),
  ("--since 2026-11-20", { $0.since = today }),
  ("--since 2026-11-19", { $0.since = today.advanced(by: -1) }),
  ("--since 30d", { $0.since = today.advanced(by: -30) }), ("--since 0d", { $0.since = today }),
  ("--since 1970-01-01", { $0.since = Day(number: 0) }),
  ("--since 20777d", { $0.since = Day(number: 0) }),
  ("connect strava --port 1", { ($0.action, $0.port) = (.connect(.strava), 1) }),
  ("connect strava --port 65535", { ($0.action, $0.port) = (.connect(.strava), 65_535) }),
  ("--sample --speed 1", { ($0.sample, $0.speed) = (true, .times(1)) }),
  ("--sample --speed 0.1", { ($0.sample, $0.speed) = (true, .times(0.1)) }),
  ("--sample --speed 1000", { ($0.sample, $0.speed) = (true, .times(1000)) }),
  ("--sample --speed 2.50", { ($0.sample, $0.speed) = (true, .times(2.5)) }),
  ("--sample --speed max", { ($0.sample, $0.speed) = (true, .max) }),
  ("--sample --simulate rate-limit", { simulate(&$0, .rateLimit) }),
  ("--sample --simulate disk-full", { simulate(&$0, .diskFull) }),
  ("--sample --simulate auth@intervals", { simulate(&$0, .auth, at: .intervals) }),
  ("--sample --simulate bad-reply@apple-health", { simulate(&$0, .badReply, at: .appleHealth) }),
]

@Test(arguments: valid.map(\.typed)) func validValues(_ typed: String) throws {
  let row = try #require(valid.first { $0.typed == typed })
  expectEqual(read(typed), options(row.change))
}

private func simulate(
  _ options: inout Options, _ simulation: SimulationCase, at source: Source? = nil
) {
  options.sample = true
  options.simulation = SimulationRequest(what: simulation, source: source)
}

/// Values that an option does not take, and why; the message names the option and the value.
private let invalid: [(typed: String, values: [(String, ValueFault)])] = [
  (
    "--wait",
    [
      ("90", .noUnit), ("0", .noUnit), ("-5s", .notADuration), ("1.5h", .notADuration),
      ("5 s", .notADuration), ("s", .notADuration), ("366d", .tooLong),
      ("99999999999999999999d", .notADuration), ("1w", .notADuration),
    ]
  ),
  ("--timeout", [("0s", .tooShort)]),
  (
    "--since",
    [
      ("2026-11-21", .inFuture), ("1969-12-31", .beforeEpoch), ("20778d", .beforeEpoch),
      ("2026-02-29", .notADate), ("2026-1-1", .notADate), ("30", .notADate), ("d", .notADate),
      ("-1d", .notADate), ("1m", .notADate), ("soon", .notADate),
      ("99999999999999999999d", .notADate),
    ]
  ),
  (
    "--sample --speed",
    [
      ("0", .tooSmall), ("0.09", .tooSmall), ("1000.1", .tooLarge), ("nan", .notANumber),
      ("inf", .notANumber), ("1e2", .notANumber), ("0x1p3", .notANumber), ("1.", .unknown),
      (".5", .unknown), ("1.2.3", .notANumber), ("-1", .tooSmall), ("+1", .notANumber),
      ("fast", .notANumber),
    ]
  ),
  (
    "connect strava --port",
    [
      ("0", .tooSmall), ("65536", .tooLarge), ("99999999999", .tooLarge), ("-1", .tooSmall),
      ("+80", .notANumber), ("http", .notANumber), ("8 0", .notANumber),
    ]
  ),
  ("--sample --simulate", [("flood", .unknown)]),
  ("-o", [("fancy", .unknown)]), ("--color", [("red", .unknown)]),
  ("-s", [("strava,,wahoo", .unknown)]),
  ("--ftp", [("0", .tooSmall), ("2001", .tooLarge), ("250.5", .notWhole)]),
  ("--max-hr", [("251", .tooLarge)]), ("--rest-hr", [("24", .tooSmall)]),
  ("--threshold-hr", [("fast", .notANumber)]), ("--sex", [("f", .unknown)]),
  ("--sleep-need", [("8", .noUnit), ("3h59m", .tooShort), ("12h1s", .tooLong)]),
]

@Test(arguments: invalid.map(\.typed)) func invalidValues(_ typed: String) {
  let words = typed.split(separator: " ").map(String.init)
  for (value, fault) in invalid.first(where: { $0.typed == typed })?.values ?? [] {
    expectBadValue(read(words + [value]), DisplayText(words.last ?? ""), value, fault)
  }
}

@Test func aRehearsalMayBeSimulated() throws {
  guard case .run(let options) = read("-n --simulate auth") else {
    Issue.record("a dry run may become a rehearsal")
    return
  }
  expectEqual(options.sampleFailure, .usage(.needsSample(option: "--simulate")))
  expectEqual(Options().sampleFailure, nil)
}

@Test func figuresOfTheRider() {
  let line =
    "--ftp 250 --max-hr=188 --rest-hr 46 --threshold-hr 170 --sex female --sleep-need 7h30m"
  for command in ["sync", "status"] {
    expectEqual(
      read("\(command) \(line)"),
      options {
        $0.action = command == "status" ? .status : .sync
        ($0.rider.ftp, $0.ftpLevels) = (DatedSetting(250), [.argument])
        ($0.rider.maxHeartRate, $0.rider.restingHeartRate) = (188, 46)
        $0.rider.thresholdHeartRate = DatedSetting(170)
        $0.rider.sex = .female
        $0.sleepNeed = .seconds(27_000)
      })
  }
  expectEqual(
    read("status", environment: ["VELO_SYNC_FTP": "260"], config: "--ftp 250\n--sex male"),
    options {
      $0.action = .status
      ($0.rider.ftp, $0.ftpLevels) = (DatedSetting(260), [.config, .environment])
      $0.rider.sex = .male
    })
}

/// A value may hold from a day on; a list from a higher level replaces the lower one.
@Test(arguments: [
  ("--ftp 240 --ftp 255@2026-01-15", "240,255@2026-01-15"),
  ("--ftp 255@2026-01-15,240,248@2025-06-01", "240,248@2025-06-01,255@2026-01-15"),
  ("--ftp 255@2026-01-15 --ftp 260@2026-01-15", "260@2026-01-15"),
  ("", "200,210@2024-01-01"),
])
func thresholdsMayHaveDates(_ line: String, _ expected: String) {
  let config = "--ftp 200\n--ftp 210@2024-01-01"
  expectEqual(
    read("status \(line)", config: config),
    options {
      $0.action = .status
      $0.rider.ftp = DatedSetting(expected) ?? DatedSetting()
      $0.ftpLevels = [.config] + (line.isEmpty ? [] : [.argument])
    })
  expectEqual(
    read("status", environment: ["VELO_SYNC_FTP": expected], config: config),
    options {
      $0.action = .status
      $0.rider.ftp = DatedSetting(expected) ?? DatedSetting()
      $0.ftpLevels = [.config, .environment]
    })
  expectEqual(DatedSetting(expected)?.description, expected)
}

@Test func theThresholdOfADayIsTheNewestBefore() throws {
  let ftp = try #require(DatedSetting("240,248@2025-06-01,255@2026-01-15"))
  for (day, value) in [
    ("2025-05-31", 240), ("2025-06-01", 248), ("2026-01-14", 248), ("2026-01-15", 255),
    ("2027-01-01", 255),
  ] {
    expectEqual(ftp.value(on: try #require(Day(day))), value)
  }
  expectEqual(DatedSetting("255@2026-01-15")?.value(on: try #require(Day("2026-01-14"))), nil)
}
