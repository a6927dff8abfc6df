// What has to be known before, or in spite of, a failure: JSON or not, and which config file.

import Flags
import SyncModel
import Testing

@Test(arguments: [
  ("", "", "", false),
  ("--json", "", "", true),
  ("-o json", "", "", true),
  ("-nojson", "", "", true),
  ("--output=json sources", "", "", true),
  ("--bogus --json frobnicate", "", "", true),
  ("--store --json", "", "", true),
  ("connect --since 5 --json", "", "", true),
  ("--json --output loud", "", "", true),
  ("--json --plain", "", "", false),
  ("--json --bogus -o live", "", "", false),
  ("--json --no-json", "", "", false),
  ("sync -- --json", "", "", false),
  ("--bogus", "json", "", true),
  ("--plain", "json", "", false),
  ("-q", "json", "", true),
  ("--bogus", "", "--output json", true),
  ("", "plain", "--output json", false),
  // A path that needs the home folder is no mistake.
  ("--bogus", "", "--store ~/x\n--output json", true),
  // The mistake in the file is told as arguments and environment ask for.
  ("", "", "--output json\n--bogus", false),
  ("--json", "", "--bogus", true),
])
func json(_ arguments: String, _ variable: String, _ config: String, _ meant: Bool) {
  let asks = Invocation.asksForJSON(
    arguments: arguments.split(separator: " ").map(String.init),
    environment: ["VELO_SYNC_OUTPUT": variable], config: ConfigFile(name: "~/config", text: config),
    home: "/home/rider")
  #expect(asks == meant)
}

@Test(arguments: [
  ("", "", ConfigChoice.standard),
  ("", "mine", .file("mine")),
  ("--config yours", "mine", .file("yours")),
  ("--no-config", "mine", .none),
  ("--bogus --config=yours", "", .file("yours")),
  ("--config --json", "", .standard),
  ("--config yours --help", "", .none),
  ("--config yours help", "", .none),
  ("--version", "mine", .none),
])
func configFile(_ arguments: String, _ variable: String, _ meant: ConfigChoice) {
  let choice = Invocation.configChoice(
    arguments: arguments.split(separator: " ").map(String.init),
    environment: ["VELO_SYNC_CONFIG": variable])
  #expect(choice == meant)
}
