// The committed manual pages match the tables and are well formed.

import Codec
import Command
import Flags
import Support
import Model
import Testing

@Suite(.blocking) struct ManualTests {
  private static let pages = ["velo-sync.1", "velo-sync-events.5"]

  private func text(_ page: String) -> String {
    page == "velo-sync.1" ? Manual.command : Manual.events
  }

  @Test(arguments: pages)
  func pagesAreFresh(_ name: String) throws {
    try Generated.expect("man/" + name, toBe: text(name))
  }

  @Test(.needs("mandoc"), arguments: pages)
  func mandocFindsNothingWrong(_ name: String) throws {
    try lint("mandoc", ["-T", "lint", "-W", "warning"], text(name))
  }

  @Test(.needs("groff"), arguments: pages)
  func groffFindsNothingWrong(_ name: String) throws {
    try lint("groff", ["-mandoc", "-ww", "-b", "-z", "-Tutf8"], text(name))
  }

  /// apropos(1) and whatis(1) find the page by its first lines.
  @Test(.needs("lexgrog"), arguments: pages)
  func pagesCanBeFound(_ name: String) throws {
    let tool = try #require(Program.find("lexgrog"))
    let folder = try TemporaryFolder()
    let file = folder / name
    try Disk.write(Array(text(name).utf8), to: file)
    let result = try Program(tool, [file], environment: ["PATH": "/usr/bin:/bin"]).run()
    expectEqual(result.status, .exited(0))
    #expect(result.output.contains("\"\(name.dropLast(2)) - "), "\(result.output)")
  }

