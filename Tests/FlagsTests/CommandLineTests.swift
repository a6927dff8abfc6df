// What command lines mean, with the environment and the config file: tables of cases, and those
// that a line of a shell cannot say.

import Flags
import Model
import Support
import Testing

@Test(arguments: ["grammar", "values", "levels"])
func `command lines are read`(_ name: String) async throws {
  try await Golden.compareCases("Tests/FlagsTests/Cases/\(name).txt") { read(shell: $0).shown }
}

/// Arguments that are empty, have a blank or must not be shown as they are.
@Test func `odd arguments are named`() {
  expectEqual(read([""]), usage(.unknownCommand("''", meant: nil)))
  expectEqual(read(["--store", ""]), usage(.missingValue(option: "--store")))
  expectEqual(read(["\u{1B}[31mred"]), usage(.unknownCommand("red", meant: nil)))
  expectBadValue(read(["--wait", "5 s"]), "--wait", "5 s", .notADuration)
  expectBadValue(read(["connect", "strava", "--port", "8 0"]), "--port", "8 0", .notANumber)
}

@Test func `words that an argument may be are listed`() {
  for (command, expected) in [
    ("schema", "events or records"), ("completions", "bash, zsh or fish"),
  ] as [(DisplayText, DisplayText)] {
    expectEqual(
      read("\(command) ksh"), usage(.badValue(option: command, value: "ksh", expected: expected)))
  }
}

@Test func `config lines`() {
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
  let meant = options {
    $0.output = OutputRequest(mode: .plain, level: .config)
    $0.heartbeat = .every(.seconds(60))
    $0.store = "/home/rider/my data = mine"
    ($0.input, $0.verbose, $0.wait) = (false, true, .seconds(300))
  }
  expectEqual(read("", config: config), meant)
  expectEqual(read("", config: "\u{FEFF}" + config.replacing("\n", with: "\r\n")), meant)
}

@Test func `config without a home`() {
  expectEqual(read("", config: "--store ~/x", home: nil), .failure(.config(.noHome)))
  expectEqual(read("", config: "--store /x", home: nil), options { $0.store = "/x" })
}

@Test func `a rehearsal may be simulated`() throws {
  guard case .run(let options) = read("-n --simulate auth") else {
    Issue.record("a dry run may become a rehearsal")
    return
  }
  expectEqual(options.sampleFailure, .usage(.needsSample(option: "--simulate")))
  expectEqual(Options().sampleFailure, nil)
}

@Test func `the threshold of a day is the newest before`() throws {
  let ftp = try #require(DatedSetting("240,248@2025-06-01,255@2026-01-15"))
  expectEqual(ftp.description, "240,248@2025-06-01,255@2026-01-15")
  for (day, value) in [
    ("2025-05-31", 240), ("2025-06-01", 248), ("2026-01-14", 248), ("2026-01-15", 255),
    ("2027-01-01", 255),
  ] {
    expectEqual(ftp.value(on: try #require(Day(day))), value)
  }
  expectEqual(DatedSetting("255@2026-01-15")?.value(on: try #require(Day("2026-01-14"))), nil)
}
