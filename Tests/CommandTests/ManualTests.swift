// The committed manual pages are those that the tables make, and they are well formed.

import Command
import Flags
import Support
import Testing

@Suite(.blocking) struct ManualTests {
  private static let pages = [("velo-sync-events.5", Manual.events)]

  @Test(arguments: pages)
  func pagesAreFresh(_ name: String, _ text: String) throws {
    try Generated.expect("man/" + name, toBe: text)
  }

  @Test(arguments: pages)
  func pagesAreWellFormed(_ name: String, _ text: String) throws {
    try lint("mandoc", ["-T", "lint", "-W", "warning"], text)
    try lint("groff", ["-mandoc", "-ww", "-b", "-z", "-Tutf8"], text)
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
