// Environment and config file: syntax, errors and precedence.

import Flags
import Model
import Support
import Testing

@Test(arguments: [
  ("1", true), ("true", true), ("yes", true), ("YES", true),
  ("0", false), ("false", false), ("no", false), ("", true),
])
func switchesOfTheEnvironment(_ text: String, _ meant: Bool) {
  // An empty variable counts as unset; prompts are allowed by default.
  expectEqual(read("", environment: ["VELO_SYNC_INPUT": text]), options { $0.input = meant })
}

@Test func variables() {
  let environment = [
    "VELO_SYNC_OUTPUT": "live", "VELO_SYNC_STORE": "~/data", "VELO_SYNC_WAIT": "5m",
    "VELO_SYNC_QUIET": "1", "VELO_SYNC_CONFIG": "other", "HOME": "/home/rider",
  ]
  expectEqual(
    read("", environment: environment),
    options {
      $0.output = OutputRequest(mode: .live, level: .environment)
      ($0.store, $0.wait, $0.quiet) = ("/home/rider/data", .seconds(300), true)
      $0.config = .file("other")
    })
  expectEqual(
    read("connect strava", environment: ["VELO_SYNC_BROWSER": "0", "VELO_SYNC_PORT": "8080"]),
    options { ($0.action, $0.browser, $0.port) = (.connect(.strava), false, 8080) })
}

@Test(arguments: [
  "VELO_SYNC_DRY_RUN", "VELO_SYNC_SAMPLE", "VELO_SYNC_FULL", "VELO_SYNC_JSON", "VELO_SYNC_PLAIN",
  "VELO_SYNC_SINCE", "VELO_SYNC_SOURCE", "VELO_SYNC_NO_INPUT", "VELO_SYNC_HELP",
  "VELO_SYNC_VERSION",
  // Of another command.
  "VELO_SYNC_PORT",
])
func variablesThatAreNone(_ name: String) {
  expectEqual(read("", environment: [name: "1"]), options { _ in })
  expectEqual(read("", environment: [name: "nonsense"]), options { _ in })
}

@Test(arguments: [
  ("VELO_SYNC_QUIET", "maybe", ValueFault.unknown), ("VELO_SYNC_OUTPUT", "loud", .unknown),
  ("VELO_SYNC_TIMEOUT", "90", .noUnit),
])
func wrongVariables(_ name: String, _ text: String, _ fault: ValueFault) {
  expectBadValue(read("", environment: [name: text]), DisplayText(name), text, fault)
}

@Test func configLines() {
  let config = """
    # how to tell it
    --output plain
      --heartbeat=1m\t

    \t# where
    --store ~/my data = mine
    --no-input
    -v
    --port 8080
    --wait\t5m
    """
  let meant: (inout Options) -> Void = {
    $0.output = OutputRequest(mode: .plain, level: .config)
    $0.heartbeat = .every(.seconds(60))
    $0.store = "/home/rider/my data = mine"
    ($0.input, $0.verbose, $0.wait) = (false, true, .seconds(300))
  }
  expectEqual(read("", config: config), options(meant))
  let windows = "\u{FEFF}" + config.replacing("\n", with: "\r\n")
  expectEqual(read("", config: windows), options(meant))
}

@Test(arguments: [
  ("--store=/a#b", "/a#b"), ("--store \"/a\"", "\"/a\""), ("--store -x", "-x"),
  ("--store =x", "=x"), ("--store ~rider/x", "~rider/x"), ("--store ~", "/home/rider"),
])
func valuesInConfigAreTakenAsTheyAre(_ text: String, _ meant: String) {
  expectEqual(read("", config: text), options { $0.store = meant })
}

@Test(arguments: [
  ("--outptu plain", UsageFailure.unknownOption("--outptu", suggestion: "--output")),
  // Syntax of other programs' config files.
  ("output=plain", .unknownOption("output", suggestion: "--output plain")),
  ("ftp = 250", .unknownOption("ftp", suggestion: "--ftp 250")),
  ("max_hr: 190", .unknownOption("max_hr:", suggestion: "--max-hr 190")),
  ("--ftp: 250", .unknownOption("--ftp:", suggestion: "--ftp 250")),
  ("store = \"~/rides\"", .unknownOption("store", suggestion: "--store ~/rides")),
  ("tips: off", .unknownOption("tips:", suggestion: "--no-tips")),
  ("bell = true", .unknownOption("bell", suggestion: "--bell")),
  ("--bel", .unknownOption("--bel", suggestion: "--bell")),
  ("sync", .unexpectedArgument("sync")),
  ("[rider]", .unexpectedArgument("[rider]")),
  ("--", .unexpectedArgument("--")),
  ("-v loud", .unexpectedArgument("loud")),
  ("--quiet yes", .needlessValue(option: "--quiet")),
  ("--store", .missingValue(option: "--store")),
  ("--color red", .badValue(option: "--color", value: "red", expected: "auto, always or never")),
  ("--client-id 1", .notInConfig(option: "--client-id")),
  ("--config other", .notInConfig(option: "--config")),
])
func wrongConfigLines(_ text: String, _ trouble: UsageFailure) {
  expectEqual(read("", config: "# one\n\n" + text + "\n--bogus"), line(3, trouble))
}

