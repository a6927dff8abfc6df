// What is known despite errors: the output options and the config file.

import Flags
import Model
import Support
import Testing

@Test(arguments: [
  ("", "", "", OutputMode.auto), ("--json", "", "", .json), ("-o json", "", "", .json),
  ("-nojson", "", "", .json), ("--output=json sources", "", "", .json),
  ("--bogus --json frobnicate", "", "", .json), ("--store --json", "", "", .json),
  ("connect --since 5 --json", "", "", .json), ("--json --output loud", "", "", .json),
  ("--json --plain", "", "", .plain), ("--json --bogus -o live", "", "", .live),
  ("--json --no-json", "", "", .auto), ("sync -- --json", "", "", .auto),
  ("--bogus", "json", "", .json), ("--plain", "json", "", .plain), ("-q", "json", "", .json),
  ("--bogus", "", "--output json", .json), ("", "plain", "--output json", .plain),
  // A path that needs the home folder is not an error.
  ("--bogus", "", "--store ~/x\n--output json", .json),
  // An error in the file is shown as arguments and environment ask for.
  ("", "", "--output json\n--bogus", .auto), ("--json", "", "--bogus", .json),
  ("--bogus -o accessible", "", "", .accessible), ("--bogus", "accessible", "", .accessible),
  ("--bogus", "", "--output accessible", .accessible),
])
func `mode`(_ arguments: String, _ variable: String, _ config: String, _ meant: OutputMode) {
  let mode = Invocation.knownOptions(
    arguments: arguments.split(separator: " ").map(String.init),
    environment: ["VELO_SYNC_OUTPUT": variable], config: ConfigFile(name: "~/config", text: config),
    home: "/home/rider"
  ).output.mode
  expectEqual(mode, meant)
}

@Test(arguments: [
  ("", "", ConfigChoice.standard), ("", "mine", .file("mine")),
  ("--config yours", "mine", .file("yours")), ("--no-config", "mine", .none),
  ("--bogus --config=yours", "", .file("yours")), ("--config --json", "", .standard),
  ("--config yours --help", "", .none), ("--config yours help", "", .none),
  ("--version", "mine", .none),
  ("", "~/mine", .file("/home/rider/mine")), ("--config=~/yours", "", .file("/home/rider/yours")),
])
func `config file`(_ arguments: String, _ variable: String, _ meant: ConfigChoice) {
  let choice = Invocation.configChoice(
    arguments: arguments.split(separator: " ").map(String.init),
    environment: ["VELO_SYNC_CONFIG": variable], home: "/home/rider")
  expectEqual(choice, meant)
}
