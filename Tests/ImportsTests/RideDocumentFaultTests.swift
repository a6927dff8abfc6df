// Reads TCX and GPX documents that are cut off, damaged or hostile.

import Model
import Support
import Testing

@testable import Imports

@Suite(.blocking) struct RideDocumentFaultTests {
  private static let ride = TrueRide(seconds: Tier.rounds(90))

  @Test(arguments: [ride.tcx(), ride.gpx()])
  func `a cut document keeps its whole moments`(_ text: String) throws {
    let whole = Array(text.utf8)
    var last = 0
    for length in stride(from: 1, to: whole.count - 1, by: 13) {
      let read: RideContent?
      do {
        read = try RideDocument.read(MemoryInput(Array(whole[..<length])))
      } catch {
        expectEqual(last, 0)
        continue
      }
      let content = try #require(read)
      #expect(content.isDamaged)
      let count = content.samples.list.count
      #expect(count == last || count == last + 1)
      last = count
    }
    expectEqual(last, Self.ride.seconds + 1)
  }

  /// A lap's summary tells of the whole lap, also of what was cut off.
  @Test func `the summary of a cut lap is not believed`() throws {
    let text = TrueRide(seconds: 600).tcx()
    let half = try #require(text.split(separator: "<Time>2026-03-14T07:20:02").first)
    let content = try #require(try document(String(half)))
    let ride = try #require(try rides(content).first)
    expectEqual(ride.durationSeconds, 299)
    expectEqual(ride.distanceMetres, 2392)
  }

  @Test(.long) func `more moments than memory allows are kept at half the rate`() throws {
    let moments = (0..<ImportLimits.samples + 10).map { second in
      "<trkpt><time>\(Civil(epoch: 1_773_472_502 + second).text)Z</time></trkpt>"
    }
    let content = try #require(
      try document("<gpx><trk><trkseg>\(moments.joined())</trkseg></trk></gpx>"))
    expectEqual(content.isDamaged, false)
    // The last one as well, which ends the ride.
    expectEqual(content.samples.list.count, ImportLimits.samples / 2 + 6)
    expectEqual(content.samples.isThinned, true)
  }

  @Test func `more days than memory allows end the track`() throws {
    let points = (0..<1_010).flatMap { day in
      (0..<4).map { 1_373_472_502 + day * 86_400 + $0 }
    }.map { "<trkpt><time>\(Civil(epoch: $0).text)Z</time></trkpt>" }
    let content = try #require(
      try document("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"))
    expectEqual(content.isDamaged, true)
    expectEqual(content.sessions.count, 1_000)
  }

  @Test func `more tracks than memory allows end the rides`() throws {
    let tracks = (0..<1_010).map { second in
      "<trk><trkseg><trkpt><time>\(Civil(epoch: 1_773_472_502 + second).text)Z</time></trkpt>"
        + "</trkseg></trk>"
    }
    let content = try #require(try document("<gpx>\(tracks.joined())</gpx>"))
    #expect(content.isDamaged)
    expectEqual(content.sessions.count, 1_000)
  }

  @Test func `a text of any length ends with a whole character`() throws {
    let name = String(repeating: "ü", count: 5_000)
    let text = """
      <gpx><trk><name>x\(name)</name><trkseg><trkpt><time>2026-03-14T07:00:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    let content = try #require(try document(text, piece: 100))
    expectEqual(content.sessions.first?.name, "x" + String(repeating: "ü", count: 511))
  }

  @Test(arguments: Mutations.seeds, [true, false])
  func `mutations are read or refused`(_ seed: Int, _ isTCX: Bool) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var truth = TrueRide(seconds: 8)
    truth.pauses = [3..<6]
    let whole = Array((isTCX ? truth.tcx() : truth.gpx()).utf8)
    let pieces = [
      "1e999", "-99999999999999999999", "<", "&#x10FFFF;", "nan", "]]>", "/>", "\"", ">", "&Euml;",
      "</trkseg><trkseg>", "1,5",
    ]
    let declaration = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8)
    var refused = 0
    for _ in 0..<Mutations.count {
      var bytes = random.mutated(whole, words: pieces)
      if random.pick([true, false]) { bytes.insert(contentsOf: declaration, at: 0) }
      do {
        guard let content = try RideDocument.read(MemoryInput(bytes, piece: 64)) else { continue }
        for ride in try rides(content) { #expect(RideLimits.times.contains(ride.start.seconds)) }
      } catch is ImportError {
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}
