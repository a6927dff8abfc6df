// --explain as shown: the settings, the reason for the mode, and nothing done.

import Codec
import Support
import Testing

@Suite(.blocking) struct ExplainTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func program(_ arguments: [String], _ more: [String: String] = [:]) throws -> Program {
    var environment = ["HOME": home.path, "TERM": "xterm", "LC_ALL": "C.UTF-8"]
    for (name, value) in more { environment[name] = value }
    return try Program(BuiltProgram.path(), arguments, environment: environment)
  }

  @Test func printsTheSettingsOnly() throws {
    let result = try program(["--explain", "--sample", "--no-tips"], ["NO_COLOR": "1"]).run()
    expectEqual(result.status, .exited(0))
    #expect(result.errors.isEmpty)
    let rows = result.outputLines.map { $0.split(separator: " ").joined(separator: " ") }
    // The last two are the defaults in this mode.
    let wanted = [
      "sample argument --sample yes", "no-tips argument --no-tips yes", "heartbeat default 10s",
      "store default \(home.path)/.local/share/velo-sync-sample",
    ]
    expectEqual(wanted.filter { !rows.contains($0) }, [])
    #expect(try Disk.snapshot(of: home.path).isEmpty)
  }

  private static let reasons:
    [(arguments: [String], variables: [String: String], isTerminal: Bool, mode: String)] = [
      ([], [:], false, "plain"), ([], ["NO_COLOR": "1"], false, "plain"), ([], [:], true, "live"),
      (["-q"], [:], true, "quiet"), ([], ["TERM": "dumb"], true, "plain"),
      ([], ["CI": "1"], true, "plain"), (["--color", "always"], [:], true, "live"),
      ([], ["TERM": "", "VELO_SYNC_OUTPUT": "live"], true, "plain"),
      // The second line of the config file.
      (["sources", "--config", "config"], [:], false, "accessible"),
    ]

  /// Why it is this mode, and why there is colour or not.
  @Test func reasonsReadAsRecorded() throws {
    try Disk.write(Array("# mine\n--output accessible\n".utf8), to: home / "config")
    var text = ""
    for (arguments, variables, isTerminal, mode) in Self.reasons {
      var program = try program(arguments + ["--explain"], variables)
      program.folder = home.path
      let result = try (isTerminal ? program.onTerminal(columns: 200) : program).run()
      expectEqual(result.status, .exited(0))
      let output =
        isTerminal ? String(decoding: result.terminalBytes, as: UTF8.self) : result.output
      let lines = output.split { $0.isNewline }.suffix(2).map {
        $0.replacing(home.path, with: "~")
      }
      expectEqual(lines.first?.split(separator: " ").dropFirst().first, Substring(mode))
      let names = arguments + variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      text += "== \(names.joined(separator: " "))\(isTerminal ? " (on a terminal)" : "")\n"
      text += lines.map { $0 + "\n" }.joined()
    }
    try Golden.compare("Tests/CommandTests/Golden/explain.txt", with: text)
  }

  /// On standard error, because standard output is the command's.
  @Test func wrapHasAPaceOfItsOwn() throws {
    let lines = try program(["wrap", "--explain", "--", "true"]).run().errorLines
    let pace = try #require(lines.first { $0.hasPrefix("pace ") })
    #expect(pace.hasSuffix(" instant"))
  }

  @Test func inJSONItIsOneObject() throws {
    let result = try program(["--explain", "--json", "--no-tips"]).run()
    expectEqual(result.status, .exited(0))
    expectEqual(result.outputLines.count, 1)
    let object = try JSONValue(parsing: Array(result.output.utf8))
    let settings = try #require(object["settings"]?.elements.map { Array($0) })
    let tips = settings.first { $0["name"]?.string == "no-tips" }
    expectEqual(
      [tips?["value"], tips?["origin"]].map { $0?.string }, ["yes", "argument --no-tips"])
    #expect(settings.first { $0["name"]?.string == "ftp" }?["value"] == nil)
    #expect(object["output"]?["mode"]?.string == "json" && object["color"]?["on"]?.bool == false)
  }

  /// Columns stay aligned however long a path is.
  @Test func longValuesKeepTheColumns() throws {
    let store = home.path + String(repeating: "/long", count: 30)
    let result = try program(["--explain", "--store", store]).run()
    func start(of value: String, in setting: String) -> Int? {
      result.outputLines.first { $0.hasPrefix("\(setting) ") && $0.hasSuffix("  \(value)") }
        .map { $0.count - value.count }
    }
    let place = try #require(start(of: store, in: "store"))
    #expect(start(of: "no", in: "no-tips") == place && start(of: "not set", in: "ftp") == place)
  }

  @Test func wrongSettingsAreErrors() throws {
    try expectEqual(program(["--explain", "--output", "live"]).run().status, .exited(64))
    try expectEqual(program(["--explain"], ["VELO_SYNC_PACE": "slow"]).run().status, .exited(64))
  }
}
