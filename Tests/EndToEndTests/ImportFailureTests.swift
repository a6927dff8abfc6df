// Imports that fail or are interrupted: the message, the exit code, and an unchanged store.

import Codec
import Support
import Testing

@Suite(.blocking) struct ImportFailureTests {
  private static let text = ExportText(Importer.weeks).description

  /// A file that cannot be imported, and what the message names of it.
  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let name: String
    var place = ""
    var isRide = false
    let bytes: @Sendable () throws -> [UInt8]

    init(
      _ description: String, _ name: String, _ place: String = "", isRide: Bool = false,
      _ bytes: @escaping @Sendable () throws -> [UInt8]
    ) {
      (testDescription, self.name, self.place) = (description, name, place)
      (self.isRide, self.bytes) = (isRide, bytes)
    }
  }

  /// The lines of the export, the last of them torn.
  private static func torn(at line: Int, _ end: String) -> [UInt8] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Array((lines.prefix(line - 1).joined(separator: "\n") + "\n" + end).utf8)
  }

  static let damages: [Damage] = [
    Damage("a tag that is torn", "export.xml", " 20") {
      torn(at: 20, "<Record type=\"HKQuantity<\n</HealthData>\n")
    },
    Damage("a file that is cut", "export.xml", " 35") { torn(at: 35, "<Rec") },
    Damage("an empty file", "export.xml") { [] },
    Damage("a GPX file without a track", "export.xml", isRide: true) {
      Array("<?xml version=\"1.0\"?>\n<gpx></gpx>\n".utf8)
    },
    Damage("a web page", "export.zip") {
      Array("<!DOCTYPE html>\n<title>Sign in</title>\n".utf8)
    },
    Damage("a picture", "export.zip") { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] },
    Damage("an archive that is cut", "export.zip") {
      Array(try ZipMaker.archive([ZipFile("export.xml", text)]).dropLast(30))
    },
    Damage("an archive without an export", "export.zip", isRide: true) {
      try ZipMaker.archive([ZipFile("export_cda.xml", "<ClinicalDocument/>")])
    },
    Damage("an archive with two exports", "export.zip") {
      try ZipMaker.archive([ZipFile("a/export.xml", text), ZipFile("b/export.xml", text)])
    },
    Damage("an encrypted archive", "export.zip", "(a/export.xml)") {
      var file = ZipFile("a/export.xml", text)
      file.isEncrypted = true
      return try ZipMaker.archive([file])
    },
    Damage("a damaged member", "export.zip", "(a/export.xml)") {
      var file = ZipFile("a/export.xml", text)
      file.damage = { $0[$0.count / 2] ^= 0xFF }
      return try ZipMaker.archive([file])
    },
  ]

  @Test(arguments: damages) func damageEndsWith65(_ damage: Damage) throws {
    let importer = try Importer()
    let path = try importer.write(damage.bytes(), to: damage.name)
    let events = try importer.events(path)
    expectEqual(events.brief, "exit 65 (bad_input)")
    let error = try #require(events.of("error").first)
    expectEqual([error["retryable"]?.bool, error["hint"] != nil], [false, true])
    let message = error["message"]?.string ?? ""
    expect(message.hasPrefix("~/\(damage.name)"), "\(message)")
    expect(damage.place.isEmpty || message.contains(damage.place), "\(message)")
    let source = damage.isRide ? "files" : "apple-health"
    expectEqual(events.outcomes, ["\(source) failed"])
    expectEqual(events.summary?["outcome"]?.string, "failed")
    expect(!Disk.exists(importer.store))
  }

  @Test func whatIsNoFileIsRefused() throws {
    let importer = try Importer()
    let home = importer.rider.home
    for (path, brief) in [
      ("nowhere.zip", "exit 66 (missing_input)"), ("", "exit 66 (missing_input)"),
      (home / "nowhere/export.xml", "exit 66 (missing_input)"),
      (home.path, "exit 65 (bad_input)"), ("/dev/null", "exit 65 (bad_input)"),
    ] {
      let result = try importer.run(path)
      expectEqual([result.brief, "\(result.errorLines.count)"], [brief, "2"], "\(path)")
    }
    try expectEqual(importer.run().brief, "exit 64 (usage)")
    expect(!Disk.exists(importer.store))
  }

  @Test func aMissingZlibIsReported() throws {
    let importer = try Importer()
    try importer.write("no library".utf8, to: "libraries/libz.so.1")
    let path = try importer.pack(Self.text)
    let environment = ["LD_LIBRARY_PATH": importer.rider.home / "libraries"]
    let result = try importer.run(path, environment: environment)
    #if os(Linux)
      expectEqual(result.brief, "exit 78 (config)")
      expect(result.errors.contains("libz.so.1"))
      let xml = try importer.write(Self.text.utf8, to: "export.xml")
      try expectEqual(importer.run(xml, environment: environment).status, .exited(0))
    #else
      expectEqual(result.status, .exited(0))
    #endif
  }

  // MARK: Waiting and interrupting

  @Test(arguments: Tier.cases([2, 15] as [Int32], quick: 1))
  func aSignalWhileItReadsLeavesTheStoreAsItWas(
    _ signal: Int32
  ) throws {
    let importer = try Importer()
    try expectEqual(importer.run(importer.write(Importer.weeks), "-q").status, .exited(0))
    let before = try Disk.snapshot(of: importer.store)
    let newer = ExportText.History(last: Importer.today, days: 100)
    let path = try importer.write(Importer.endless(newer).utf8, to: "long.xml")
    let running = try importer.rider.program("import", path, "--json").start()
    try running.wait(for: "fetching_health_data")
    running.signal(signal)
    let events = try Events(running.wait())
    expectEqual(
      [events.brief, events.summary?["outcome"]?.string], ["signal \(signal)", "interrupted"])
    expectEqual(events.outcomes, [])
    try expectEqual(Disk.snapshot(of: importer.store), before)
    try expectEqual(importer.run(path, "--timeout", "10ms").brief, "exit 75 (timeout)")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }
}
