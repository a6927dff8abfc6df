// Ten thousand damaged exports: each is imported, or refused with the file's name.

import Imports
import Support
import Model
import Testing

@Suite(.blocking) struct HealthFuzzTests {
  private static let export: [UInt8] = {
    var export = ExportText()
    export.add("<!-- Übung --><![CDATA[ ]]>&amp;&#65;<?a b?>")
    export.add(
      .variability, "40.5", at: "2026-11-20 02:00:00 +0100",
      inside: ExportText.beats([
        ("60", "2:00:00.00\u{202F}AM"), ("60", "2:00:01.00\u{202F}AM"),
        ("58", "2:00:02.05\u{202F}AM"),
      ]))
    export.add(.restingHeartRate, "50", at: "2026-11-20 00:10:00 +0100")
    export.add(.respiration, "14.5", at: "2026-11-20 01:00:00 +0100")
    export.add(.weight, "155.2", "lb", at: "2026-11-20 07:00:00 -0800", by: "Scale")
    export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    export.addSleep("Awake", "2026-11-20 03:00:00 +0100", to: "2026-11-20 03:10:00 +0100")
    export.addWorkout(
      "Cycling", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:05:00 +0100",
      inside: [
        "<MetadataEntry key=\"HKElevationAscended\" value=\"31250 cm\"/>",
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" sum=\"27.4\" unit=\"km\"/>",
      ])
    return Array(export.description.utf8)
  }()

  static let textSeeds = Array(0..<32)
  static let archiveSeeds = Array(32..<48)

  @Test(arguments: Tier.cases(textSeeds, quick: 2)) func `damaged texts are read or refused`(
    _ seed: Int
  )
    async throws
  {
    try await damage(Self.export, seed: seed, times: 250, as: "export.xml")
  }

  @Test(arguments: Tier.cases(archiveSeeds, quick: 2)) func `damaged archives are read or refused`(
    _ seed: Int
  ) async throws {
    var file = ZipFile("export.xml", String(decoding: Self.export, as: UTF8.self))
    file.method = seed % 2 == 0 ? .deflated : .stored
    file.isLarge = seed % 4 < 2
    var maker = ZipMaker()
    try maker.add(file)
    maker.finish(isLarge: file.isLarge)
    try await damage(maker.bytes, seed: seed, times: 125, as: "export.zip")
  }

  private func damage(
    _ bytes: [UInt8], seed: Int, times: Int, as name: String
  ) async throws {
    let rig = try HealthRig()
    var random = SeededRandom(seed: UInt64(seed))
    var refused = 0
    for _ in 0..<times {
      let damaged = random.mutated(bytes, words: Self.words)
      guard let failure = await rig.failure(damaged, as: name) else { continue }
      refused += 1
      guard case .badExport(let file, let trouble) = failure else {
        Issue.record("seed \(seed): \(failure)")
        continue
      }
      #expect(file.description.hasPrefix(rig.folder / name))
      // Too little may remain to identify the file.
      guard case .damaged(let line) = trouble else { continue }
      #expect(line.map { $0 >= 1 && $0 <= 2 + damaged.count { $0 == 0x0A } + bytes.count } ?? true)
    }
    // If no damage is detected, the checks do not run.
    #expect(refused > times / 4)
  }

  private static let words =
    Array("<>\"'&/=!?[]- \n;#\0").map { String($0) } + [
      "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE HealthData [", "&#x", "&lol;", "/>", "<a>",
      "</Record>", "\u{FEFF}", "2026-99-99", "1e999", "PK\u{5}\u{6}", "\u{202F}",
    ]
}
