// --explain as shown: the settings, the reason for the mode, and nothing done.

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

  private static let cases: [(arguments: String, variables: [String: String], isTerminal: Bool)] = [
    ("--explain", [:], false), ("--explain --sample --no-tips", ["NO_COLOR": "1"], false),
    ("--explain", [:], true), ("-q --explain", [:], true),
    ("--explain", ["TERM": "dumb"], true), ("--explain", ["CI": "1"], true),
    ("--color always --explain", [:], true),
    ("--explain", ["TERM": "", "VELO_SYNC_OUTPUT": "live"], true),
    // The second line of the config file.
    ("sources --config config --explain", [:], false),
    // On standard error, because standard output is the command's.
    ("wrap --explain -- true", [:], false), ("--explain --json --no-tips", [:], false),
    ("--explain --output live", [:], false),
    ("--explain", ["VELO_SYNC_PACE": "slow"], false),
  ]

  /// The settings with their origins, and why it is this mode and colour; of all but the first
  /// what differs from it. Nothing is done.
  @Test func `reads as recorded`() throws {
    try Disk.write(Array("# mine\n--output accessible\n".utf8), to: home / "config")
    var (text, usual) = ("", Set<String>())
    for (arguments, variables, isTerminal) in Self.cases {
      var program = try program(arguments.split(separator: " ").map(String.init), variables)
      program.folder = home.path
      let result = try (isTerminal ? program.onTerminal(columns: 200) : program).run()
      let seen = String(decoding: result.terminalBytes, as: UTF8.self)
      let lines =
        (isTerminal ? seen : result.output).split { $0.isNewline }.map { String($0) }
        + result.errors.split { $0.isNewline }.map { "stderr: \($0)" }
      let rows = lines.map {
        $0.split(separator: " ").joined(separator: " ").replacing(home.path, with: "~")
      }
      let given = variables.sorted { $0.key < $1.key }.map { "\($0)=\($1) " }.joined()
      text += "== \(given)\(arguments)\(isTerminal ? " (on a terminal)" : "")\n"
      text += (rows.filter { !usual.contains($0) } + ["[\(result.status)]", ""])
        .joined(separator: "\n")
      if usual.isEmpty { usual = Set(rows) }
    }
    try expectEqual(Array(Disk.snapshot(of: home.path).keys), ["config"])
    try Golden.compare("Tests/CommandTests/Golden/explain.txt", with: text)
  }

  /// Columns stay aligned however long a path is.
  @Test func `long values keep the columns`() throws {
    let store = home.path + String(repeating: "/long", count: 30)
    let result = try program(["--explain", "--store", store]).run()
    func start(of value: String, in setting: String) -> Int? {
      result.outputLines.first { $0.hasPrefix("\(setting) ") && $0.hasSuffix("  \(value)") }
        .map { $0.count - value.count }
    }
    let place = try #require(start(of: store, in: "store"))
    #expect(start(of: "no", in: "no-tips") == place && start(of: "not set", in: "ftp") == place)
  }
}
