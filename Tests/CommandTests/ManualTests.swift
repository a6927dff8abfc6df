// The committed manual pages are those that the tables make, and they are well formed.

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
