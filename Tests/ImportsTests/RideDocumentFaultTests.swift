// Reads TCX and GPX documents that are cut off, damaged or hostile.

import Model
import Support
import Testing

@testable import Imports

@Suite(.blocking) struct RideDocumentFaultTests {
  @Test(arguments: [TrueRide(seconds: 90).tcx(), TrueRide(seconds: 90).gpx()])
  func aCutDocumentKeepsItsWholeMoments(_ text: String) throws {
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
    expectEqual(last, 91)
  }

  /// A lap's summary tells of the whole lap, also of what was cut off.
  @Test func theSummaryOfACutLapIsNotBelieved() throws {
    let text = TrueRide(seconds: 600).tcx()
    let half = try #require(text.split(separator: "<Time>2026-03-14T07:20:02").first)
    let content = try #require(try document(String(half)))
    let ride = try #require(try rides(content).first)
    expectEqual(ride.durationSeconds, 299)
    expectEqual(ride.distanceMetres, 2392)
  }

  @Test func moreMomentsThanMemoryAllowsEndTheRide() throws {
    let moments = (0..<RideSamples.most + 10).map { second in
      "<trkpt><time>\(Civil(epoch: 1_773_472_502 + second).text)Z</time></trkpt>"
    }
    let content = try #require(
      try document("<gpx><trk><trkseg>\(moments.joined())</trkseg></trk></gpx>"))
    #expect(content.isDamaged)
    expectEqual(content.samples.list.count, RideSamples.most)
  }

  @Test func moreTracksThanMemoryAllowsEndTheRides() throws {
    let tracks = (0..<1_010).map { second in
      "<trk><trkseg><trkpt><time>\(Civil(epoch: 1_773_472_502 + second).text)Z</time></trkpt>"
        + "</trkseg></trk>"
    }
    let content = try #require(try document("<gpx>\(tracks.joined())</gpx>"))
    #expect(content.isDamaged)
    expectEqual(content.sessions.count, 1_000)
  }

  @Test func aTextOfAnyLengthEndsWithAWholeCharacter() throws {
    let name = String(repeating: "ü", count: 5_000)
    let text = """
      <gpx><trk><name>x\(name)</name><trkseg><trkpt><time>2026-03-14T07:00:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    let content = try #require(try document(text, piece: 100))
    expectEqual(content.sessions.first?.name, "x" + String(repeating: "ü", count: 511))
  }

  @Test(arguments: ["", "<", "<gpx>", "<gpx><trk>&nbsp;</trk></gpx>", "<gpx></trk>"])
  func whatIsNoDocumentIsRefused(_ text: String) {
    #expect(throws: ImportFault.self) { _ = try document(text) }
  }

  /// 20,000 mutations of each format.
  @Test(arguments: 0..<8, [true, false])
  func mutationsAreReadOrRefused(_ seed: Int, _ isTCX: Bool) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var truth = TrueRide(seconds: 8)
    truth.pauses = [3..<6]
    let whole = Array((isTCX ? truth.tcx() : truth.gpx()).utf8)
    let pieces = [
      "1e999", "-99999999999999999999", "<", "&#x10FFFF;", "nan", "]]>", "/>", "\"", ">",
    ]
    var refused = 0
    for _ in 0..<2_500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, at + Int.random(in: 1...60, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.removeSubrange(at..<end)
        case 3: bytes.insert(contentsOf: bytes[at..<end], at: at)
        case 4:
          bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: at)
        default: if Bool.random(using: &random) { bytes.removeSubrange(at...) }
        }
        if bytes.isEmpty { bytes = [0] }
      }
      do {
        guard let content = try RideDocument.read(MemoryInput(bytes, piece: 64)) else { continue }
        for ride in try rides(content) { #expect(RideLimits.times.contains(ride.start.seconds)) }
      } catch is ImportFault {
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}
