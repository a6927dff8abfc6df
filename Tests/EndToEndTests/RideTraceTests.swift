// The trace of `ride` where the disk or a service stands between it and its file.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideTraceTests {
  private let importer: Importer
  private let rider: Rider
  private var truth = TrueRide.daysAgo(3, seconds: 1_200)

  init() throws {
    importer = try Importer()
    rider = importer.rider
    truth.pauses = [300..<500]
  }

  /// Syncs a connected folder, without second-by-second data.
  private func connect(_ files: (name: String, bytes: [UInt8])...) throws {
    let folder = try importer.write(files, under: "rides")
    try expectEqual(rider.run("connect", "files", folder).isFine, true)
    try expectEqual(rider.run("--quiet", "--ftp", "160").status, .exited(0))
    expect(!Disk.exists(rider.store + "/streams"))
  }

  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func aFileThatCannotBeReadIsSaidOnce() throws {
    try connect(("a.fit", truth.fit()))
    let environment = try PreloadedLibrary(refusing: "a.fit", after: 0, in: rider.home).environment
    let events = try rider.events("ride", environment: environment)
    expectEqual(events.ended, ["exit 0", "trace_missing"])
    expectEqual([events.of("activity").count, events.of("chart").count], [1, 0])
    let result = try rider.run(["ride", "--gpx", rider.home / "none"], environment: environment)
    expectEqual(result.brief, "exit 65 (bad_input)")
    expect(result.errors.contains("rides/a.fit (system error"), "\(result.errors)")
    expect(!Disk.exists(rider.home / "none"))
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
    expectEqual(Disk.names(in: importer.store + "/streams/garmin").count, 1)
  }

}
