// The values and origins that --explain shows.

import Model
import Support
import Testing

@testable import Flags

/// A setting's value and origin.
private func explained(
  _ name: String, _ arguments: String, environment: [String: String] = [:], config: String? = nil
) throws -> [String?] {
  let invocation = read("\(arguments) --explain", environment: environment, config: config)
  guard case .explain(_, let settings) = invocation else {
    Issue.record("not explained: \(invocation)")
    return []
  }
  let setting = try #require(settings.first { $0.name == name })
  return [setting.value?.description, setting.origin.description]
}

@Test func `the winner of every level is named`() throws {
  let environment = ["VELO_SYNC_PACE": "instant"]
  let config = "# mine\n--pace instant\n--no-tips\n--store ~/rides"
  try expectEqual(explained("pace", ""), ["readable", "default"])
  try expectEqual(explained("pace", "", config: config), ["instant", "config ~/config:2"])
  try expectEqual(
    explained("pace", "", environment: environment, config: config),
    ["instant", "variable VELO_SYNC_PACE"])
  try expectEqual(
    explained("pace", "--pace readable", environment: environment, config: config),
    ["readable", "argument --pace"])
  try expectEqual(explained("no-tips", "", config: config), ["yes", "config ~/config:3"])
  try expectEqual(
    explained("store", "", config: config), ["/home/rider/rides", "config ~/config:4"])
  try expectEqual(explained("wait", "--wait 90s"), ["1m30s", "argument --wait"])
  try expectEqual(explained("source", "-s wahoo -s strava"), ["strava,wahoo", "argument -s"])
}

/// Short words for the mode name themselves; automatic colour is the word of the level below.
@Test(arguments: [
  ("output", "--plain --json", ["json", "argument --json"]),
  ("output", "--no-json", ["accessible", "variable VELO_SYNC_OUTPUT"]),
  ("output", "--json --no-json", ["auto", "argument --no-json"]),
  ("color", "--color auto", ["never", "variable VELO_SYNC_COLOR"]),
  ("color", "--color always --color auto", ["never", "variable VELO_SYNC_COLOR"]),
])
func `one setting in place of another`(_ name: String, _ arguments: String, _ wanted: [String])
  throws
{
  let environment = ["VELO_SYNC_OUTPUT": "accessible", "VELO_SYNC_COLOR": "never"]
  try expectEqual(explained(name, arguments, environment: environment), wanted)
}

@Test func `mistakes and help come first`() {
  expectEqual(read("--explain --jsno"), usage(.unknownOption("--jsno", suggestion: "--json")))
  expectEqual(read("--explain", config: "--pace"), line(1, .missingValue(option: "--pace")))
  expectEqual(read("--explain --help"), .help(HelpRequest(length: .full)))
}

@Test(arguments: CommandName.allCases.filter { $0 != .help })
func `every setting of a command is told`(_ command: CommandName) {
  let argument = example[command] ?? ""
  guard case .explain(_, let settings) = read("\(command.rawValue) \(argument) --explain") else {
    Issue.record("\(command) is not explained")
    return
  }
  for flag in Flag.all where flag.commands.contains(command) {
    if case .request = flag.form { continue }
    let isTold = settings.contains {
      $0.name == flag.shortFor ?? String(flag.spelling.dropFirst(2))
    }
    #expect(isTold || flag.name == "explain", "\(flag.name)")
  }
}

/// A setting that is read from options and parsed again gives the same options.
@Test(arguments: Flag.all.filter(\.isExplained))
func `what is told could be typed`(_ flag: Flag) throws {
  let values = ["strava,wahoo", "2026-01-31", "1h30m", "40", "max", "off", "network@wahoo", "some"]
  for text in flag.choices + values where flag.valueName != nil {
    guard let first = stored(text, in: flag) else { continue }
    let told = try #require(flag.binding.read(first), "\(flag.name) \(text)")
    expectEqual(stored(told, in: flag), first, "\(flag.name) \(text), told as \(told)")
  }
  guard flag.longNames.count > 1 else { return }
  // Texts name the form that changes the default.
  let isOff = flag.spelling.hasPrefix("--no-")
  expectEqual(
    flag.binding.read(try #require(stored("", in: flag, isOn: false))), (isOff ? "yes" : "no"))
  if flag.valueName == nil {
    expectEqual(flag.binding.read(try #require(stored("", in: flag))), (isOff ? "no" : "yes"))
  }
}

/// The defaults with one setting; nil if the value is invalid.
private func stored(_ text: String, in flag: Flag, isOn: Bool = true) -> Options? {
  var options = Options()
  let value = Value(
    text: text, isOn: isOn, level: .argument, isFirst: true, below: Options(), today: today,
    home: nil)
  do {
    try flag.binding.store(&options, value)
    return options
  } catch {
    return nil
  }
}

/// An argument for each command that needs one.
private let example: [CommandName: String] = [
  .connect: "strava", .disconnect: "strava", .wrap: "make", .emit: "status", .completions: "zsh",
  .import: "export.zip",
]
