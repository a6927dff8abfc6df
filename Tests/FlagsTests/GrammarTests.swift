// The grammar of the command line: a table of arguments and results.

@testable import Flags
import Model
import Support
import Testing

private func wrap(_ command: String...) -> Invocation { options { $0.action = .wrap(command) } }

private func output(_ mode: OutputMode) -> Invocation {
  options { $0.output = OutputRequest(mode: mode, level: .argument) }
}

/// The failure of an option that this command does not have, and the others do.
private func foreign(_ option: DisplayText, to command: DisplayText, of others: DisplayText...)
  -> Invocation
{
  usage(.optionOfOthers(option: option, command: command, commands: others))
}

struct Reading: Sendable, CustomTestStringConvertible {
  let typed: String
  let meant: Invocation

  init(_ typed: String, _ meant: Invocation) { (self.typed, self.meant) = (typed, meant) }

  var testDescription: String { typed }
}

@Test(arguments: [
  // Commands, and their place among the options.
  Reading("", options { _ in }),
  Reading("sync", options { _ in }),
  Reading("sources", options { $0.action = .sources }),
  Reading("connect strava", options { $0.action = .connect(.strava) }),
  Reading("disconnect apple-health", options { $0.action = .disconnect(.appleHealth) }),
  Reading("--verbose sources", options { ($0.action, $0.verbose) = (.sources, true) }),
  Reading("connect --paste strava", options { ($0.action, $0.paste) = (.connect(.strava), true) }),
  Reading("sync -n", options { $0.dryRun = true }),
  Reading("-n sync", options { $0.dryRun = true }),

  // Values: after a blank, after `=`, directly after a letter.
  Reading("--store /data", options { $0.store = "/data" }),
  Reading("--store=/data", options { $0.store = "/data" }),
  Reading("--store=a=b", options { $0.store = "a=b" }),
  Reading("--store=-odd", options { $0.store = "-odd" }),
  Reading("--store -", options { $0.store = "-" }),
  Reading("import export.zip", options { $0.action = .import(["export.zip"]) }),
  Reading(
    "import a.zip -n b.xml --wait 5m -- -c.xml",
    options {
      $0.action = .import(["a.zip", "b.xml", "-c.xml"]); $0.dryRun = true; $0.wait = .seconds(300)
    }),
  Reading("-s strava", options { $0.sources = [.strava] }),
  Reading("-sstrava", options { $0.sources = [.strava] }),
  Reading("-o quiet", output(.quiet)),
  Reading("-oplain", output(.plain)),

  // Several letters after one dash.
  Reading("-nqv", options { ($0.dryRun, $0.quiet, $0.verbose) = (true, true, true) }),
  Reading("-nswahoo", options { ($0.dryRun, $0.sources) = (true, [.wahoo]) }),
  Reading("-ns wahoo", options { ($0.dryRun, $0.sources) = (true, [.wahoo]) }),

  // `--no-` forms; the last one wins.
  Reading("--full --no-full", options { _ in }),
  Reading("--no-full --full", options { $0.full = true }),
  Reading("--no-input", options { $0.input = false }),
  Reading("--no-input --input", options { _ in }),
  Reading(
    "connect wahoo --no-browser",
    options { ($0.action, $0.browser) = (.connect(.wahoo), false) }),
  Reading(
    "connect wahoo --redirect-uri https://example.com/cb?x=1",
    options { ($0.action, $0.redirectURI) = (.connect(.wahoo), "https://example.com/cb?x=1") }),
  Reading("--config f --no-config", options { $0.config = .none }),
  Reading("--no-config --config f", options { $0.config = .file("f") }),
  Reading("--store a --store b", options { $0.store = "b" }),

  // Output: the last of the three wins; quiet is independent.
  Reading("--plain --json", output(.json)),
  Reading("--json --plain", output(.plain)),
  Reading("--json -o live", output(.live)),
  Reading("--json --no-json", output(.auto)),
  Reading("--plain --no-json", output(.plain)),
  Reading(
    "-q --json",
    options { ($0.quiet, $0.output) = (true, OutputRequest(mode: .json, level: .argument)) }),

  // Lists accumulate, without duplicates, in the order of sources.
  Reading("-s wahoo,strava -s wahoo", options { $0.sources = [.strava, .wahoo] }),

  // After `--` nothing is an option.
  Reading("--", options { _ in }),
  Reading("-n -- sources", foreign("-n", to: "sources", of: "sync", "import")),
  Reading("-- connect strava", options { $0.action = .connect(.strava) }),
  Reading("sync -- --json", usage(.unexpectedArgument("--json"))),

  // Missing values and needless values.
  Reading("--store", usage(.missingValue(option: "--store"))),
  Reading("--store=", usage(.missingValue(option: "--store"))),
  Reading("--store --json", usage(.missingValue(option: "--store"))),
  Reading("--store -- x", usage(.missingValue(option: "--store"))),
  Reading("-ns", usage(.missingValue(option: "-s"))),
  Reading("--json=yes", usage(.needlessValue(option: "--json"))),
  Reading("--no-json=yes", usage(.needlessValue(option: "--no-json"))),
  Reading("--no-config=f", usage(.needlessValue(option: "--no-config"))),
  Reading("--help=all", usage(.needlessValue(option: "--help"))),

  // Unknown names.
  Reading("--jsno", usage(.unknownOption("--jsno", suggestion: "--json"))),
  Reading("--outptu=plain", usage(.unknownOption("--outptu", suggestion: "--output"))),
  Reading("--verb", usage(.unknownOption("--verb", suggestion: "--verbose"))),
  Reading("--no-inptu", usage(.unknownOption("--no-inptu", suggestion: "--no-input"))),
  Reading("--no-color", usage(.unknownOption("--no-color", suggestion: "--color"))),
  Reading("--no-help", usage(.unknownOption("--no-help", suggestion: "--help"))),
  Reading("--xylophone", usage(.unknownOption("--xylophone", suggestion: nil))),
  Reading("--=x", usage(.unknownOption("--", suggestion: nil))),
  Reading("-x", usage(.unknownOption("-x", suggestion: nil))),
  Reading("-nx", usage(.unknownOption("-x", suggestion: nil))),
  Reading("-json", usage(.unknownOption("-json", suggestion: "--json"))),
  Reading("-é", usage(.unknownOption("-é", suggestion: nil))),
  Reading("snyc", usage(.unknownCommand("snyc", suggestion: "sync"))),
  Reading("init", usage(.unknownCommand("init", suggestion: nil))),
  Reading("list", usage(.unknownCommand("list", suggestion: "rides"))),
  Reading("pull", usage(.unknownCommand("pull", suggestion: "sync"))),
  Reading("login", usage(.unknownCommand("login", suggestion: "connect"))),
  Reading("add", usage(.unknownCommand("add", suggestion: "connect"))),
  Reading("config", usage(.unknownCommand("config", suggestion: "--explain"))),
  Reading("zones", usage(.unknownCommand("zones", suggestion: "chart zones"))),
  Reading("gpx", usage(.unknownCommand("gpx", suggestion: "ride --gpx"))),
  Reading("version", usage(.unknownCommand("version", suggestion: "--version"))),
  Reading("rides --miles", usage(.unknownOption("--miles", suggestion: "--units"))),
  Reading("rides --limit 5", usage(.unknownOption("--limit", suggestion: "--since"))),
  Reading(
    "connect ~/a ./b", usage(.foldersAsSource(command: "connect", ["~/a", "./b"]))),
  Reading("disconnect /a", usage(.foldersAsSource(command: "disconnect", ["/a"]))),
  Reading("-V", .version),
  Reading("statsu", usage(.unknownCommand("statsu", suggestion: "status"))),
  Reading("--help-me", usage(.unknownOption("--help-me", suggestion: nil))),
  Reading("-", usage(.unknownCommand("-", suggestion: nil))),
  Reading("frobnicate", usage(.unknownCommand("frobnicate", suggestion: nil))),
  Reading("connect starva", usage(.unknownSource("starva", suggestion: "strava"))),
  Reading("connect Strava", usage(.unknownSource("Strava", suggestion: "strava"))),
  Reading("-s strava,interval", usage(.unknownSource("interval", suggestion: "intervals"))),
  Reading(
    "--sample --simulate auth@starva", usage(.unknownSource("starva", suggestion: "strava"))),
  Reading("--sample --simulate auth@", usage(.unknownSource("''", suggestion: nil))),

  // Too many arguments, too few, and options of other commands.
  Reading("sync strava", usage(.unexpectedArgument("strava"))),
  Reading("sources all", usage(.unexpectedArgument("all"))),
  Reading("connect strava wahoo", usage(.unexpectedArgument("wahoo"))),
  Reading("connect", usage(.missingArgument(command: "connect", argument: "SOURCE"))),
  Reading("import", usage(.missingArgument(command: "import", argument: "PATH"))),
  Reading("import -n", usage(.missingArgument(command: "import", argument: "PATH"))),
  Reading("disconnect --yes", usage(.missingArgument(command: "disconnect", argument: "SOURCE"))),
  Reading("--port 80", foreign("--port", to: "sync", of: "connect")),
  Reading("sync --max-age 6h", foreign("--max-age", to: "sync", of: "status")),
  Reading("status --sample", foreign("--sample", to: "status", of: "sync")),
  Reading("--speed 2 -n -s strava", usage(.needsSample(option: "--speed"))),
  Reading("--simulate auth --full", usage(.needsSample(option: "--simulate"))),
  Reading("--no-full sources", foreign("--no-full", to: "sources", of: "sync")),
  Reading("connect strava --speed 2", foreign("--speed", to: "connect", of: "sync", "replay")),

  // Arguments of commands, and those that are missing.
  Reading("replay", options { $0.action = .replay(nil) }),
  Reading("replay run.ndjson", options { $0.action = .replay("run.ndjson") }),
  Reading("replay -", options { $0.action = .replay("-") }),
  Reading("wrap -- make -j4", wrap("make", "-j4")),
  Reading("wrap make all", wrap("make", "all")),
  Reading("wrap ls -d", usage(.unknownOption("-d", suggestion: "velo-sync wrap -- ls -d"))),
  Reading("wrap -d ls", usage(.unknownOption("-d", suggestion: nil))),
  Reading(
    "wrap --json -- ./a --json",
    options {
      $0.action = .wrap(["./a", "--json"])
      $0.output = OutputRequest(mode: .json, level: .argument)
    }),
  Reading("emit status text=a", options { $0.action = .emit(type: "status", members: ["text=a"]) }),
  Reading("emit progress", options { $0.action = .emit(type: "progress", members: []) }),
  Reading("schema", options { $0.action = .schema(.events) }),
  Reading("schema records", options { $0.action = .schema(.records) }),
  Reading(
    "schema rides",
    usage(.badValue(option: "schema", value: "rides", expected: "events or records"))),
  Reading("chart", options { $0.action = .chart(.fitness) }),
  Reading("chart hours", options { $0.action = .chart(.hours) }),
  Reading(
    "rides --until 2020-01-31 --since 2020-02-01",
    usage(
      .badValue(
        option: "--until", value: "2020-01-31", expected: "a day from --since on (2020-02-01)"))),
  Reading(
    "rides --since 2020-02-01 --until 2020-02-01",
    options {
      $0.action = .rides
      ($0.since, $0.until) = (Day("2020-02-01"), Day("2020-02-01"))
    }),
  Reading("check", options { $0.action = .check }),
  Reading("check x", usage(.unexpectedArgument("x"))),
  Reading("completions zsh", options { $0.action = .completions(.zsh) }),
  Reading("wrap", usage(.missingArgument(command: "wrap", argument: "COMMAND"))),
  Reading("wrap --", usage(.missingArgument(command: "wrap", argument: "COMMAND"))),
  Reading("emit", usage(.missingArgument(command: "emit", argument: "TYPE"))),
  Reading("completions", usage(.missingArgument(command: "completions", argument: "SHELL"))),
  Reading(
    "completions ksh",
    usage(.badValue(option: "completions", value: "ksh", expected: "bash, zsh or fish"))),

  // The first error is reported.
  Reading("--bogus frobnicate", usage(.unknownOption("--bogus", suggestion: nil))),
  Reading("frobnicate --bogus", usage(.unknownCommand("frobnicate", suggestion: nil))),

  // Requests for a text.
  Reading("--help", .help(HelpRequest(length: .full))),
  Reading("-h", .help(HelpRequest(length: .short))),
  Reading("help", .help(HelpRequest(length: .full))),
  Reading("help connect", .help(HelpRequest(length: .full, command: .connect))),
  Reading("help help", .help(HelpRequest(length: .full, command: .help))),
  Reading("connect --help", .help(HelpRequest(length: .full, command: .connect))),
  Reading("connect strava -h", .help(HelpRequest(length: .short, command: .connect))),
  Reading("-h help sources", .help(HelpRequest(length: .short, command: .sources))),
  Reading("-vh", .help(HelpRequest(length: .short))),
  Reading("--version", .version),
  Reading("help --version", .version),
  Reading("--version --help", .version),
  Reading("-h --version", .help(HelpRequest(length: .short))),

  // Before anything can fail.
  Reading("--bogus --help", .help(HelpRequest(length: .full))),
  Reading("--store --help", .help(HelpRequest(length: .full))),
  Reading("frobnicate -h", usage(.unknownCommand("frobnicate", suggestion: nil))),
  Reading("stauts --help", usage(.unknownCommand("stauts", suggestion: "status"))),
  Reading("--store ~ --help foo", usage(.unknownCommand("foo", suggestion: nil))),
  Reading("foo --version", usage(.unknownCommand("foo", suggestion: nil))),
  // It may be the value of the unknown option.
  Reading("--bogus foo --help", .help(HelpRequest(length: .full))),
  Reading("connect --port 0 --version", .version),
  Reading("-xh", .help(HelpRequest(length: .short))),
  Reading("--bogus help", .help(HelpRequest(length: .full))),
  Reading("help --port 0", .help(HelpRequest(length: .full))),

  // Not after `--`, not as a value.
  Reading("sync -- --help", usage(.unexpectedArgument("--help"))),
  Reading("-sh", usage(.unknownSource("h", suggestion: nil))),

  // Help about an unknown command.
  Reading("help snyc", usage(.unknownCommand("snyc", suggestion: "sync"))),
  Reading("help sync now", usage(.unexpectedArgument("now"))),
])
func grammar(_ reading: Reading) {
  expectEqual(read(reading.typed), reading.meant)
}

/// Empty arguments, and those that must not be shown as they are.
@Test func oddArgumentsAreNamed() {
  expectEqual(read([""]), usage(.unknownCommand("''", suggestion: nil)))
  expectEqual(read(["--store", ""]), usage(.missingValue(option: "--store")))
  expectEqual(read(["\u{1B}[31mred"]), usage(.unknownCommand("red", suggestion: nil)))
}

@Test func nothingFailsBeforeHelp() {
  let invocation = read(
    "--help", environment: ["VELO_SYNC_OUTPUT": "bogus"], config: "nonsense\n--bogus")
  expectEqual(invocation, .help(HelpRequest(length: .full)))
}
