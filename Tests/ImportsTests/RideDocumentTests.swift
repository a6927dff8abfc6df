// Reads TCX and GPX documents of all forms that recorders and services write.

import Model
import Support
import Testing

@testable import Imports

func document(_ text: String, piece: Int = 4096) throws -> RideContent? {
  try RideDocument.read(MemoryInput(Array(text.utf8), piece: piece))
}

@Suite struct RideDocumentTests {
  /// What both documents tell of the true ride with two pauses. TCX does not name its pauses: power
  /// lasts through the short one.
  private static func figures(power: String, energy: String) -> String {
    """
    start="2026-03-14T07:15:02Z" duration_s=475 elapsed_s=600 distance_m=3800 elevation_gain_m=45 \
    average_power_w=\(power) weighted_power_w=150 max_power_w=199 measured_power=true \
    average_heart_rate_bpm=134.2 max_heart_rate_bpm=149 average_cadence_rpm=89.5 \
    energy_kj=\(energy) device="Garmin Edge 530" from={"file":"ride.fit"}
    """
  }

  @Test(arguments: ["ns3:", ""], [1, 4096])
  func `a TCX tells the whole truth`(_ prefix: String, _ piece: Int) throws {
    var truth = TrueRide()
    truth.pauses = [100..<220, 400..<405]
    let content = try #require(
      try document(truth.tcx(prefix: prefix, leading: "          "), piece: piece))
    #expect(!content.isDamaged)
    expectSamples(of: truth, in: content)
    try expectEqual(
      rides(content).map(\.members),
      [
        """
        id="garmin:20260314T071502Z" source="garmin" source_id="20260314T071502Z" sport="Biking" kind="ride" \
        \(Self.figures(power: "175", energy: "84.4"))
        """
      ])
  }

  @Test(arguments: ["power", "pwr:PowerInWatts"])
  func `a GPX tells the whole truth`(_ power: String) throws {
    var truth = TrueRide()
    truth.pauses = [100..<220, 400..<405]
    let content = try #require(
      try document(truth.gpx(power: power, leading: "          "), piece: 7))
    #expect(!content.isDamaged)
    expectSamples(of: truth, in: content)
    // GPX does not say whose it is: services put their own names there.
    try expectEqual(
      rides(content).map(\.members),
      [
        """
        id="files:20260314T071502Z" source="files" source_id="20260314T071502Z" \
        name="Morning & Hügel <1>" sport="cycling" kind="ride" \(Self.figures(power: "175.2", energy: "83.8"))
        """
      ])
  }

  private func expectSamples(of truth: TrueRide, in content: RideContent) {
    let samples = content.samples.list
    expectEqual(samples.map(\.time), truth.recorded.map { truth.start + Int64($0) })
    for (sample, second) in zip(samples, truth.recorded) {
      expectEqual(
        [sample.power, sample.heartRate, sample.cadence, sample.altitude],
        [
          Float(truth.watts(second)), Float(truth.heartRate(second)), Float(truth.cadence(second)),
          Float(truth.altitude(second)),
        ])
      #expect(abs(sample.distance - truth.metres(second)) < 0.5)
      #expect(abs(sample.latitude - truth.latitude(second)) < 1e-9)
    }
  }

  /// Strava has numbers for them.
  @Test(arguments: [
    ("1", "Ride", ActivityKind.ride), ("9", "Run", .run), ("16", "Swim", .swim),
    ("17", "VirtualRide", .ride), ("18", "EBikeRide", .ride), ("99", "99", .other),
    ("trail_running", "trail_running", .run), ("VirtualRide", "VirtualRide", .ride),
    ("hiking", "hiking", .walk),
  ])
  func `the type of a track is its sport`(_ type: String, _ sport: String, _ kind: ActivityKind)
    throws
  {
    let content = try #require(try document(TrueRide(seconds: 90).gpx(type: type)))
    let ride = try #require(try rides(content).first)
    expectEqual([ride.sport, ride.kind?.rawValue], [sport, kind.rawValue])
    if kind != .swim, kind != .other { expectEqual(ride.measuredPower, kind == .ride) }
  }

  @Test(arguments: [
    ("StravaGPX", nil), ("StravaGPX Android", nil), ("Garmin Connect", nil), ("Zwift", "Zwift"),
    ("gpx.py -- https://github.com/tkrajina/gpxpy", nil), ("Oregon 600", "Oregon 600"),
  ])
  func `a service is no device`(_ creator: String, _ device: String?) throws {
    var truth = TrueRide(seconds: 90)
    truth.device = creator
    try expectEqual(document(truth.gpx())?.device, device)
  }

  @Test func `a name is stored without controls`() throws {
    var truth = TrueRide(seconds: 90)
    truth.name = "Ridge\u{202E}\u{85}\u{9B}31m \u{2067}of\u{2069} 90\u{200F} km"
    try expectEqual(document(truth.gpx()).map(rides)?.map(\.name), ["Ridge of 90 km"])
  }

  /// A tracker that writes once a minute does not pause between two points.
  @Test func `sparse tracks keep their time`() throws {
    let points = (0..<30).map { minute in
      let time = minute < 20 ? minute : minute + 25
      let clock = "0\(7 + time / 60):\(time % 60 < 10 ? "0" : "")\(time % 60)"
      return
        "<trkpt lat=\"52.\(100 + minute)\" lon=\"7.8\"><time>2026-03-14T\(clock):00Z</time></trkpt>"
    }
    let text = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    let ride = try #require(try document(text, piece: 64).map(rides)?.first)
    expectEqual(ride.elapsedSeconds, 54 * 60)
    expectEqual(ride.durationSeconds, 28 * 60)
  }
}
