// The committed manual pages are those that the tables make, and they are well formed.

import Codec
import Command
import Flags
import Support
import Testing

@Suite(.blocking) struct ManualTests {
  private static let pages = [
    ("velo-sync.1", Manual.command), ("velo-sync-events.5", Manual.events),
  ]

  @Test(arguments: pages)
  func pagesAreFresh(_ name: String, _ text: String) throws {
    try Generated.expect("man/" + name, toBe: text)
  }

  @Test(arguments: pages)
  func pagesAreWellFormed(_ name: String, _ text: String) throws {
    try lint("mandoc", ["-T", "lint", "-W", "warning"], text)
    try lint("groff", ["-mandoc", "-ww", "-b", "-z", "-Tutf8"], text)
  }

  /// apropos(1) and whatis(1) find the page by its first lines.
  @Test(arguments: pages)
  func pagesCanBeFound(_ name: String, _ text: String) throws {
    guard let tool = Generated.tool("lexgrog") else { return }
    let folder = try TemporaryFolder()
    let file = folder / name
    try Disk.write(Array(text.utf8), to: file)
    let result = try Program(tool, [file], environment: ["PATH": "/usr/bin:/bin"]).run()
    #expect(result.status == .exited(0))
    #expect(result.output.contains("\"\(name.dropLast(2)) - "), "\(result.output)")
  }

  /// What a person copies out of the page is what was meant, to the dash.
  @Test func examplesCanBeCopied() throws {
    guard let mandoc = Generated.tool("mandoc") else { return }
    var program = Program(
      mandoc, ["-T", "utf8", "-O", "width=200"], environment: ["PATH": "/usr/bin:/bin"])
    program.input = .text(Manual.command)
    let shown = try program.run().outputLines.map { $0.drop { $0 == " " } }
    for example in CommandPage.examples {
      for line in example.text.split(separator: "\n") {
        #expect(shown.contains(line.drop { $0 == " " }), "\(line)")
      }
    }
  }

  @Test func unitsAreAccepted() throws {
    guard let tool = Generated.tool("systemd-analyze") else { return }
    let folder = try TemporaryFolder()
    // The program has to be there.
    let service = CommandPage.service.replacing("/usr/local/bin/velo-sync", with: "/bin/true")
    try Disk.write(Array((service + "\n").utf8), to: folder / "velo-sync.service")
    try Disk.write(Array((CommandPage.timer + "\n").utf8), to: folder / "velo-sync.timer")
    let result = try Program(
      tool,
      ["verify", "--user", "--man=no", folder / "velo-sync.service", folder / "velo-sync.timer"],
      environment: [
        "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin",
      ]
    ).run()
    #expect(result.status == .exited(0), "\(result.errors)")
    #expect(!result.errors.contains("velo-sync."), "\(result.errors)")
  }

  @Test(arguments: [("sh", ["-n"]), ("shellcheck", [])])
  func theScriptIsSound(_ tool: String, _ arguments: [String]) throws {
    try lint(tool, arguments, CommandPage.script + "\n")
  }

  /// The examples of the page, each inside a wrap: what they tell arrives.
  @Test func theExamplesSpeakToAWrap() throws {
    let folder = try TemporaryFolder()
    try Disk.makeFolder(folder / "backup")
    for part in 1...3 { try Disk.write([], to: folder / "part\(part)") }
    let script = EventsPage.shellExample.replacing("/backup", with: folder / "backup")
    try Disk.write(Array((script + "\n").utf8), to: folder / "copy", mode: 0o755)
    let failed = try inWrap(folder / "copy", in: folder)
    #expect(failed.contains(["status", "Copying files..."]))
    #expect(failed.contains(["progress", "0.75"]))
    #expect(failed.contains(["error", "The copy failed."]))
    #expect(failed.last == ["summary", "failed"])
    try Disk.write([], to: folder / "part4")
    #expect(try inWrap(folder / "copy", in: folder).last == ["summary", "ok"])
    guard let python = Generated.tool("python3") else { return }
    #expect(EventsPage.pythonExample.split(separator: "\n").count <= 10)
    try Disk.write(Array(EventsPage.pythonExample.utf8), to: folder / "count.py")
    let counted = try inWrap(python, folder / "count.py", in: folder)
    #expect(counted.contains(["status", "Counting..."]))
    #expect(counted.contains(["progress", "1.0"]))
    #expect(counted.last == ["summary", "ok"])
  }

