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

  /// The result says it, a log above its last line; no later sync does. An FTP is missing until
  /// there is one.
  @Test(arguments: ["json", "live"])
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

}
