// `--streams` with ride files: second-by-second data beside the records.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideStreamTests {
  private let importer: Importer
  private let truth = TrueRide(seconds: 900)

  init() throws { importer = try Importer() }

  private var streams: String { importer.store + "/streams" }

  private func stream(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: try #require(try Disk.read("\(streams)/\(name).json")))
  }

  private func data(_ type: String, of name: String) throws -> [Double?] {
    try #require(try stream(name)[type]?["data"]?.elements).map(\.double)
  }

  @Test func everySecondIsKept() throws {
    let path = try importer.write(truth.fit(), to: "rides/a.fit")
    try expectEqual(importer.run(path).status, .exited(0))
    expect(!Disk.exists(streams))
    try expectEqual(importer.run(path, "--streams", "--dry-run").status, .exited(0))
    expect(!Disk.exists(streams))
    try expectEqual(importer.run(path, "--streams").status, .exited(0))
    let name = "garmin/20260314T071502Z"
    let seconds = 0...truth.seconds
    try expectEqual(data("time", of: name), seconds.map { Double($0) })
    try expectEqual(data("watts", of: name), seconds.map { Double(truth.watts($0)) })
    try expectEqual(data("heartrate", of: name), seconds.map { Double(truth.heartRate($0)) })
    try expectEqual(data("cadence", of: name), seconds.map { Double(truth.cadence($0)) })
    let first = try #require(try stream(name)["latlng"]?["data"]?.elements?.first { _ in true })
    let position = try #require(first.elements).map { $0.double ?? 0 }
    let misses = [position[0] - truth.latitude(0), position[1] - truth.longitude]
    expectEqual(misses.filter { $0.magnitude >= 1e-6 }, [])
  }

  /// Once they are stored, they are not written again.
  @Test func streamsAreWrittenOnce() throws {
    let path = try importer.write(truth.fit(), to: "a.fit")
    try expectEqual(importer.run(path, "--streams").status, .exited(0))
    let file = streams + "/garmin/20260314T071502Z.json"
    try Disk.write(Array("{}".utf8), to: file)
    try expectEqual(importer.run(path, "--streams").status, .exited(0))
    try expectEqual(Disk.read(file), Array("{}".utf8))
  }

  /// A disk may fail between the two readings of a file.
  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func aFileThatCannotBeReadAgainIsReported() throws {
    try importer.write(truth.fit(), to: "rides/a.fit")
    let library = try PreloadedLibrary(refusing: "a.fit", after: 1, in: importer.rider.home)
    let result = try importer.run(
      importer.rider.home / "rides", "--streams", "--json", environment: library.environment)
    let events = try Events(result)
    expectEqual(events.ended, ["exit 10", "file_refused"])
    expectEqual(events.count("new"), 1)
    // The next run tries again.
    try expectEqual(importer.run(importer.rider.home / "rides", "--streams").status, .exited(0))
    expectEqual(Disk.names(in: streams + "/garmin").count, 1)
  }

  @Test func ridesOfAStravaExportAreNamedByTheirActivities() throws {
    let export = StravaExport(.english103, [StravaExport.Entry(truth, id: 987)])
    let path = try importer.write(export.archive(), to: "export_1.zip")
    try expectEqual(importer.run(path, "--streams").status, .exited(0))
    expectEqual(Disk.names(in: streams + "/strava"), ["987.json"])
    try expectEqual(data("watts", of: "strava/987").count, truth.seconds + 1)
  }

  /// Files that an earlier sync has read are opened again for their streams.
  @Test func aLaterSyncKeepsTheStreamsOfConnectedFolders() throws {
    let path = try importer.write(truth.fit(), to: "rides/a.fit.other")
    // A file that has just been written may still be growing.
    try Disk.setModified(path, to: 1_700_000_000_000_000_000)
    try expectEqual(
      importer.rider.program("connect", "files", importer.rider.home / "rides").run().status,
      .exited(0))
    try expectEqual(importer.rider.run("--quiet").status, .exited(0))
    expect(!Disk.exists(streams))
    try expectEqual(importer.rider.run("--quiet", "--streams").status, .exited(0))
    expectEqual(Disk.names(in: streams + "/garmin"), ["20260314T071502Z.json"])
  }
}
