// Valid values of options, and the errors for invalid ones.

import Flags
import Model
import Support
import Testing

@Test(arguments: [
  ("90s", Duration.seconds(90)), ("1m30s", .seconds(90)), ("250ms", .milliseconds(250)),
  ("2h", .seconds(7200)), ("365d", .seconds(365 * 86_400)), ("0s", .zero),
])
func durations(_ typed: String, _ meant: Duration) {
  expectEqual(read("--wait \(typed)"), options { $0.wait = meant })
}

@Test(arguments: [
  ("90", ValueFault.noUnit), ("0", .noUnit), ("-5s", .notADuration), ("1.5h", .notADuration),
  ("5 s", .notADuration), ("s", .notADuration), ("366d", .tooLong),
  ("99999999999999999999d", .notADuration), ("1w", .notADuration),
])
func noDurations(_ typed: String, _ fault: ValueFault) {
  expectEqual(
    read(["--wait", typed]),
    usage(
      .badValue(
        option: "--wait", value: DisplayText(typed),
        expected: "a duration like 90s or 1m30s, from 0ms to 365d", fault: fault)))
}

@Test func aTimeoutOfNothingIsRefused() {
  expectEqual(
    read("--timeout 0s"),
    usage(
      .badValue(
        option: "--timeout", value: "0s",
        expected: "a duration like 90s or 1m30s, from 1ms to 365d", fault: .tooShort)))
}

@Test(arguments: [
  ("off", Heartbeat.off), ("30s", .every(.seconds(30))),
])
func heartbeats(_ typed: String, _ meant: Heartbeat) {
  expectEqual(
    read("--heartbeat=\(typed) sources"),
    options {
      $0.action = .sources; $0.heartbeat = meant
    })
}

@Test(arguments: [
  ("2026-11-20", today), ("2026-11-19", today.advanced(by: -1)), ("30d", today.advanced(by: -30)),
  ("0d", today), ("1970-01-01", Day(number: 0)), ("20777d", Day(number: 0)),
])
func dates(_ typed: String, _ meant: Day) {
  expectEqual(read("--since \(typed)"), options { $0.since = meant })
}

@Test(arguments: [
  ("2026-11-21", ValueFault.inFuture), ("1969-12-31", .beforeEpoch), ("20778d", .beforeEpoch),
  ("2026-02-29", .notADate), ("2026-1-1", .notADate), ("30", .notADate), ("d", .notADate),
  ("-1d", .notADate), ("1m", .notADate), ("soon", .notADate),
  ("99999999999999999999d", .notADate),
])
func noDates(_ typed: String, _ fault: ValueFault) {
  expectEqual(
    read(["--since", typed]),
    usage(
      .badValue(
        option: "--since", value: DisplayText(typed),
        expected: "a date from 1970-01-01 to 2026-11-20, or a number of days like 30d",
        fault: fault)))
}

@Test(arguments: [
  ("1", Speed.times(1)), ("0.1", .times(0.1)), ("1000", .times(1000)), ("2.50", .times(2.5)),
  ("max", .max),
])
func speeds(_ typed: String, _ meant: Speed) {
  expectEqual(
    read("--sample --speed \(typed)"),
    options {
      $0.sample = true; $0.speed = meant
    })
}

@Test(arguments: [
  ("0", ValueFault.tooSmall), ("0.09", .tooSmall), ("1000.1", .tooLarge), ("nan", .notANumber),
  ("inf", .notANumber), ("1e2", .notANumber), ("0x1p3", .notANumber), ("1.", .unknown),
  (".5", .unknown), ("1.2.3", .notANumber),
  ("-1", .tooSmall), ("+1", .notANumber), ("fast", .notANumber),
])
func noSpeeds(_ typed: String, _ fault: ValueFault) {
  expectEqual(
    read(["--sample", "--speed", typed]),
    usage(
      .badValue(
        option: "--speed", value: DisplayText(typed),
        expected: "a number from 0.1 to 1000, or max", fault: fault)))
}

@Test(arguments: [("1", UInt16(1)), ("8080", 8080), ("65535", 65_535)])
func ports(_ typed: String, _ meant: UInt16) {
  expectEqual(
    read("connect strava --port \(typed)"),
    options {
      $0.action = .connect(.strava); $0.port = meant
    })
}

@Test(arguments: [
  ("0", ValueFault.tooSmall), ("65536", .tooLarge), ("99999999999", .tooLarge), ("-1", .tooSmall),
  ("+80", .notANumber), ("http", .notANumber), ("8 0", .notANumber),
])
func noPorts(_ typed: String, _ fault: ValueFault) {
  expectEqual(
    read(["connect", "strava", "--port", typed]),
    usage(
      .badValue(
        option: "--port", value: DisplayText(typed), expected: "a number from 1 to 65535",
        fault: fault)))
}

