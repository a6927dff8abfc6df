// What connected folders give: nothing in them is passed over in silence.

import Imports
import Model
import Platform
import Support
import Testing

@Suite(.blocking) struct ConnectedFolderReadingTests {
  private let folder: TemporaryFolder
  private var disk = StuckFiles(closed: ["/nowhere"])
  private let ride = TrueRide()
  private let rideID = "20260314T071502Z"

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private func write(_ bytes: some Sequence<UInt8>, to name: String, age: Int64 = 3_600) throws {
    try Disk.makeFolders(above: folder / name)
    try Disk.write(Array(bytes), to: folder / name)
    try Disk.setAge(folder / name, age)
  }

  /// What a sync finds.
  private func read(
    except index: FileIndex = FileIndex()
  ) async throws(SyncFailure) -> ImportedFiles {
    let now = SystemTime().wallClock()
    let found = try await ConnectedFolders(
      [folder.path, folder / "inner"], on: disk, formulas: noFormulas, now: now
    ).find(except: index)
    return try await found.read(progress: Gauge(), files: Gauge(), rider: FileRider())
  }

  private func ids(_ files: ImportedFiles) -> [String] {
    files.records.values.flatMap(\.activities).map { String($0.id.sourceID) }.sorted()
  }

  private func refused(_ name: String, _ failure: ExportFailure) -> Warning {
    .fileRefused(file: DisplayText(folder / name), failure)
  }

  // MARK: Files that are being written

  @Test func `whole files are read at once`() async throws {
    try write(ride.fit(), to: "a.fit", age: 0)
    try write(TrueRide(start: 1_773_000_000).gpx().utf8, to: "b.gpx", age: 1)
    let files = try await read()
    expectEqual(ids(files).count, 2)
    expectEqual(files.incomplete, 0)
    expectEqual(files.problems, [])
  }

  /// The bar of many files: a long ride moves it more than a short one.
  @Test func `the progress of many files is one of bytes`() async throws {
    let rides = [TrueRide(seconds: 60).fit(), TrueRide(start: 1_773_000_000, seconds: 7_200).fit()]
    for (index, bytes) in rides.enumerated() { try write(bytes, to: "\(index).fit") }
    let (bytes, files) = (Gauge(), Gauge())
    let found = try await ConnectedFolders(
      [folder.path], on: disk, formulas: noFormulas, now: SystemTime().wallClock()
    ).find(except: FileIndex())
    expectEqual(found.count, 2)
    _ = try await found.read(progress: bytes, files: files, rider: FileRider())
    let size = rides.reduce(0) { $0 + $1.count }
    expectEqual([bytes.total, bytes.done, files.done], [size, size, 2])
  }

  @Test func `incomplete files are left to the next sync and counted`() async throws {
    let (fit, tcx) = (ride.fit(), Array(ride.tcx().utf8))
    let zip = try ZipMaker.archive([ZipFile("a.fit", fit)])
    let files: [(String, [UInt8])] = [
      ("cut.fit", fit.dropLast(100)), ("wrong.fit", fit.dropLast() + [fit[fit.count - 1] ^ 1]),
      ("begun.fit", Array(fit.prefix(5))), ("cut.tcx", tcx.dropLast(40)),
      ("cut.zip", zip.dropLast(30)), ("cut.fit.gz", try Deflate.gzip(fit).dropLast(20)),
    ]
    for (name, bytes) in files { try write(bytes, to: name, age: 1) }
    let first = try await read()
    expectEqual(first.incomplete, files.count)
    expectEqual(first.problems, [])
    expectEqual(ids(first), [])
    expectEqual(first.index, [:])
    for (name, _) in files { try Disk.setAge(folder / name, 11) }
    let second = try await read()
    expectEqual(second.incomplete, 0)
    expectEqual(second.refused, 2)
    expectEqual(ids(second).isEmpty, false)
  }

  // MARK: Names and places

  @Test func `names that are not UTF-8 are read`() async throws {
    let names = [[0x63, 0xE9], [0xFF], [0xF4, 0x8F, 0xBC, 0x80]].map { String(pathBytes: $0) }
    for (index, name) in names.enumerated() {
      let path = folder / "\(name)/\(name).fit"
      try POSIXFiles().makeFolder(folder / name, mode: 0o755)
      try POSIXFiles().create(
        path, with: TrueRide(start: 1_773_000_000 + Int64(index) * 86_400).fit(), mode: 0o644)
    }
    let files = try await read()
    expectEqual(ids(files).count, 3)
    expectEqual(files.problems, [])
  }

  /// Composed and decomposed letters look alike, and are the names of two files.
  @Test func `names that look alike are two files`() async throws {
    let names = ["caf\u{E9}.fit", "cafe\u{301}.fit"]
    for (index, name) in names.enumerated() {
      try write(TrueRide(start: 1_773_000_000 + Int64(index) * 86_400).fit(), to: name)
    }
    // A name may begin with an accent as well, and a folder.
    try POSIXFiles().makeFolder(folder / "\u{301}", mode: 0o755)
    try POSIXFiles().create(
      folder / "\u{301}/\u{301}.fit", with: TrueRide(start: 1_773_200_000).fit(), mode: 0o644)
    let files = try await read()
    expectEqual(ids(files).count, 3)
    let index = try #require(files.index)
    expectEqual(index.count, 3)
    // Neither is read again, until it changes.
    try await expectEqual(ids(read(except: index)), [])
    try Disk.setAge(folder / names[1], 7_200)
    try await expectEqual(ids(read(except: index)).count, 1)
  }

