// Damaged ride files: what is kept of them, and how the import ends.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideDamageTests {
  private let importer: Importer

  init() throws { importer = try Importer() }

  /// The first part of a file of an hour.
  private static func cut(_ form: RideForm, _ part: Double) throws -> [UInt8] {
    let bytes = try form.bytes(TrueRide(seconds: 3_600))
    return Array(bytes.prefix(Int(Double(bytes.count) * part)))
  }

  // MARK: Damage that leaves a ride

  @Test(arguments: RideForm.allCases) func aCutFileIsKeptUpToTheDamage(_ form: RideForm) throws {
    let path = try importer.write(Self.cut(form, 0.6), to: "ride.dat")
    let events = try importer.events(path)
    expectEqual(events.result.status, .exited(0))
    #expect(events.warnings == ["file_damaged"] && events.of("error").isEmpty)
    let warning = try #require(events.of("warning").first)
    expectEqual(warning["message"]?.string?.contains("ride.dat"), true)
    // A TCX names its recorder at its end.
    let source = form == .tcx || form == .tcxGzip ? "files" : form.source
    expectEqual(events.rides(of: source), [1, 0])
    #expect(events.summary?["outcome"]?.string == "ok")
    let ride = try importer.ride("\(source):20260314T071502Z")
    let seconds = try #require(ride["duration_s"]?.double)
    #expect((1_500...2_600).contains(seconds), "\(seconds)")
    #expect(try #require(ride["distance_m"]).isNear(8 * seconds, within: 20))
    expectEqual(ride["max_power_w"]?.double, 199)
    // Told again, for nothing else has changed.
    let before = try Disk.snapshot(of: importer.store)
    let again = try importer.events(path)
    #expect(again.result.status == .exited(0) && again.warnings == ["file_damaged"])
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test func aBadChecksumIsDamage() throws {
    var bytes = TrueRide(seconds: 3_600).fit()
    bytes[bytes.count - 1] ^= 0xFF
    let path = try importer.write(bytes, to: "ride.fit")
    let events = try importer.events(path)
    #expect(events.result.status == .exited(0) && events.warnings == ["file_damaged"])
    try expectEqual(importer.ride("garmin:20260314T071502Z")["duration_s"]?.integer, 3_600)
  }

  @Test func aCutMemberOfAnArchiveIsKeptUpToTheDamage() throws {
    let other = TrueRide(start: 1_773_472_502 + 86_400)
    let path = try importer.write(
      ZipMaker.archive([
        ZipFile("cut.fit", Self.cut(.fit, 0.5)), ZipFile("whole.fit", other.fit()),
      ]), to: "rides.zip")
    let events = try importer.events(path)
    #expect(events.result.status == .exited(0) && events.warnings == ["file_damaged"])
    let message = try #require(events.of("warning").first?["message"]?.string)
    #expect(message.contains("rides.zip") && message.contains("cut.fit"))
    expectEqual(events.rides(of: "garmin"), [2, 0])
  }

  @Test func ofManyDamagedFilesThreeAreNamed() throws {
    let files = (0..<7).map { index in
      let bytes = TrueRide(start: 1_773_472_502 + Int64(index) * 86_400, seconds: 1_200).fit()
      return (name: "\(index).fit", bytes: Array(bytes.prefix(bytes.count / 2)))
    }
    let events = try importer.events(importer.write(files, under: "rides"))
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.warnings.filter { $0 == "file_damaged" }.count, 3)
    expectEqual(events.warnings.count, 4)
    #expect(events.of("warning").last?["message"]?.string == "4 more files are damaged.")
    expectEqual(events.rides(of: "garmin"), [7, 0])
  }

  // MARK: Damage that leaves nothing

  @Test(arguments: RideForm.allCases) func lessThanAMinuteIsRefused(_ form: RideForm) throws {
    var bytes = try Self.cut(form, 0.01)
    // A gzip's first block may not fit.
    if bytes.isEmpty { bytes = try Self.cut(form, 0.02) }
    let path = try importer.write(bytes, to: "ride.dat")
    let result = try importer.run(path)
    expectEqual(result.status, .exited(65))
    expectEqual(
      result.errorLines.first?.hasPrefix("velo-sync: ~/ride.dat is damaged"), true,
      "\(result.errors)")
    #expect(!Disk.exists(importer.store))

    // In a folder it does not stop the others.
    let folder = try importer.write(
      [("bad.dat", bytes), ("good.fit", TrueRide().fit())], under: "rides")
    let events = try importer.events(folder)
    expectEqual(events.result.status, .exited(10))
    #expect(events.summary?["outcome"]?.string == "partial")
    expectEqual(events.warnings, ["file_refused"])
    #expect(events.of("warning").first?["message"]?.string?.contains("bad.dat") == true)
    expectEqual(events.rides(of: "garmin"), [1, 0])
    try expectEqual(importer.rideIDs(), ["garmin:20260314T071502Z"])
    // A folder of nothing else is as bad as the file.
    Disk.remove(folder + "/good.fit")
    try expectEqual(importer.run(folder).status, .exited(65))
  }

  @Test(arguments: [true, false]) func ofManyBadFilesThreeAreNamed(_ isPacked: Bool) throws {
    let bad = Array(TrueRide().fit().prefix(300))
    let files =
      (0..<5).map { (name: "bad \($0).fit", bytes: bad) }
      + [(name: "good.fit", bytes: TrueRide().fit())]
    let path =
      isPacked
      ? try importer.write(
        ZipMaker.archive(files.map { ZipFile($0.name, $0.bytes) }), to: "rides.zip")
      : try importer.write(files, under: "rides")
    let events = try importer.events(path)
    expectEqual(events.result.status, .exited(10))
    expectEqual(events.warnings.filter { $0 == "file_refused" }.count, 3)
    expectEqual(events.warnings.count, 4)
    #expect(
      events.of("warning").last?["message"]?.string
        == "Skipped 2 more files that could not be read.")
    expectEqual(events.rides(of: "garmin"), [1, 0])
    let plain = try importer.run(path)
    #expect(plain.status == .exited(10) && plain.errorLines.count == 4, "\(plain.errors)")
  }

  // MARK: Files that hold no ride

  @Test func settingsAreRefusedByNameAndIgnoredInAFolder() throws {
    let folder = try importer.write([("Settings.fit", WellnessFIT.settings())], under: "watch")
    let named = try importer.run(folder + "/Settings.fit")
    expectEqual(named.status, .exited(65))
    #expect(named.errors.contains("Settings.fit"), "\(named.errors)")
    try expectEqual(importer.run(folder).status, .exited(65))
    #expect(!Disk.exists(importer.store))
    try importer.write([("ride.fit", TrueRide().fit())], under: "watch")
    let events = try importer.events(folder)
    #expect(events.result.status == .exited(0) && events.warnings.isEmpty)
    expectEqual(events.rides(of: "garmin"), [1, 0])
    #expect(try importer.run(folder).errors.isEmpty)
  }

  @Test func nothingIsStoredWhenAPathCannotBeUsed() throws {
    let good = try importer.write(TrueRide().fit(), to: "good.fit")
    let bad = try importer.write(TrueRide().fit().prefix(300), to: "bad.fit")
    let empty = try importer.write([], to: "empty.fit")
    let gone = importer.rider.home / "gone.fit"
    for (paths, code) in [
      ([good, bad], 65), ([bad, good], 65), ([good, gone], 66), ([gone, good], 66),
      ([good, empty], 65),
    ] {
      let result = try importer.rider.program(["import"] + paths).run()
      expectEqual(result.status, .exited(Int32(code)), "\(paths): \(result.errors)")
      #expect(!Disk.exists(importer.store))
    }
    let events = try importer.events(gone)
    #expect(events.of("error").first?["code"]?.string == "missing_input")
    #expect(events.of("error").first?["message"]?.string?.contains("gone.fit") == true)
    try expectEqual(importer.run(good, "-q").status, .exited(0))
    let before = try Disk.snapshot(of: importer.store)
    try expectEqual(importer.run(good, bad).status, .exited(65))
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test func aMemberThatLiesAboutItsSizeIsRefused() throws {
    var liar = ZipFile("liar.gpx", "<gpx>" + String(repeating: " ", count: 2_000_000))
    liar.toldSize = 10
    let good = ZipFile("good.fit", TrueRide().fit())
    let path = try importer.write(ZipMaker.archive([liar, good]), to: "rides.zip")
    let events = try importer.events(path)
    expectEqual(events.result.status, .exited(10))
    #expect(events.warnings == ["file_refused"] && events.rides(of: "garmin") == [1, 0])
  }
}
