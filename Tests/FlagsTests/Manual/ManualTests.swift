// The committed manual pages match the tables and are well formed.

import Codec
import Support
import Model
import Testing

@testable import Flags

@Suite(.blocking) struct ManualTests {
  private static let pages = ["velo-sync.1", "velo-sync-events.5"]
  private let commands = ManualPage.commands

  private func text(_ page: String) throws -> String {
    try #require(ManualPage.all[page]).text
  }

  @Test(arguments: pages)
  func `pages are fresh`(_ name: String) throws {
    try Golden.compare("man/" + name, with: text(name))
  }

  @Test(
    arguments: [
      ["mandoc", "-T", "lint", "-W", "warning"], ["groff", "-mandoc", "-ww", "-b", "-z", "-Tutf8"],
    ], pages)
  func `nothing is wrong with the pages`(_ command: [String], _ name: String) throws {
    try lint(command, text(name))
  }

  @Test(arguments: [["sh", "-n"], ["shellcheck"]])
  func `nothing is wrong with the script`(_ command: [String]) throws {
    try lint(command, commands["script"] + "\n")
  }

  /// apropos(1) and whatis(1) find the page by its first lines.
  @Test(.needs("lexgrog"), arguments: pages)
  func `pages can be found`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let result = try run("lexgrog", [folder.write(text(name), to: name)])
    expectEqual(result.status, .exited(0))
    #expect(result.output.contains("\"\(name.dropLast(2)) - "), "\(result.output)")
  }

  /// What a person copies out of the page is what was meant, to the dash.
  @Test(.needs("mandoc")) func `examples can be copied`() throws {
    let result = try run(
      "mandoc", ["-T", "utf8", "-O", "width=200"], input: .text(commands.text))
    let shown = result.outputLines.map { $0.drop { $0 == " " } }
    for example in commands.examples(in: "EXAMPLES") {
      for line in example.split(separator: "\n") {
        #expect(shown.contains(line.drop { $0 == " " }), "\(line)")
      }
    }
  }

  @Test(.needs("systemd-analyze")) func `units are accepted`() throws {
    let folder = try TemporaryFolder()
    // systemd-analyze checks that the program exists.
    func replaced(_ service: String) -> String {
      service.replacing("%h/.local/bin/velo-sync", with: "/bin/true")
    }
    let units = try ManualPage.units.sorted { $0.key < $1.key }.flatMap { name, unit in
      [
        try folder.write(replaced(commands[name]) + "\n", to: name),
        try folder.write(unit, to: "archive/" + name),
      ]
    }
    let result = try run(
      "systemd-analyze", ["verify", "--user", "--man=no"] + units,
      environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path])
    expectEqual(result.status, .exited(0), "\(result.errors)")
    #expect(!result.errors.contains("velo-sync"), "\(result.errors)")
  }

  /// By the names of sysexits(3), in the order of their codes.
  @Test func `units retry what may succeed`() throws {
    let names: [Int32: String] = [
      64: "USAGE", 65: "DATAERR", 66: "NOINPUT", 70: "SOFTWARE", 77: "NOPERM", 78: "CONFIG",
    ]
    let permanent = ExitStatus.own.compactMap { _, code, _, failures in
      failures.contains { $0.isRetryable } || failures.isEmpty ? nil : names[code] ?? "\(code)"
    }
    let line = "\nRestartPreventExitStatus=\(permanent.joined(separator: " "))"
    for unit in ManualPage.units.values where unit.contains("[Service]") {
      #expect((unit + "\n").contains(line + "\n"))
    }
  }

  /// The units of the archive, which find the program wherever it was unpacked.
  @Test func `units are fresh`() throws {
    for (name, text) in ManualPage.units {
      try Golden.compare(".ci/systemd/" + name, with: text)
      if name.hasSuffix(".service") { #expect(text.contains("\nExecStart=/usr/bin/env velo-sync")) }
    }
    expectEqual(ManualPage.units.count, 4)
  }

  /// Well-formed, with the structure of a property list; what it runs appends to a log.
  @Test(.needs("python3")) func `the launch agent runs velo sync`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "#!/bin/sh\necho synced\necho failed >&2\n", to: ".local/bin/velo-sync", mode: 0o755)
    let read = """
      import json, plistlib, sys
      agent = plistlib.load(open(sys.argv[1], "rb"))
      assert agent["Label"] == "velo-sync" and agent["StartCalendarInterval"] == {"Hour": 6, "Minute": 0}
      print("\\n".join(agent["ProgramArguments"]))
      """
    let agent = try run(
      "python3", ["-c", read, folder.write(commands["velo-sync.plist"], to: "velo-sync.plist")])
    expectEqual(agent.status, .exited(0), "\(agent.errors)")
    let command = agent.outputLines
    try #require(command.count == 3 && command[0] == "/bin/sh" && command[1] == "-c")
    for _ in 1...2 {
      let ran = try Program(command[0], Array(command[1...]), environment: ["HOME": folder.path])
        .run()
      expectEqual("\(ran.status) \(ran.output)\(ran.errors)", "exit 0 ")
    }
    let log = String(decoding: try Disk.read(folder / "velo-sync.log") ?? [], as: UTF8.self)
    expectEqual(log, "synced\nfailed\nsynced\nfailed\n")
  }

  /// The shell example of the page inside a wrap: its events arrive.
  @Test func `the shell example speaks to a wrap`() throws {
    let folder = try TemporaryFolder()
    try Disk.makeFolder(folder / "backup")
    for part in 1...3 { try folder.write("", to: "part\(part)") }
    let script = ManualPage.events["copy"].replacing("/backup", with: folder / "backup")
    try folder.write(script + "\n", to: "copy", mode: 0o755)
    let failed = try inWrap(folder / "copy", in: folder)
    let wanted = [
      ["status", "Copying files..."], ["progress", "0.75"], ["error", "The copy failed."],
    ]
    expectEqual(wanted.filter { !failed.contains($0) }, [])
    expectEqual(failed.last, ["summary", "failed"])
    try folder.write("", to: "part4")
    try expectEqual(inWrap(folder / "copy", in: folder).last, ["summary", "ok"])
  }

  @Test(.needs("python3")) func `the Python example speaks to a wrap`() throws {
    let folder = try TemporaryFolder()
    let python = try #require(Program.find("python3"))
    #expect(ManualPage.events["count.py"].split(separator: "\n").count <= 10)
    try folder.write(ManualPage.events["count.py"], to: "count.py")
    let counted = try inWrap(python, folder / "count.py", in: folder)
    #expect(counted.contains(["status", "Counting..."]) && counted.contains(["progress", "1.0"]))
    expectEqual(counted.last, ["summary", "ok"])
  }

  /// The events of a wrap around a command, each as its type and its main member.
  private func inWrap(_ command: String..., in folder: TemporaryFolder) throws -> [[String]] {
    let result = try Program(
      "/bin/sh", ["-c", "cd \"$HOME\"; exec velo-sync wrap --json -- \"$@\"", "sh"] + command,
      environment: ["HOME": folder.path, "PATH": path()]
    ).run()
    return try result.outputLines.map { line in
      let event = try JSONValue(parsing: Array(line.utf8))
      let word = ["text", "message", "outcome"].lazy.compactMap { event[$0]?.string }.first
      let number = ["fraction", "done"].lazy.compactMap { event[$0]?.literal }.first
      return [event["type"]?.string ?? "", word ?? number ?? ""]
    }
  }

  private static func readme() throws -> String {
    String(decoding: try Disk.read(Golden.path(of: "README.md")) ?? [], as: UTF8.self)
  }

  /// The table of exit codes in the README, in Markdown.
  private static var exitCodes: String {
    let rows = ExitStatus.own.map { _, code, meaning, failures in
      let names = failures.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      return "| \(code) | \(names) | \(meaning) |\n"
    }
    let interrupted = "| \(ExitStatus.interrupted.codes) |  | \(ExitStatus.interrupted.meaning) |\n"
    return "| code | error | means |\n|---|---|---|\n" + rows.joined() + interrupted
  }

  /// The README has the table of exit codes between its two marks.
  @Test func `the readme has the exit codes`() throws {
    var wanted = try Self.readme()
    let from = try #require(wanted.firstRange(of: "<!-- exit codes -->\n")).upperBound
    let to = try #require(wanted.firstRange(of: "<!-- end of exit codes -->\n")).lowerBound
    wanted.replaceSubrange(from..<to, with: Self.exitCodes)
    try Golden.compare("README.md", with: wanted)
  }

  /// The README is short. An interactive zsh does not know comments, so only files have some.
  @Test func `pasted commands have no comments`() throws {
    let lines = try Self.readme().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 221)
    var (isPasted, pasted) = (false, 0)
    for line in lines {
      if line.hasPrefix("```") {
        isPasted = line == "```sh"
      } else if line == "#!/bin/sh" {
        isPasted = false
      } else if isPasted {
        pasted += 1
        #expect(!line.hasPrefix("#") && !line.contains(" #"), "\(line)")
      }
    }
    #expect(pasted > 20)
  }

  /// What is pasted is understood by each shell.
  @Test(arguments: ["bash", "zsh", "fish"]) func `pasted commands are of every shell`(
    _ shell: String
  )
    throws
  {
    if Program.find(shell) == nil { try Test.cancel("needs \(shell)") }
    let blocks = try Self.readme().split(separator: "```sh\n").dropFirst().compactMap {
      $0.split(separator: "\n```").first.map(String.init)
    }
    #expect(blocks.count > 10)
    for text in blocks + commands.examples(in: "READING THE STORE") {
      let result = try run(shell, ["-n"], input: .text(text + "\n"))
      expectEqual("\(result.status) \(result.errors)", "exit 0 ", "\(text)")
    }
  }

  /// One path of the program, wherever it is started without a shell's PATH.
  @Test func `cron and systemd use the installed path`() throws {
    let readme = try Self.readme()
    #expect(readme.contains("tar -xJf .build/archive/velo-sync-*.tar.xz -C ~/.local\n"))
    #expect(commands.text.contains("\nExecStart=%h/.local/bin/velo\\-sync\n"))
    #expect(readme.contains(" \"$HOME/.local/bin/velo-sync\" >> "))
    for text in [readme, commands.text] { #expect(!text.contains("/usr/local/bin")) }
  }

  /// The fields of the published schema with Spark's types, those inside of others, too.
  @Test(.needs("jq")) func `the schema becomes one of spark`() throws {
    let folder = try TemporaryFolder()
    let made = try run(
      "sh", ["-c", "cd \"$HOME\"; \(commands["spark"])"],
      environment: ["HOME": folder.path, "PATH": path()])
    expectEqual("\(made.status) \(made.errors)", "exit 0 ")
    let schema = try JSONValue(parsing: try #require(try Disk.read(folder / "activity.json")))
    var types: [String: String] = [:]
    for field in schema["fields"]?.elements.map({ Array($0) }) ?? [] {
      let type = field["type"]
      types[field["name"]?.string ?? ""] =
        type?.string ?? type?["elementType"]?.string
        ?? type?["fields"]?.elements?.compactMap {
          "\($0["name"]?.string ?? ""): \($0["type"]?.string ?? "")"
        }.joined(separator: ", ")
    }
    let published = try Program(
      BuiltProgram.path(of: "velo-sync"), ["schema", "records"], environment: [:]
    ).run().output
    let activity = try JSONValue(parsing: Array(published.utf8))["$defs"]?["activity"]
    expectEqual(Set(types.keys), Set(activity?["properties"]?.members?.map(\.name) ?? []))
    for (name, type) in [
      ("id", "string"), ("start", "string"), ("duration_s", "long"), ("distance_m", "double"),
      ("measured_power", "boolean"), ("load_from", "string"), ("same_as", "string"),
      ("power_zone_s", "long"), ("raw", "string"),
      ("from", "file: string, line: long, member: string"),
    ] {
      expectEqual(types[name], type, "\(name)")
    }
    #expect(types["best_power_w"]?.hasPrefix("5: long, 15: long") == true)
  }

  /// A run is valid; a line that is none is named with its number.
  @Test(.needs("python3")) func `lines are validated against the schema`() throws {
    let folder = try TemporaryFolder()
    let python = try #require(Program.find("python3")).split(separator: "/").dropLast()
    let path = try "/\(python.joined(separator: "/")):\(path())"
    let known = try run("python3", ["-c", "import jsonschema"], environment: ["PATH": path])
    if known.status != .exited(0) { try Test.cancel("needs jsonschema") }
    for (run, faults) in [
      ("velo-sync --sample --speed max --json", ""),
      (#"printf '{"type":"version"}\n{"type":"summary","exit_code":"0"}\n'"#, "1,2"),
    ] {
      let recipe = ManualPage.events["validation"].replacing("velo-sync --json", with: run)
      let result = try self.run(
        "sh", ["-c", "cd \"$HOME\"; \(recipe)"],
        environment: ["HOME": folder.path, "PATH": path])
      let lines = Set(
        result.outputLines.compactMap { $0.split { " :".contains($0) }.dropFirst().first })
      expectEqual(lines.sorted().joined(separator: ","), faults, "\(result.output)\(result.errors)")
      expectEqual(result.status, .exited(faults.isEmpty ? 0 : 1))
    }
  }

  /// The script, with a velo-sync that wrote this: before there is a repository, with something new
  /// and with nothing.
  @Test(.needs("git")) func `the script keeps the store in a repository`() throws {
    let home = try TemporaryFolder()
    try home.write("#!/bin/sh\n", to: ".local/bin/velo-sync", mode: 0o755)
    try home.write(commands["script"] + "\n", to: "script", mode: 0o755)
    let environment = [
      "HOME": home.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Jo",
      "GIT_AUTHOR_EMAIL": "jo@example.com", "GIT_COMMITTER_NAME": "Jo",
      "GIT_COMMITTER_EMAIL": "jo@example.com",
    ]
    for (content, commits) in [("1", "1"), ("1", "1"), ("2", "2")] {
      try home.write(content, to: ".local/share/velo-sync/prep.json")
      let script = try run("sh", [home / "script"], environment: environment)
      expectEqual("\(script.status) \(script.output)\(script.errors)", "exit 0 ")
      let store = home / ".local/share/velo-sync"
      let count = try run(
        "git", ["-C", store, "rev-list", "--count", "HEAD"], environment: environment)
      expectEqual(count.outputLines, [commits])
    }
    for (code, ending) in [(68, 0), (69, 0), (75, 0), (10, 10), (77, 77)] as [(Int, Int32)] {
      try home.write("#!/bin/sh\nexit \(code)\n", to: ".local/bin/velo-sync", mode: 0o755)
      let script = try run("sh", [home / "script"], environment: environment)
      expectEqual(script.status, .exited(ending), "\(code)")
    }
  }

  /// Every error is listed beside its exit code.
  @Test func `exit codes have their errors`() throws {
    let page = commands.text.split(separator: "\n")
    let rows = Self.exitCodes.split(separator: "\n")
    for (status, code, _, failures) in ExitStatus.own where status != .failed {
      let row = rows.first { $0.hasPrefix("| \(code) |") }
      let place = try #require(page.firstIndex(of: ".It \(code)"))
      for failure in failures {
        expectEqual(row?.contains("`\(failure.rawValue)`"), true, "\(failure)")
        #expect(page[place + 1].contains(failure.rawValue), "\(failure)")
      }
    }
  }

  /// The README shows the same examples as the manual.
  @Test func `the readme has the examples`() throws {
    let readme = try Self.readme()
    #expect(readme.contains("\n\(commands.examples(in: "EXAMPLES").first ?? "-")\n"))
    #expect(ManualPage.recipes.filter { readme.contains($0) }.count >= 2)
  }

  /// Each recipe of the page, with the real jq on a real stream.
  @Test(.needs("jq")) func `the recipes work`() throws {
    let home = try TemporaryFolder()
    let streams = try [sample(in: home), sample("--simulate", "network", in: home)]
    for recipe in ManualPage.recipes {
      let result = try run("sh", ["-c", recipe], input: .text(streams.joined()))
      #expect(result.status == .exited(0) && result.errors.isEmpty, "\(recipe)")
      #expect(!result.outputLines.isEmpty, "\(recipe)")
    }
  }

  /// A second run also shows the scores of the first one, which may be of another day.
  @Test(.needs("jq")) func `the recipe for scores has each once`() throws {
    let home = try TemporaryFolder()
    let runs = try [sample(in: home), sample(in: home)]
    expectEqual(runs[1].contains(#""cached":true"#), true)
    let recipe = try #require(ManualPage.recipes.first { $0.contains("score") })
    for run in runs {
      let lines = try self.run("sh", ["-c", recipe], input: .text(run)).outputLines
      expectEqual(
        lines.compactMap { $0.split(separator: " ").dropFirst().first },
        ["recovery", "sleep", "strain"])
    }
  }

  /// The folders of programs, velo-sync's among them.
  private func path() throws -> String {
    let bin = try BuiltProgram.path(of: "velo-sync").split(separator: "/").dropLast()
    return "/\(bin.joined(separator: "/")):/usr/bin:/bin"
  }

  /// The events of a run with the sample athlete.
  private func sample(_ arguments: String..., in home: TemporaryFolder) throws -> String {
    try Program(
      BuiltProgram.path(of: "velo-sync"), ["--sample", "--json", "--speed", "max"] + arguments,
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    ).run().output
  }

  /// Runs a tool of the machine.
  private func run(
    _ tool: String, _ arguments: [String], environment: [String: String] = [:],
    input: Program.Input = .null
  ) throws -> ProgramResult {
    try Program(
      #require(Program.find(tool)), arguments,
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, input: input
    ).run()
  }

  /// Runs a tool on a text, if the machine has it; it must report nothing.
  private func lint(_ command: [String], _ text: String) throws {
    if Program.find(command[0]) == nil { try Test.cancel("needs \(command[0])") }
    let folder = try TemporaryFolder()
    let result = try run(command[0], command.dropFirst() + [folder.write(text, to: "page")])
    expectEqual("\(result.status) \(result.output)\(result.errors)", "exit 0 ")
  }
}
