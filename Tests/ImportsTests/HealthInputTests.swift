// Accepted paths, progress and cancellation of imports.

import Platform
import Imports
import Support
import Model
import Testing
import CLibrary

@Suite(.blocking) struct HealthInputTests {
  private func export(_ kilograms: String) -> String {
    var export = ExportText()
    export.add(.weight, kilograms, at: "2026-11-20 07:00:00 +0100")
    return export.description
  }

  @Test func `folders are searched`() async throws {
    let rig = try HealthRig()
    try rig.folder.write(export("70"), to: "unpacked/apple_health_export/Exportación.xml")
    try rig.folder.write("<ClinicalDocument/>", to: "unpacked/apple_health_export/export_cda.xml")
    try rig.folder.write("no XML", to: "unpacked/apple_health_export/notes.txt")
    for folder in ["unpacked", "unpacked/", "unpacked/apple_health_export"] {
      let content = try await rig.read([folder])
      expectEqual(content.days.map(\.weightKilograms), [70])
      expectEqual(content.days.first?.from?.file, "Exportación.xml")
    }
    try rig.folder.write(export("71"), to: "unpacked/apple_health_export/export.xml")
    await #expect(throws: rig.found(.folderWithSeveral, "unpacked")) {
      try await rig.read(["unpacked"])
    }
    try Disk.makeFolders(above: rig.folder / "other/none")
    try rig.folder.write("no XML", to: "other/notes.txt")
    await #expect(throws: rig.found(.folderWithoutExport, "other")) {
      try await rig.read(["other"])
    }
    try Disk.makeFolders(above: rig.folder / "empty/none")
    await #expect(throws: rig.found(.emptyFolder, "empty")) { try await rig.read(["empty"]) }
  }

  /// Only paths that do not exist are reported as missing.
  @Test func `paths without an export fail`() async throws {
    let rig = try HealthRig()
    try rig.folder.write(export("70"), to: "export.xml")
    for name in ["none.xml", "none/export.xml", "export.xml/inside"] {
      await #expect(throws: SyncFailure.missingInput(file: DisplayText(rig.folder / name))) {
        try await rig.read([name])
      }
    }
    expectEqual(mkfifo(rig.folder / "pipe.xml", 0o600), 0)
    await #expect(throws: rig.found(.pipe, "pipe.xml")) { try await rig.read(["pipe.xml"]) }
    await #expect(throws: SyncFailure.badExport(file: "/dev/null", .device)) {
      try await FileImport(["/dev/null"], on: POSIXFiles(), formulas: noFormulas)
        .find(except: FileIndex()).read(progress: Gauge(), files: Gauge(), rider: FileRider())
    }
  }

  /// The clinical document may mention the mark in a comment.
  @Test func `ignores mark in a comment`() async throws {
    let rig = try HealthRig()
    let document = """
      <?xml version="1.0"?>
      <!-- beside <HealthData locale="de_DE"> and <!DOCTYPE HealthData -->
      <ClinicalDocument><text><![CDATA[<HealthData>]]></text></ClinicalDocument>
      """
    try rig.folder.write(export("70"), to: "unpacked/export.xml")
    try rig.folder.write(document, to: "unpacked/export_cda.xml")
    try await expectEqual(rig.read(["unpacked"]).days.count, 1)
    for cda in [document, "<!-- <HealthData> cut"] {
      let archive = try ZipMaker.archive([
        ZipFile("apple_health_export/export_cda.xml", cda),
        ZipFile("apple_health_export/export.xml", export("70")),
      ])
      try Disk.write(archive, to: rig.folder / "export.zip")
      try await expectEqual(rig.read(["export.zip"]).days.count, 1)
    }
    await expectEqual(rig.failure(document.utf8), rig.found(.clinicalDocument))
  }

  /// A bound Unix socket; nil if that fails.
  private static func boundSocket(at path: String) -> Int32? {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    return isBound ? descriptor : nil
  }

  /// Unreadable files are reported, not treated as missing.
  @Test func `unreadable paths are named`() async throws {
    let rig = try HealthRig()
    expectEqual(symlink(rig.folder / "two", rig.folder / "one"), 0)
    expectEqual(symlink(rig.folder / "one", rig.folder / "two"), 0)
    await #expect(throws: rig.found(.linkLoop, "one")) { try await rig.read(["one"]) }
    // In a folder, only if nothing else is the export.
    try Disk.makeFolders(above: rig.folder / "looping/x")
    expectEqual(symlink(rig.folder / "one", rig.folder / "looping/export.xml"), 0)
    await #expect(throws: rig.found(.linkLoop, "looping/export.xml")) {
      try await rig.read(["looping"])
    }
    expectEqual(mkfifo(rig.folder / "looping/pipe.xml", 0o600), 0)
    try rig.folder.write(export("70"), to: "looping/other.xml")
    try await expectEqual(rig.read(["looping"]).days.count, 1)
    let socket = try #require(Self.boundSocket(at: rig.folder / "socket.xml"))
    defer { close(socket) }
    await #expect(throws: rig.found(.special, "socket.xml")) {
      try await rig.read(["socket.xml"])
    }
  }

  @Test func `paths without permission are named`() async throws {
    var rig = try HealthRig()
    for name in ["closed/export.xml", "shut/export.xml"] {
      try rig.folder.write(export("70"), to: name)
    }
    rig.files = StuckFiles(closed: [rig.folder / "closed", rig.folder / "shut/export.xml"])
    await #expect(throws: rig.found(.unreadable(.notPermitted), "closed")) {
      try await rig.read(["closed"])
    }
    await #expect(throws: rig.found(.unreadable(.notPermitted), "shut/export.xml")) {
      try await rig.read(["shut"])
    }
  }

  /// Other files are identified by content, under any name.
  @Test(
    arguments: [
      ("", .empty), (" \n\n", .empty), ("{\"a\": 1}", .text), ("Übung\n", .text), ("< 5 km", .text),
      ("<!doctype html>\n<html>", .webPage), ("\n<HTML lang=\"de\">", .webPage),
      ("<?xml version=\"1.0\"?>\n<!-- a --><gpx version=\"1.1\">", .damaged(line: 2)),
      ("\u{FEFF}<?xml version=\"1.0\"?><TrainingCenterDatabase x=\"\">", .damaged(line: 1)),
      ("<?xml version=\"1.0\"?><ns:ClinicalDocument>", .clinicalDocument),
      ("<Workouts>\n</Workouts>", .otherXML), ("<!DOCTYPE plist PUBLIC \"\">", .otherXML),
      ("\u{E}\u{10}\u{8}\u{0}abcd.FIT\u{0}", .damaged(line: nil)),
      ("%PDF-1.7\n\u{1}\u{2}", .foreign),
      // Truncated before it can be identified.
      ("<", .damaged(line: 1)), ("<?xml version", .damaged(line: 1)), ("<!DOC", .damaged(line: 1)),
      ("<?xml version=\"1.0\"?>\n<Health", .damaged(line: 2)),
      // Damaged before its first tag.
      ("?xml version=\"1.0\"?><!DOCTYPE HealthData []><HealthData/>", .damaged(line: 1)),
    ] as [(String, ExportFailure)])
  func `foreign files are named`(_ content: String, _ trouble: ExportFailure) async throws {
    let rig = try HealthRig()
    await expectEqual(rig.failure(content.utf8), rig.found(trouble))
  }

  /// Several exports are merged; one that is damaged or missing stops no other.
  @Test func `reads several exports`() async throws {
    let rig = try HealthRig()
    try rig.folder.write(export("70"), to: "old.xml")
    var new = ExportText()
    new.add(.weight, "70", at: "2026-11-20 07:00:00 +0100")
    new.add(.weight, "69", at: "2026-11-21 07:00:00 +0100")
    let archive = try ZipMaker.archive([ZipFile("export.xml", new.description)])
    try Disk.write(archive, to: rig.folder / "new.zip")
    let gauge = Gauge()
    let content = try await rig.read(["old.xml", "new.zip"], progress: gauge)
    expectEqual(content.days.map(\.weightKilograms), [70, 69])
    expectEqual(content.days.map(\.from?.file), ["old.xml", "new.zip"])
    let bytes = try Deflate.pack(Array(new.description.utf8)).count + export("70").utf8.count
    #expect(gauge.total == bytes && gauge.done == bytes)
    try rig.folder.write("<HealthData>\n", to: "bad.xml")
    // Nothing of it counts, and the others are read.
    let rest = try await rig.read(["old.xml", "bad.xml", "none.xml", "new.zip"])
    expectEqual(rest.days.map(\.weightKilograms), [70, 69])
    await #expect(throws: rig.damaged("bad.xml", line: 2)) {
      try await rig.read(["bad.xml", "none.xml"])
    }
    await #expect(throws: SyncFailure.missingInput(file: DisplayText(rig.folder / "none.xml"))) {
      try await rig.read(["none.xml", "bad.xml"])
    }
  }

  /// A cancelled import returns at once, even during a read.
  @Test func `cancelling ends the wait`() async throws {
    let rig = try HealthRig()
    try rig.folder.write(export("70"), to: "export.xml")
    let files = StuckFiles()
    defer { files.release() }
    let path = rig.folder / "export.xml"
    let reading = Task(executorPreference: ThreadExecutor.shared) { () async -> SyncFailure? in
      do throws(SyncFailure) {
        _ = try await FileImport([path], on: files, formulas: noFormulas).find(except: FileIndex())
        return nil
      } catch {
        return error
      }
    }
    try await onThread { try files.waitUntilStuck() }
    reading.cancel()
    await expectEqual(reading.value, .interrupted)
  }

  @Test func `cancelled task reads nothing`() async throws {
    let rig = try HealthRig()
    let text = export("70")
    let reading = Task(executorPreference: ThreadExecutor.shared) { () async -> SyncFailure? in
      while !Task.isCancelled { await Task.yield() }
      return await rig.failure(text.utf8)
    }
    reading.cancel()
    await expectEqual(reading.value, .interrupted)
  }
}
