// Exports in zip archives: found under any name, verified, and never extracted to disk.

import Platform
import Imports
import Support
import Model
import Testing

@Suite struct ZipTests {
  /// A larger export with one weight.
  private static let export: String = {
    var export = ExportText()
    for minute in 0..<3000 {
      export.add(
        .pulse, "\(60 + minute % 40)",
        at: "2026-11-20 \(10 + minute / 600):\(10 + minute % 49):00 +0100")
    }
    export.add(.weight, "70.5", at: "2026-11-20 07:00:00 +0100")
    return export.description
  }()

  /// The clinical document next to the export.
  private static let document = ZipFile(
    "apple_health_export/export_cda.xml", "<?xml version=\"1.0\"?><ClinicalDocument/>")

  private func content(_ bytes: [UInt8]) async throws -> ImportedRecords {
    try await HealthRig().read(bytes, as: "export.zip")
  }

  @Test(arguments: [
    "apple_health_export/export.xml", "apple_health_export/Exportación.xml", "导出/导出.xml",
    "export.XML", "a/b/c/d.xml",
    // Names are only data: no such path is opened.
    "../../../../etc/passwd.xml", "/etc/hosts.xml", "..\\x.xml", "a\u{0}b.xml",
  ])
  func `finds member by content`(_ name: String) async throws {
    let route = ZipFile("apple_health_export/workout-routes/route.gpx", "<gpx/>")
    let archive = try ZipMaker.archive([Self.document, ZipFile(name, Self.export), route])
    let content = try await content(archive)
    expectEqual(content.days.map(\.weightKilograms), [70.5])
    let member = DisplayText(name).description
    expectEqual(content.days.first?.from, FileOrigin(file: "export.zip", member: member))
  }

  @Test(arguments: [ZipFile.Method.stored, .deflated], [true, false])
  func `reads every form of member`(_ method: ZipFile.Method, _ hasDescriptor: Bool) async throws {
    for isLarge in [true, false] {
      var file = ZipFile("export.xml", Self.export)
      (file.method, file.hasDescriptor, file.isLarge) = (method, hasDescriptor, isLarge)
      var maker = ZipMaker()
      try maker.add(Self.document)
      try maker.add(file)
      maker.finish(isLarge: isLarge, comment: "made on a PK\u{5}\u{6} phone")
      try await expectEqual(content(maker.bytes).days.count, 1)
      // Data may precede an archive.
      if !isLarge {
        try await expectEqual(content([0x50, 0x4B, 3, 4] + maker.bytes).days.count, 1)
      }
    }
  }

  /// Beyond 4 GB, sizes and offsets use zip64; the file is sparse.
  @Test func `archives beyond four gigabytes are read`() async throws {
    let rig = try HealthRig()
    let path = rig.folder / "export.zip"
    let start: UInt64 = 5_000_000_000
    var maker = ZipMaker(offset: start)
    try maker.add(ZipFile("export.xml", Self.export))
    maker.finish()
    try maker.write(to: path)
    try await expectEqual(rig.read(["export.zip"]).days.count, 1)
  }

  @Test func `nothing is written`() async throws {
    let rig = try HealthRig()
    let archive = try ZipMaker.archive([ZipFile("../escaped.xml", Self.export)])
    _ = try await rig.read(archive, as: "inside/export.zip")
    try expectEqual(rig.folder.snapshot().keys.sorted(), ["inside", "inside/export.zip"])
  }
}

@Suite struct ZipFaultTests {
  private static let export = ExportText().description

  private static func file(_ change: (inout ZipFile) -> Void) -> [ZipFile] {
    var file = ZipFile("a/export.xml", export)
    change(&file)
    return [file]
  }

  /// Unreadable members; the failure names the member.
  @Test(arguments: [
    file { $0.method = .bzip2 }, file { $0.toldChecksum = 1 },
    file { $0.toldSize = export.utf8.count - 1 }, file { $0.toldSize = export.utf8.count + 1 },
    file { $0.damage = { $0.removeLast(20) } }, file { $0.damage = { $0.append(0) } },
    file { $0.damage = { $0[0] ^= 0xFF } }, file { $0.damage = { $0 = [] } },
    file { ($0.bytes, $0.toldSize) = ([], 1) },
  ])
  func `member is named`(_ files: [ZipFile]) async throws {
    let rig = try HealthRig()
    let failure = await rig.failure(try ZipMaker.archive(files), as: "export.zip")
    expectEqual(failure, rig.damaged("export.zip (a/export.xml)"))
  }

  /// Sizes in the directory must not overflow.
  @Test(arguments: [UInt64(Int64.max), UInt64.max, UInt64(Int64.max) - 4, 1 << 40])
  func `refuses implausible sizes`(_ claim: UInt64) async throws {
    let rig = try HealthRig()
    for field in [\ZipFile.toldPackedSize, \.toldHeader] {
      let files = Self.file { ($0.isLarge, $0[keyPath: field]) = (true, claim) }
      try Disk.write(try ZipMaker.archive(files), to: rig.folder / "export.zip")
      await #expect {
        try await rig.read(["export.zip", "export.zip"])
      } throws: { error in
        guard case .badExport(let file, .damaged(nil))? = error as? SyncFailure else {
          return false
        }
        return file.description.hasPrefix(rig.folder / "export.zip")
      }
    }
  }

  @Test func `one export is expected`() async throws {
    let rig = try HealthRig()
    let export = ZipFile("a.xml", Self.export)
    for (files, failure) in [
      ([], rig.found(.archiveWithoutExport, "export.zip")),
      ([ZipFile("notes.txt", Self.export)], rig.found(.archiveWithoutExport, "export.zip")),
      ([ZipFile("a.xml", "<gpx/>")], rig.found(.archiveWithoutExport, "export.zip")),
      ([export, ZipFile("b.xml", Self.export)], rig.found(.archiveWithSeveral, "export.zip")),
      (Self.file { $0.isEncrypted = true }, rig.found(.encrypted, "export.zip (a/export.xml)")),
      // XML errors in an archive report the line and the member.
      ([ZipFile("x.xml", "<HealthData>\n<Record>\n")], rig.damaged("export.zip (x.xml)", line: 3)),
    ] {
      await expectEqual(rig.failure(try ZipMaker.archive(files), as: "export.zip"), failure)
    }
  }

  /// An archive truncated at any byte.
  @Test(.blocking) func `detects every truncation`() async throws {
    let rig = try HealthRig()
    let archive = try ZipMaker.archive([ZipFile("export.xml", Self.export)])
    for end in Tier.cases(4..<archive.count, quick: 120) {
      await expectEqual(rig.failure(archive[..<end], as: "export.zip"), rig.damaged("export.zip"))
    }
  }

  /// An implausible compression ratio is refused early. `UnpackBudgetTests` has the quick cases.
  @Test(.blocking, .long) func `refuses decompression bombs`() async throws {
    let rig = try HealthRig()
    let blanks = [UInt8](repeating: 0x20, count: 11_000_000)
    var file = ZipFile("export.xml", "")
    file.bytes = Array("<HealthData>".utf8) + blanks
    let failure = await rig.failure(try ZipMaker.archive([file]), as: "export.zip")
    expectEqual(failure, rig.found(.tooMuch, "export.zip (export.xml)"))
  }
}