  @Test func `links that lead nowhere are reported`() async throws {
    try write(ride.fit(), to: "a.fit")
    try Disk.link(folder / "b.fit", to: "a.fit")
    try Disk.link(folder / "c.fit", to: "gone.fit")
    try Disk.link(folder / "loop.fit", to: "loop.fit")
    let files = try await read()
    expectEqual(ids(files), [rideID])
    expectEqual(
      Set(files.problems), [refused("c.fit", .danglingLink), refused("loop.fit", .linkLoop)])
  }

  /// What was read once may fail while it is read for its streams.
  @Test func `what cannot be read a second time is reported`() async throws {
    for number in 0..<6 {
      try write(TrueRide(start: 1_773_000_000 + Int64(number) * 86_400).fit(), to: "\(number).fit")
    }
    let files = try await read()
    let ids = files.records.values.flatMap(\.activities).map(\.id)
    let wanted = Dictionary(uniqueKeysWithValues: ids.map { ($0, LeastStreams(0, false)) })
    expectEqual(wanted.count, 6)
    let reasons = [StorageFailure.Reason.ioError, .system(116), .notPermitted, .ioError]
    disk.broken.withLock {
      for (number, reason) in reasons.enumerated() { $0[folder / "\(number).fit"] = reason }
    }
    let written = try await files.streams?.write(wanted, to: NoStreams())
    expectEqual(written?.activities.count, 2)
    expectEqual(
      written?.problems,
      reasons.prefix(3).enumerated().map { refused("\($0).fit", .unreadable($1)) } + [
        .moreFiles(damaged: 0, refused: 1)
      ])
    // Without descriptors there is no point in going on.
    disk.broken.withLock { $0[folder / "5.fit"] = .tooManyFiles }
    await #expect(throws: SyncFailure.exhausted(.descriptors)) {
      _ = try await files.streams?.write(wanted, to: NoStreams())
    }
  }

  @Test func `the deepest folder is read`() async throws {
    try write(ride.fit(), to: String(repeating: "d/", count: 100) + "a.fit")
    let files = try await read()
    expectEqual(ids(files), [rideID])
  }

  @Test mutating func `what cannot be read is reported`() async throws {
    try write(ride.fit(), to: "a.fit")
    try write(ride.fit(), to: "b.fit")
    // A connected folder inside of another one is walked twice.
    try write(ride.fit(), to: "inner/closed/c.fit")
    disk.closed = [folder / "b.fit", folder / "inner/closed"]
    let files = try await read()
    expectEqual(ids(files), [rideID])
    expectEqual(
      Set(files.problems),
      [
        refused("b.fit", .unreadable(.notPermitted)),
        refused("inner/closed", .unreadable(.notPermitted)),
      ])
    expectEqual(files.refused, 2)
  }

  /// It is there, and nothing has to be plugged in.
  @Test mutating func `a folder that nobody may read is not away`() async throws {
    disk.closed = [folder.path]
    let files = try await read()
    expectEqual(
      files.problems, [.fileRefused(file: DisplayText(folder.path), .unreadable(.notPermitted))])
    expectEqual(files.missingFolders, [DisplayText(folder / "inner")])
  }

  @Test(.long) func `more files than a run reads are reported`() async throws {
    try write("x".utf8, to: "note")
    for number in 0..<ImportLimits.files { try Disk.link(folder / "\(number)", to: "note") }
    let files = try await read()
    expectEqual(files.problems, [refused("note", .tooManyFiles)])
  }

  @Test func `rides beside a health export are read`() async throws {
    try write(ExportText().description.utf8, to: "export.xml")
    try write(TrueRide(start: 1_773_000_000).gpx().utf8, to: "workout-routes/route.gpx")
    try write(ride.fit(), to: "a.fit")
    try write(TrueRide(start: 1_773_100_000).fit(), to: "2026/b.fit")
    let files = try await read()
    expectEqual(ids(files).count, 2)
    expectEqual(files.problems, [])
  }

  // MARK: Names of rides

  @Test(arguments: [
    ("random.fit", [UInt8](repeating: 0x1D, count: 500), ExportFailure.foreign),
    ("page.gpx", Array("<html><body>Not found</body></html>".utf8), .webPage),
    ("other.tcx", Array("<kml></kml>".utf8), .otherXML),
    ("note.FIT", Array("Please sign in again.".utf8), .text),
    ("short.fit", [14, 0x20, 1], .damaged(line: nil)),
  ])
  func `what is no ride but named like one is reported`(
    _ name: String, _ bytes: [UInt8], _ failure: ExportFailure
  ) async throws {
    try write(bytes, to: name)
    let files = try await read()
    expectEqual(files.problems, [refused(name, failure)])
    let packed = try ZipMaker.archive([ZipFile(name, bytes), ZipFile("a.fit", ride.fit())])
    try write(packed, to: "all.zip")
    let both = try await read()
    expectEqual(both.refused, 2)
    expectEqual(ids(both), [rideID])
  }

  @Test func `other files are passed over`() async throws {
    let junk = [UInt8](repeating: 0x9D, count: 500)
    try write(junk, to: "photo.jpg")
    try write([], to: "empty.fit")
    try write(junk, to: ".hidden.fit")
    try write("<gpx><rte></rte></gpx>".utf8, to: "route.gpx")
    let macOS = [ZipFile("__MACOSX/._a.fit", junk), ZipFile("a.fit", ride.fit())]
    try write(ZipMaker.archive(macOS), to: "all.zip")
    let files = try await read()
    expectEqual(files.problems, [])
    expectEqual(ids(files), [rideID])
  }
}

/// Takes streams and keeps none.
private struct NoStreams: StreamWriter {
  func write(_ streams: [UInt8], of id: ActivityID) {}
}