@Test(arguments: [
  ("rate-limit", SimulationRequest(.rateLimit)),
  ("disk-full", SimulationRequest(.diskFull)),
  ("auth@intervals", SimulationRequest(.auth, at: .intervals)),
  ("bad-reply@apple-health", SimulationRequest(.badReply, at: .appleHealth)),
])
func simulations(_ typed: String, _ meant: SimulationRequest) {
  expectEqual(
    read("--sample --simulate \(typed)"),
    options {
      $0.sample = true; $0.simulation = meant
    })
}

@Test func noSimulation() {
  expectEqual(
    read("--sample --simulate flood"),
    usage(
      .badValue(
        option: "--simulate", value: "flood",
        expected: """
          CASE or CASE@SOURCE, where CASE is network, timeout, server, auth, permission, \
          rate-limit, bad-reply, disk-full, locked, internal, slow or offline
          """)))
  expectEqual(
    read("--sample --simulate auth@starva"), usage(.unknownSource("starva", suggestion: "strava")))
  expectEqual(read("--sample --simulate auth@"), usage(.unknownSource("", suggestion: nil)))
}

@Test func choicesAreNamed() {
  expectEqual(
    read("-o fancy"),
    usage(
      .badValue(
        option: "-o", value: "fancy", expected: "auto, live, plain, accessible, json or quiet")))
  expectEqual(
    read("--color=red"),
    usage(
      .badValue(option: "--color", value: "red", expected: "auto, always or never")))
}

@Test func aListHasNoHoles() {
  expectEqual(
    read("-s strava,,wahoo"),
    usage(
      .badValue(
        option: "-s", value: "strava,,wahoo",
        expected: "names of sources, like strava,intervals")))
}

@Test(arguments: [
  "--speed 2", "--simulate auth", "--speed 2 -n -s strava", "--simulate auth --full",
])
func theSampleIsNeeded(_ typed: String) {
  let option: DisplayText = typed.hasPrefix("--speed") ? "--speed" : "--simulate"
  expectEqual(read(typed), usage(.needsSample(option: option)))
}

@Test func aRehearsalMayBeSimulated() throws {
  guard case .run(let options) = read("-n --simulate auth") else {
    Issue.record("a dry run may become a rehearsal")
    return
  }
  expectEqual(options.sampleTrouble, .usage(.needsSample(option: "--simulate")))
  expectEqual(Options().sampleTrouble, nil)
}

@Test func whatTheRiderKnowsBetter() {
  let line =
    "--ftp 250 --max-hr=188 --rest-hr 46 --threshold-hr 170 --sex female --sleep-need 7h30m"
  for command in ["sync", "status"] {
    expectEqual(
      read("\(command) \(line)"),
      options {
        $0.action = command == "status" ? .status : .sync
        $0.rider = RiderSettings(
          ftpWatts: 250, maxHeartRate: 188, restingHeartRate: 46, thresholdHeartRate: 170,
          sex: .female)
        $0.sleepNeed = .seconds(27_000)
      })
  }
  expectEqual(
    read("status", environment: ["VELO_SYNC_FTP": "260"], config: "--ftp 250\n--sex male"),
    options {
      $0.action = .status
      $0.rider = RiderSettings(ftpWatts: 260, sex: .male)
    })
}

@Test(arguments: [
  ("--ftp", "0", "a number from 1 to 2000", ValueFault.tooSmall),
  ("--ftp", "2001", "a number from 1 to 2000", .tooLarge),
  ("--ftp", "250.5", "a number from 1 to 2000", .notWhole),
  ("--max-hr", "251", "a number from 25 to 250", .tooLarge),
  ("--rest-hr", "24", "a number from 25 to 250", .tooSmall),
  ("--threshold-hr", "fast", "a number from 25 to 250", .notANumber),
  ("--sex", "f", "female or male", .unknown),
  ("--sleep-need", "8", "a duration like 8h or 7h30m, from 4h to 12h", .noUnit),
  ("--sleep-need", "3h59m", "a duration like 8h or 7h30m, from 4h to 12h", .tooShort),
  ("--sleep-need", "12h1s", "a duration like 8h or 7h30m, from 4h to 12h", .tooLong),
])
func noSuchRider(
  _ option: DisplayText, _ value: DisplayText, _ expected: DisplayText, _ fault: ValueFault
) {
  expectEqual(
    read("\(option.description) \(value.description)"),
    usage(.badValue(option: option, value: value, expected: expected, fault: fault)))
}

@Test func agesAreOfStatusAlone() {
  expectEqual(
    read("status -q --max-age 6h"),
    options {
      $0.action = .status; $0.quiet = true; $0.maxAge = .seconds(21_600)
    })
  expectEqual(
    read("sync --max-age 6h"),
    usage(.optionOfOthers(option: "--max-age", command: "sync", commands: ["status"])))
  expectEqual(
    read("status --sample"),
    usage(.optionOfOthers(option: "--sample", command: "status", commands: ["sync"])))
}