  /// What a person copies out of the page is what was meant, to the dash.
  @Test(.needs("mandoc")) func examplesCanBeCopied() throws {
    let mandoc = try #require(Program.find("mandoc"))
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

  @Test(.needs("systemd-analyze")) func unitsAreAccepted() throws {
    let tool = try #require(Program.find("systemd-analyze"))
    let folder = try TemporaryFolder()
    // systemd-analyze checks that the program exists.
    let service = CommandPage.service.replacing("%h/.local/bin/velo-sync", with: "/bin/true")
    try Disk.write(Array((service + "\n").utf8), to: folder / "velo-sync.service")
    try Disk.write(Array((CommandPage.timer + "\n").utf8), to: folder / "velo-sync.timer")
    let result = try Program(
      tool,
      ["verify", "--user", "--man=no", folder / "velo-sync.service", folder / "velo-sync.timer"],
      environment: [
        "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin",
      ]
    ).run()
    expectEqual(result.status, .exited(0), "\(result.errors)")
    #expect(!result.errors.contains("velo-sync."), "\(result.errors)")
  }

  @Test func shFindsNothingWrongWithTheScript() throws {
    try lint("sh", ["-n"], CommandPage.script + "\n")
  }

  @Test(.needs("shellcheck")) func shellcheckFindsNothingWrongWithTheScript() throws {
    try lint("shellcheck", [], CommandPage.script + "\n")
  }

  /// The shell example of the page inside a wrap: its events arrive.
  @Test func theShellExampleSpeaksToAWrap() throws {
    let folder = try TemporaryFolder()
    try Disk.makeFolder(folder / "backup")
    for part in 1...3 { try Disk.write([], to: folder / "part\(part)") }
    let script = EventsPage.shellExample.replacing("/backup", with: folder / "backup")
    try Disk.write(Array((script + "\n").utf8), to: folder / "copy", mode: 0o755)
    let failed = try inWrap(folder / "copy", in: folder)
    #expect(failed.contains(["status", "Copying files..."]))
    #expect(failed.contains(["progress", "0.75"]))
    #expect(failed.contains(["error", "The copy failed."]))
    expectEqual(failed.last, ["summary", "failed"])
    try Disk.write([], to: folder / "part4")
    try expectEqual(inWrap(folder / "copy", in: folder).last, ["summary", "ok"])
  }

  @Test(.needs("python3")) func thePythonExampleSpeaksToAWrap() throws {
    let folder = try TemporaryFolder()
    let python = try #require(Program.find("python3"))
    #expect(EventsPage.pythonExample.split(separator: "\n").count <= 10)
    try Disk.write(Array(EventsPage.pythonExample.utf8), to: folder / "count.py")
    let counted = try inWrap(python, folder / "count.py", in: folder)
    #expect(counted.contains(["status", "Counting..."]))
    #expect(counted.contains(["progress", "1.0"]))
    expectEqual(counted.last, ["summary", "ok"])
  }

  /// The events of a wrap around a command, each as its type and its main member.
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

  private static func readme() throws -> String {
    String(decoding: try Disk.read(Generated.path(of: "README.md")) ?? [], as: UTF8.self)
  }

  /// The README has the table of exit codes between its two marks.
  @Test func theReadmeHasTheExitCodes() throws {
    var wanted = try Self.readme()
    let from = try #require(wanted.firstRange(of: "<!-- exit codes -->\n")).upperBound
    let to = try #require(wanted.firstRange(of: "<!-- end of exit codes -->\n")).lowerBound
    wanted.replaceSubrange(from..<to, with: Manual.exitCodes)
    try Generated.expect("README.md", toBe: wanted)
  }

  @Test func theReadmeIsShort() throws {
    #expect(try Self.readme().split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
  }

  /// An interactive zsh does not know comments, so only files have some.
  @Test func pastedCommandsHaveNoComments() throws {
    var isPasted = false
    var pasted = 0
    for line in try Self.readme().split(separator: "\n", omittingEmptySubsequences: false) {
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

  /// One path of the program, wherever it is started without a shell's PATH.
  @Test func cronAndSystemdUseTheInstalledPath() throws {
    let readme = try Self.readme()
    #expect(readme.contains("\n.ci/release ~/.local/bin\n"))
    #expect(readme.contains("\nExecStart=%h/.local/bin/velo-sync\n"))
    #expect(readme.contains(" \"$HOME/.local/bin/velo-sync\" >> "))
    for text in [readme, Manual.command] { #expect(!text.contains("/usr/local/bin")) }
  }

  /// The script, with a velo-sync that wrote this: before there is a repository, with something new and
  /// with nothing.
  @Test(.needs("git")) func theScriptKeepsTheStoreInARepository() throws {
    let git = try #require(Program.find("git"))
    let home = try TemporaryFolder()
    let store = home / ".local/share/velo-sync"
    let program = home / ".local/bin/velo-sync"
    for path in [program, store + "/prep.json"] { try Disk.makeFolders(above: path) }
    try Disk.write(Array("#!/bin/sh\n".utf8), to: program, mode: 0o755)
    try Disk.write(Array((CommandPage.script + "\n").utf8), to: home / "script", mode: 0o755)
    let environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "Jo", "GIT_AUTHOR_EMAIL": "jo@example.com", "GIT_COMMITTER_NAME": "Jo",
      "GIT_COMMITTER_EMAIL": "jo@example.com",
    ]
    for (content, commits) in [("1", "1"), ("1", "1"), ("2", "2")] {
      try Disk.write(Array(content.utf8), to: store + "/prep.json")
      let run = try Program(home / "script", [], environment: environment).run()
      #expect(run.status == .exited(0) && (run.output + run.errors).isEmpty, "\(run.errors)")
      let count = try Program(
        git, ["-C", store, "rev-list", "--count", "HEAD"], environment: environment
      ).run()
      expectEqual(count.outputLines, [commits])
    }
  }

  /// Every error is listed beside its exit code.
  @Test func exitCodesHaveTheirErrors() throws {
    let page = Manual.command.split(separator: "\n")
    let rows = Manual.exitCodes.split(separator: "\n")
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
  @Test(.needs("jq")) func theRecipesWork() throws {
    let home = try TemporaryFolder()
    let run = try Program(
      BuiltProgram.path(of: "velo-sync"), ["--sample", "--speed", "max", "--json"],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    ).run()
    expectEqual(run.status, .exited(0))
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

  /// Runs a tool on the page; it must report nothing.
  private func lint(_ tool: String, _ arguments: [String], _ text: String) throws {
    let path = try #require(Program.find(tool))
    let folder = try TemporaryFolder()
    let file = folder / "page"
    try Disk.write(Array(text.utf8), to: file)
    let result = try Program(path, arguments + [file], environment: ["PATH": "/usr/bin:/bin"]).run()
    expectEqual(result.status, .exited(0), "\(result.output)\(result.errors)")
    #expect((result.output + result.errors).isEmpty, "\(result.output)\(result.errors)")
  }
}
