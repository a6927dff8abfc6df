// The first sync of a rider with a folder: what to do next, once, and what stays until it is done.

import Codec
import Platform
import Support
import Testing

@Suite(.blocking) struct FirstSyncTests {
  /// A folder with a ride of twenty-five minutes, with power. No setting gives it a load.
  private func importer() throws -> Importer {
    let importer = try Importer()
    var ride = TrueRide.daysAgo(3)
    (ride.seconds, ride.hasHeartRate) = (1500, false)
    let folder = try importer.write([("a.fit", ride.fit())], under: "rides")
    try expectEqual(importer.rider.run("connect", "files", folder).isFine, true)
    return importer
  }

  /// How often each word is printed.
  private func counts(_ words: [String], in text: String) -> [Int] {
    // Lines are wrapped at blanks.
    let text = text.split { " \n\r".contains($0) }.joined(separator: " ")
    return words.map { word in
      text.indices.count { text[$0...].hasPrefix(word) }
    }
  }

  /// The result says it, a log above its last line; no later sync does. An FTP is missing until there
  /// is one.
  @Test(arguments: ["plain", "accessible", "json", "live"])
  func whatToDoNextIsSaidOnce(_ mode: String) throws {
    let importer = try importer()
    func sync(_ arguments: String...) throws -> String {
      if mode == "live" {
        let program = try importer.rider.program(arguments, environment: Rider.terminal)
        let result = try program.onTerminal(columns: 80).finish()
        return result.screenLines().joined(separator: "\n")
      }
      let result = try importer.rider.run(["--output", mode] + arguments)
      expectEqual(result.brief, "exit 0")
      return result.output
    }
    let words = ["velo-sync rides", "velo-sync --ftp 166", "keep --ftp 166 in"]
    let first = try sync()
    expectEqual(counts(words, in: first), [0, 1, 1], "\(first)")
    // Nothing is new, then something is.
    expectEqual(try counts(words, in: sync()), [0, 1, 1])
    try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "rides")
    expectEqual(try counts(words, in: sync()), [0, 1, 1])
    // The setting is remembered where no service knows better.
    _ = try importer.rider.run("--ftp", "166", "--quiet")
    expectEqual(try counts(words + ["--ftp"], in: sync()), [0, 0, 0, 0])
  }

  /// Fitness, form and the latest ride take the place of recovery and sleep.
  @Test func withoutHealthDataTheLatestRideIsShown() throws {
    let importer = try importer()
    _ = try importer.rider.run("--ftp", "166", "--quiet")
    let names = ["fitness", "form", "strain", "latest ride", "recovery", "sleep"]
    for arguments in [["status"], []] {
      let text = try importer.rider.run(arguments).output
      let lower = text.lowercased()
      // The overview says where recovery and sleep come from.
      let missing = arguments.isEmpty ? [0, 0] : [2, 1]
      expectEqual(counts(names, in: lower), [1, 1, 1, 1] + missing, "\(text)")
      expect(text.contains("(12.0 km)"), "\(text)")
    }
    // The block has it from its first frame on.
    let program = try importer.rider.program(
      ["--pace", "instant", "--full"], environment: Rider.terminal)
    let screen = try program.onTerminal(columns: 100).finish().screenLines(columns: 100)
    expectEqual(counts(["Latest ride"], in: screen.joined(separator: " ")), [1], "\(screen)")
    let status = try importer.rider.events("status")
    expectEqual(status.of("activity").map { $0["distance_m"]?.double }, [12_000])
  }

  /// An FTP that was given as an argument alone comes with the command that keeps it, which works as it
  /// stands. What is advised to compute older loads again needs the same FTP.
  @Test func anFTPIsKeptByWhatIsAdvised() throws {
    let importer = try importer()
    let first = try importer.rider.run("--ftp", "166", "--output", "accessible")
    let advice = try #require(first.output.firstRange(of: "To keep the FTP: "))
    let command = first.output[advice.upperBound...].prefix { $0 != "\n" }.dropLast()
    for environment in [[:], ["VELO_SYNC_FTP": "190"]] {
      if environment.isEmpty {
        var shell = try importer.rider.program(["-c", String(command)])
        shell.path = "/bin/sh"
        try expectEqual(shell.run().status, .exited(0), "\(command)")
        let settings = try importer.rider.run("--explain").output
        expectEqual(counts(["ftp config"], in: settings), [1], "\(settings)")
      }
      let ended = try importer.rider.run(["--full"], environment: environment)
      let changed = try importer.rider.run(["--ftp", "210"], environment: environment)
      #expect(!(ended.output + changed.output).contains("keep the FTP"))
      expectEqual(
        counts(["velo-sync --full --ftp 210 recomputes"], in: changed.output), [1],
        "\(changed.output)")
    }
  }

  /// The line about loads stays in `status`, too, with one ride that has a load.
  @Test func statusSaysHowToGetLoadsUntilThereIsAnFTP() throws {
    let importer = try importer()
    _ = try importer.rider.run("--ftp", "200@2020-01-01", "--quiet")
    func line(_ arguments: String...) throws -> [Int] {
      try counts(["--ftp"], in: importer.rider.run(["status"] + arguments).output)
    }
    try expectEqual(line(), [0])
    let other = try self.importer()
    _ = try other.rider.run("--quiet")
    let text = try other.rider.run("status").output
    expectEqual(counts(["velo-sync --ftp 166", "keep --ftp 166"], in: text), [1, 1], "\(text)")
    try expectEqual(counts(["--ftp"], in: other.rider.run("status", "--ftp", "166").output), [0])
    let spoken = try other.rider.run("status", "--output", "accessible").output
    expectEqual(counts(["velo-sync --ftp 166"], in: spoken), [1], "\(spoken)")
  }
}