  /// The events of a wrap around a command, each by its type and what tells most about it.
  private func inWrap(_ command: String..., in folder: TemporaryFolder) throws -> [[String]] {
    let velosync = try BuiltProgram.path(of: "velo-sync")
    let bin = velosync.split(separator: "/").dropLast().joined(separator: "/")
    let result = try Program(
      "/bin/sh", ["-c", "cd \"$HOME\"; exec velo-sync wrap --json -- \"$@\"", "sh"] + command,
      environment: ["HOME": folder.path, "PATH": "/\(bin):/usr/bin:/bin"]
    ).run()
    return try result.outputLines.map { line in
      let event = try JSONValue(parsing: Array(line.utf8))
      let word = ["text", "message", "outcome"].lazy.compactMap { event[$0]?.string }.first
      let number = ["fraction", "done"].lazy.compactMap { event[$0]?.literal }.first
      return [event["type"]?.string ?? "", word ?? number ?? ""]
    }
  }

  /// The README has the table of options, between its two marks.
  @Test func theReadmeHasEveryOption() throws {
    let (begin, end) = ("<!-- options -->\n", "<!-- end of options -->\n")
    let readme = String(
      decoding: try Disk.read(Generated.path(of: "README.md")) ?? [], as: UTF8.self)
    let from = try #require(readme.firstRange(of: begin)).upperBound
    let to = try #require(readme.firstRange(of: end)).lowerBound
    var wanted = readme
    wanted.replaceSubrange(from..<to, with: OptionsTable.text)
    try Generated.expect("README.md", toBe: wanted)
  }

  /// What the manual shows, the README shows in the same words.
  @Test func theReadmeHasTheExamples() throws {
    let readme = String(
      decoding: try Disk.read(Generated.path(of: "README.md")) ?? [], as: UTF8.self)
    for example in [CommandPage.service, CommandPage.timer, CommandPage.script] {
      #expect(readme.contains("\n\(example)\n"), "\(example)")
    }
    #expect(readme.contains("\n\(EventsPage.shellExample)\n"))
    #expect(readme.contains("\n\(CommandPage.examples.first?.text ?? "")\n"))
    #expect(EventsPage.recipes.filter { readme.contains($0.command) }.count >= 2)
  }

  /// Each recipe of the page, with the real jq on a real stream.
  @Test func theRecipesWork() throws {
    guard Generated.tool("jq") != nil else { return }
    let home = try TemporaryFolder()
    let run = try Program(
      BuiltProgram.path(of: "velo-sync"), ["--sample", "--speed", "max", "--json"],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    ).run()
    #expect(run.status == .exited(0))
    let failed = try Program(
      BuiltProgram.path(of: "velo-sync"), ["--sample", "--simulate", "network", "--json"],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    ).run()
    for recipe in EventsPage.recipes {
      var shell = Program(
        "/bin/sh", ["-c", recipe.command], environment: ["PATH": "/usr/bin:/bin"])
      shell.input = .text(run.output + failed.output)
      let result = try shell.run()
      #expect(result.status == .exited(0) && result.errors.isEmpty, "\(recipe.command)")
      #expect(!result.outputLines.isEmpty, "\(recipe.command)")
    }
  }

  /// Runs a tool over the page; it must have nothing to say.
  private func lint(_ tool: String, _ arguments: [String], _ text: String) throws {
    guard let path = Generated.tool(tool) else { return }
    let folder = try TemporaryFolder()
    let file = folder / "page"
    try Disk.write(Array(text.utf8), to: file)
    let result = try Program(path, arguments + [file], environment: ["PATH": "/usr/bin:/bin"]).run()
    #expect(result.status == .exited(0), "\(result.output)\(result.errors)")
    #expect((result.output + result.errors).isEmpty, "\(result.output)\(result.errors)")
  }
}
