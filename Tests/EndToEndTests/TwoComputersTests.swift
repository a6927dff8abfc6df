// One store and two computers, that is, two state folders: no ride of a run that ended well is
// lost.

import Codec
import Support
import Testing

@Suite(.blocking) struct TwoComputersTests {
  private let importer: Importer

  init() throws { importer = try Importer() }

  /// Imports a ride of its own day on a computer of its own.
  private func importing(_ number: Int, on computer: Int) throws -> (id: String, RunningProgram) {
    let ride = TrueRide(start: 1_773_472_502 + Int64(number) * 86_400, seconds: 60)
    let path = try importer.write(ride.gpx().utf8, to: "\(number)-\(computer).gpx")
    let state = importer.rider.home / "computer \(computer)"
    let program = try importer.rider.program(
      ["import", path, "--wait", "60s"], environment: ["XDG_STATE_HOME": state])
    return ("files:\(ride.sourceID)", try program.start())
  }

  @Test func `rides of two computers are all there`() throws {
    // Two first runs cannot wait for each other: the one that comes second has to be run again.
    let (first, program) = try importing(-1, on: 0)
    try expectEqual(program.wait().status, .exited(0))
    var ids: Set<String> = [first]
    for round in Tier.cases(0..<200, quick: 6) {
      let runs = try (0..<2).map { try importing(2 * round + $0, on: $0) }
      for (id, running) in runs {
        let result = try running.wait()
        expectEqual(result.status, .exited(0), "\(result.errors)")
        ids.insert(id)
      }
    }
    let stored = try importer.records("activities/files").compactMap { $0["id"]?.string }
    expectEqual(stored.count, ids.count)
    expectEqual(Set(stored), ids)
  }

}