@Test(arguments: ["--dry-run", "-n", "--no-full", "--json", "--help", "--version"])
func optionsThatAreNotForTheConfig(_ option: String) {
  expectEqual(read("", config: option), line(1, .notInConfig(option: DisplayText(option))))
}

@Test func configWithoutAHome() {
  expectEqual(read("", config: "--store ~/x", home: nil), .failure(.config(.noHome)))
  expectEqual(read("", config: "--store /x", home: nil), options { $0.store = "/x" })
}

/// No shell expands `--name=~/x`, and none has seen what a service manager sets.
@Test(
  arguments: [
    ("--store=~/x", [:], "/home/rider/x"), ("--store ~/x", [:], "/home/rider/x"),
    ("--store=~", [:], "/home/rider"), ("--store=~x", [:], "~x"), ("--store=a/~/x", [:], "a/~/x"),
    ("--store=$HOME/x", [:], "$HOME/x"),
    ("", ["VELO_SYNC_STORE": "~/x"], "/home/rider/x"),
    ("", ["VELO_SYNC_STORE": "~"], "/home/rider"),
  ] as [(String, [String: String], String)])
func theHomeFolderIsNeverAFolderOfThatName(
  _ arguments: String, _ environment: [String: String], _ store: String
) {
  expectEqual(
    read(arguments, environment: environment),
    options { $0.store = store })
}

@Test func allPathsMayBeginWithTheHomeFolder() {
  expectEqual(read("", config: "--store=$HOME/x"), options { $0.store = "/home/rider/x" })
  expectEqual(
    read("--events=~/e --config=~/c"),
    options {
      $0.events = "/home/rider/e"
      $0.config = .file("/home/rider/c")
    })
}

@Test func argumentsWinOverVariablesOverConfigOverDefaults() {
  let environment = ["VELO_SYNC_STORE": "variable"]
  let config = "--store config"
  expectEqual(
    read("--store argument", environment: environment, config: config),
    options { $0.store = "argument" })
  expectEqual(read("", environment: environment, config: config), options { $0.store = "variable" })
  expectEqual(read("", config: config), options { $0.store = "config" })
  expectEqual(read(""), options { $0.store = nil })
}

@Test func aSwitchCanBeTakenBackAtAnyLevel() {
  expectEqual(read("--no-quiet", environment: ["VELO_SYNC_QUIET": "1"]), options { _ in })
  expectEqual(read("--input", config: "--no-input"), options { _ in })
  expectEqual(read("", environment: ["VELO_SYNC_VERBOSE": "0"], config: "-v"), options { _ in })
  expectEqual(
    read("--no-config", environment: ["VELO_SYNC_CONFIG": "f"]), options { $0.config = .none })
}

@Test func theModeOfAHigherLevelReplacesQuietButNotTheSwitch() {
  expectEqual(
    read("--plain", environment: ["VELO_SYNC_OUTPUT": "quiet"]),
    options { $0.output = OutputRequest(mode: .plain, level: .argument) })
  expectEqual(
    read("--plain", environment: ["VELO_SYNC_QUIET": "1"]),
    options { ($0.output, $0.quiet) = (OutputRequest(mode: .plain, level: .argument), true) })
  expectEqual(
    read("--output auto", environment: ["VELO_SYNC_OUTPUT": "live"]),
    options { $0.output = OutputRequest(mode: .auto, level: .argument) })
}

@Test(arguments: [
  ("auto", "always", "never", ColorChoice.always),
  ("auto", "auto", "never", .never),
  ("auto", "", "auto", .auto),
  ("never", "always", "always", .never),
])
func colorAutoAsksTheNextLevel(
  _ argument: String, _ variable: String, _ line: String, _ meant: ColorChoice
) {
  expectEqual(
    read(
      "--color always --color \(argument)", environment: ["VELO_SYNC_COLOR": variable],
      config: "--color \(line)"), options { $0.color = meant })
}

@Test func theHighestLevelTellsItsMistakeFirst() {
  let environment = ["VELO_SYNC_QUIET": "maybe"]
  expectEqual(
    read("--bogus", environment: environment, config: "--bogus"),
    usage(.unknownOption("--bogus", suggestion: nil)))
  expectBadValue(
    read("", environment: environment, config: "--bogus"), "VELO_SYNC_QUIET", "maybe", .unknown)
}
