// The committed manual pages are those that the tables make, and they are well formed.

import Command
import Flags
import Support
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `RECORD_MANUAL=1 swift test --filter ManualTests` writes the pages anew, and fails, so that a
/// recording never passes unseen.
@Suite(.blocking) struct ManualTests {
  private static let pages = [("velo-sync-events.5", Manual.events)]

  @Test(arguments: pages)
  func pagesAreFresh(_ name: String, _ text: String) throws {
    let path = repository + "/man/" + name
    if getenv("RECORD_MANUAL") != nil {
      try Disk.makeFolders(above: path)
      try Disk.write(Array(text.utf8), to: path)
      Issue.record("\(name) was recorded: read the difference")
      return
    }
    let recorded = String(decoding: try Disk.read(path) ?? [], as: UTF8.self)
    #expect(recorded == text, "\(name) is not what the tables say")
  }

  @Test(arguments: pages)
  func pagesAreWellFormed(_ name: String, _ text: String) throws {
    try lint("mandoc", ["-T", "lint", "-W", "warning"], text)
    try lint("groff", ["-mandoc", "-ww", "-b", "-z", "-Tutf8"], text)
  }

  /// Each recipe of the page, with the real jq on a real stream.
  @Test func theRecipesWork() throws {
    guard Program.find("jq") != nil else {
      print("skipped: there is no jq on this machine")
      return
    }
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
    guard let path = Program.find(tool) else {
      print("skipped: there is no \(tool) on this machine")
      return
    }
    let folder = try TemporaryFolder()
    let file = folder / "page"
    try Disk.write(Array(text.utf8), to: file)
    let result = try Program(path, arguments + [file], environment: ["PATH": "/usr/bin:/bin"]).run()
    #expect(result.status == .exited(0), "\(result.output)\(result.errors)")
    #expect((result.output + result.errors).isEmpty, "\(result.output)\(result.errors)")
  }

  private var repository: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  }
}
