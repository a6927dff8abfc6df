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

  /// It is read at half the rate, and that is said.
  @Test(.long) func aRideOfManyDaysIsNotDamaged() throws {
    let path = try importer.write(TrueRide(seconds: 262_200).fit(), to: "ride.fit")
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.codes("notice").contains("rides_thinned"), true)
    expectEqual(events.count("new"), 1)
  }

  // MARK: Damage that leaves a ride

  @Test(arguments: Tier.cases(RideForm.allCases, quick: 3))
  func aCutFileIsKeptUpToTheDamage(_ form: RideForm) throws {
    let path = try importer.write(Self.cut(form, 0.6), to: "ride.dat")
    let events = try importer.events(path)
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.warnings, ["file_damaged"])
    expectEqual(events.of("warning").first?["message"]?.string?.contains("ride.dat"), true)
    // A TCX names its recorder at its end.
    let source = form == .tcx || form == .tcxGzip ? "files" : form.source
    expectEqual(events.rides(of: source), [1, 0])
    expectEqual(events.summary?["outcome"]?.string, "ok")
    let ride = try importer.ride("\(source):20260314T071502Z")
    let seconds = ride["duration_s"]?.double ?? 0
    expect((1_500...2_600).contains(seconds), "\(seconds)")
    expectEqual(ride["distance_m"]?.isNear(8 * seconds, within: 20), true)
    expectEqual(ride["max_power_w"]?.double, 199)
    // Told again, for nothing else has changed.
    let before = try Disk.snapshot(of: importer.store)
    let again = try importer.events(path)
    expectEqual(again.ended, ["exit 0", "file_damaged"])
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test func aCutMemberOfAnArchiveIsKeptUpToTheDamage() throws {
    let other = TrueRide(start: 1_773_472_502 + 86_400)
    let path = try importer.write(
      ZipMaker.archive([
        ZipFile("cut.fit", Self.cut(.fit, 0.5)), ZipFile("whole.fit", other.fit()),
      ]), to: "rides.zip")
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 0", "file_damaged"])
    let message = events.of("warning").first?["message"]?.string ?? ""
    expectEqual(["rides.zip", "cut.fit"].filter { !message.contains($0) }, [], "\(message)")
    expectEqual(events.rides(of: "garmin"), [2, 0])
  }

  // MARK: Damage that leaves nothing

  @Test(arguments: Tier.cases(RideForm.allCases, quick: 2))
  func lessThanAMinuteIsRefused(_ form: RideForm) throws {
    var bytes = try Self.cut(form, 0.01)
    // A gzip's first block may not fit.
    if bytes.isEmpty { bytes = try Self.cut(form, 0.02) }
    let path = try importer.write(bytes, to: "ride.dat")
    let result = try importer.run(path)
    expectEqual(result.brief, "exit 65 (bad_input)")
    expect(result.errors.contains("~/ride.dat"), "\(result.errors)")
    expect(!Disk.exists(importer.store))

    // In a folder it does not stop the others.
    let folder = try importer.write(
      [("bad.dat", bytes), ("good.fit", TrueRide().fit())], under: "rides")
    let events = try importer.events(folder)
    expectEqual(events.result.status, .exited(10))
    expectEqual(events.summary?["outcome"]?.string, "partial")
    expectEqual(events.warnings, ["file_refused"])
    expectEqual(events.of("warning").first?["message"]?.string?.contains("bad.dat"), true)
    expectEqual(events.rides(of: "garmin"), [1, 0])
    try expectEqual(importer.rideIDs(), ["garmin:20260314T071502Z"])
    // A folder of nothing else is as bad as the file.
    Disk.remove(folder + "/good.fit")
    try expectEqual(importer.run(folder).status, .exited(65))
  }

  /// A file of half a ride is kept, one of 300 bytes refused.
  @Test(arguments: [
    ("file_damaged", nil, false), ("file_refused", 300, false), ("file_refused", 300, true),
  ])
  func ofManyDamagedFilesThreeAreNamed(_ code: String, _ length: Int?, _ isPacked: Bool) throws {
    let files = (0...5).map { index in
      let bytes = TrueRide(start: 1_773_472_502 + Int64(index) * 86_400, seconds: 1_200).fit()
      let count = index == 0 ? bytes.count : length ?? bytes.count / 2
      return (name: "\(index).fit", bytes: Array(bytes.prefix(count)))
    }
    let path = try importer.write(files, to: "rides", isPacked: isPacked)
    let events = try importer.events(path)
    expectEqual(
      events.ended, [length == nil ? "exit 0" : "exit 10", code, code, code, "more_files"])
    expectEqual(events.of("warning").last?["message"]?.string?.contains("2 "), true)
    expectEqual(events.rides(of: "garmin"), [length == nil ? 6 : 1, 0])
    try expectEqual(importer.run(path).errorLines.count, 4)
  }

  // MARK: Files that hold no ride

  @Test func settingsAreRefusedByNameAndIgnoredInAFolder() throws {
    let folder = try importer.write([("Settings.fit", WellnessFIT.settings())], under: "watch")
    let named = try importer.run(folder + "/Settings.fit")
    expectEqual(named.brief, "exit 65 (bad_input)")
    expect(named.errors.contains("Settings.fit"), "\(named.errors)")
    try expectEqual(importer.run(folder).status, .exited(65))
    expect(!Disk.exists(importer.store))
    try importer.write([("ride.fit", TrueRide().fit())], under: "watch")
    let events = try importer.events(folder)
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.rides(of: "garmin"), [1, 0])
    try expectEqual(importer.run(folder).errors, "")
  }

  /// As a shell's `*` names them.
  @Test func onePathOfSeveralThatCannotBeUsedStopsNoOther() throws {
    let good = try importer.write(TrueRide().fit(), to: "good.fit")
    let health = try importer.write(Importer.weeks)
    let gone = importer.rider.home / "gone.fit"
    let bad = [
      try importer.write(TrueRide().fit().prefix(300), to: "bad.fit"),
      try importer.write([], to: "empty.fit"),
      try importer.write("<HealthData>\n<Record".utf8, to: "bad.xml"), gone,
    ]
    for path in bad {
      for paths in [[good, health, path], [path, health, good]] {
        let events = try Events(importer.rider.run(["import", "--json"] + paths))
        expectEqual(events.ended, ["exit 10", "file_refused"], "\(paths)")
        let warning = events.of("warning").first?["message"]?.string ?? ""
        expect(warning.contains(path.split(separator: "/").last ?? "none"), "\(warning)")
        expectEqual(events.rides(of: "garmin"), [1, 0], "\(paths)")
        expectEqual(events.outcomes.sorted(), ["apple-health ok", "garmin ok"], "\(paths)")
        Disk.remove(importer.store)
      }
      let brief = path == gone ? "exit 66 (missing_input)" : "exit 65 (bad_input)"
      try expectEqual(importer.rider.run(["import", path, bad[0]]).brief, brief)
      expect(!Disk.exists(importer.store))
    }
    let message = try importer.events(gone).of("error").first?["message"]?.string
    expectEqual(message?.contains("gone.fit"), true)
  }
}
