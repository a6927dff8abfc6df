// The scan of a ride's line tells what reading it in full tells.

import Codec
import Format
import Model
import Support
import Testing

@testable import Storage

@Suite(.blocking) struct RideLineTests {
  private static let full = """
    {"id":"strava:7","source":"strava","source_id":"7","name":"A \\"hard\\" ride, {raw}: \\u00e9","sport":"Ride",\
    "start":"2026-03-14T23:15:02Z","start_local":"2026-03-15T00:15:02","timezone":"Europe/Berlin","duration_s":3600,\
    "elapsed_s":3900,"distance_m":30123.4,"average_power_w":201.5,"measured_power":true,"load":81.25,\
    "load_from":"power","best_power_w":{"5":812,"15":701,"30":600},"power_zone_s":[1,2,3,4,5,6,7],\
    "heart_rate_zone_s":[1,2,3,4,5],"same_as":["garmin:20260314T231502Z"],"raw":{"start":"x","load":1}}
    """

  private func scanned(_ text: String) -> RideLine? {
    Array(text.utf8).withUnsafeBufferPointer { RideLine($0) }
  }

  private func expectSame(_ text: String) throws {
    let scan = try #require(scanned(text))
    let whole = RideLine(
      try #require(Activity(try JSONValue(parsing: Array(text.utf8)), of: .strava)))
    var expected = whole.ride
    // Charts do not need it.
    expected.analysis?.heartRateZoneSeconds = nil
    if expected.analysis?.isEmpty == true { expected.analysis = nil }
    expectEqual(scan.ride, expected)
    #expect(scan.id == whole.id && scan.sameAs == whole.sameAs)
  }

  @Test(
    arguments: [
      (full, full), (#","start_local":"2026-03-15T00:15:02""#, ""), (#""duration_s":3600,"#, ""),
      (#","same_as":["garmin:20260314T231502Z"]"#, ""), (#","raw":{"start":"x","load":1}"#, ""),
      (#""distance_m":30123.4"#, #""distance_m":-0.5"#), (#"81.25"#, "123456789012.125"),
      (#","best_power_w":{"5":812,"15":701,"30":600}"#, ""),
      (#","power_zone_s":[1,2,3,4,5,6,7]"#, ""), (#""sport":"Ride""#, #""added":[{"a":"]"},"}"]"#),
    ])
  func linesAreScanned(_ old: String, _ new: String) throws {
    #expect(Self.full.contains(old))
    try expectSame(Self.full.replacing(old, with: new))
  }

  /// Such lines are read in full.
  @Test(
    arguments: [
      (#"{"id""#, #"{ "id""#), (#""load":81.25"#, #""load":8.1e1"#),
      (#""power_zone_s":[1,"#, #""power_zone_s":[-1,"#), (#""5":812"#, #""5":812.5"#),
      (#""start":"2026-03-14T23:15:02Z","#, ""), (#""5":812,"15""#, #""15":812,"5""#),
      (#""duration_s":3600"#, #""duration_s":"3600""#),
    ])
  func whatIsNotAsWrittenIsNotScanned(_ old: String, _ new: String) throws {
    #expect(Self.full.contains(old))
    #expect(scanned(Self.full.replacing(old, with: new)) == nil)
  }

  /// A damaged line is told apart or read as something; it never traps.
  @Test func damagedLinesEndWithAnAnswer() {
    var random = SeededRandom(seed: 7)
    let bytes = Array(Self.full.utf8)
    for _ in 0..<Tier.rounds(20_000) {
      var damaged = bytes
      for _ in 0...random.pick(0...2) {
        switch random.pick(0...2) {
        case 0:
          damaged[random.pick(0...damaged.count - 1)] = UInt8(
            truncatingIfNeeded: random.pick(0...255))
        case 1: damaged.removeLast(random.pick(0...damaged.count - 1))
        default: damaged.insert(UInt8(ascii: "\\"), at: random.pick(0...damaged.count - 1))
        }
        if damaged.isEmpty { damaged = bytes }
      }
      let line = damaged.withUnsafeBufferPointer { RideLine($0) }
      #expect((line?.ride.analysis?.bestPowers.count ?? 0) <= RideAnalysis.durations.count)
    }
  }
}
