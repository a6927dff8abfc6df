// Importing large amounts of rides.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideImportTests {
  private let importer: Importer

  init() throws { importer = try Importer() }

  /// Files where they can be counted, else bytes; more of them than a second is enough for.
  @Test(.long, arguments: ["files", "bytes"])
  func `progress is told while files are read`(_ unit: String) throws {
    let bytes = TrueRide(seconds: 7_200).fit()
    let folder = try importer.write([("0.fit", bytes)], under: "rides")
    for number in 1..<1_000 { try Disk.link("\(folder)/\(number).fit", to: folder + "/0.fit") }
    if unit == "bytes" {
      try importer.write([("z.zip", ZipMaker.archive([ZipFile("a.fit", bytes)]))], under: "rides")
    }
    let running = try importer.rider.program("import", folder, "--json").start()
    try running.wait(for: "\"unit\":\"\(unit)\"")
    running.signal(2)
    let events = try Events(try running.wait())
    expectEqual(events.result.status, .signalled(2))
    let progress = try #require(events.of("progress").first { $0["unit"]?.string == unit })
    expectEqual(["source", "stage"].map { progress[$0]?.string }, ["files", "routine"])
    let (done, total) = (progress["done"]?.integer ?? -1, progress["total"]?.integer ?? -1)
    expect(done > 0 && done < total, "\(done) of \(total)")
    expect(unit == "files" ? total == 1_000 : total >= 1_000 * Int64(bytes.count))
    expect(!Disk.exists(importer.store))
  }

  /// It is read at half the rate, and that is said.
  @Test(.long) func `a ride of many days is not damaged`() throws {
    let path = try importer.write(TrueRide(seconds: 262_200).fit(), to: "ride.fit")
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.codes("notice").contains("rides_thinned"), true)
    expectEqual(events.count("new"), 1)
  }
}
