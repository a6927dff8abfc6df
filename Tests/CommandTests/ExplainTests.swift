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
    #expect(rows.contains("sample argument --sample yes"))
    #expect(rows.contains("no-tips argument --no-tips yes"))
    // The defaults in this mode.
    #expect(rows.contains("heartbeat default 10s"))
    #expect(rows.contains("store default \(home.path)/.local/share/velo-sync-sample"))
    #expect(rows.contains("Output: plain (standard output is not a terminal)."))
    #expect(rows.contains("Colour: off (NO_COLOR is set)."))
    #expect(try Disk.snapshot(of: home.path).isEmpty)
  }

  @Test func showsTheConfigFileAndItsLine() throws {
    let path = home / ".config/velo-sync/config"
    try Disk.makeFolders(above: path)
    try Disk.write(Array("# mine\n--output accessible\n".utf8), to: path)
    let result = try program(["sources", "--explain"]).run()
    let reason = "Output: accessible (the config \(path):2 asks for it)."
    #expect(result.outputLines.contains(reason), "\(result.output)")
  }

  @Test(
    arguments: [
      ([], [:], "live (standard output is a terminal"),
      (["-q"], [:], "quiet (the argument -q asks for it"),
      ([], ["TERM": "dumb"], "plain (TERM is dumb"),
      ([], ["CI": "1"], "plain (CI is set"),
      (
        [], ["TERM": "", "VELO_SYNC_OUTPUT": "live"],
        "plain (TERM is not set, although the variable VELO_SYNC_OUTPUT asks for live"
      ),
    ] as [([String], [String: String], String)])
  func saysWhyOnATerminal(
    _ arguments: [String], _ variables: [String: String], _ reason: String
  ) throws {
    let result = try program(arguments + ["--explain"], variables).onTerminal(columns: 200).run()
    expectEqual(result.status, .exited(0))
    let text = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(text.contains("Output: \(reason)).\r\n"), "\(text)")
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
    #expect(tips?["value"]?.string == "yes" && tips?["origin"]?.string == "argument --no-tips")
    #expect(settings.first { $0["name"]?.string == "ftp" }?["value"] == nil)
    #expect(object["output"]?["mode"]?.string == "json")
    #expect(object["color"]?["on"]?.bool == false)
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
