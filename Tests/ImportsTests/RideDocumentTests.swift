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
  func aTCXTellsTheWholeTruth(_ prefix: String, _ piece: Int) throws {
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
  func aGPXTellsTheWholeTruth(_ power: String) throws {
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

  // MARK: TCX

  @Test func legsOfAMultisportAreRidesOfTheirOwn() throws {
    let rides = try ridesOfTCX(
      """
      <MultiSportSession><Id>2026-03-14T07:00:00Z</Id><FirstSport>
      <Activity Sport="Running"><Id>2026-03-14T07:00:00Z</Id>
      <Lap StartTime="2026-03-14T07:00:00Z"><TotalTimeSeconds>100</TotalTimeSeconds><Track>
      \(point("07:00:00", metres: 0, watts: 300))\(point("07:01:40", metres: 400, watts: 300))
      </Track></Lap></Activity></FirstSport><NextSport>
      <Activity Sport="Biking"><Id>2026-03-14T07:02:00Z</Id>
      <Lap StartTime="2026-03-14T07:02:00Z"><TotalTimeSeconds>100</TotalTimeSeconds><Track>
      \(point("07:02:00", metres: 400, watts: 200))\(point("07:03:40", metres: 1400, watts: 200))
      </Track></Lap></Activity></NextSport></MultiSportSession>
      """)
    expectEqual(rides.map(\.sport), ["Running", "Biking"])
    // Distances count from the start of the whole.
    expectEqual(rides.map(\.distanceMetres), [400, 1000])
    expectEqual(rides.map(\.measuredPower), [false, true])
    expectEqual(rides.map(\.start.description), ["2026-03-14T07:00:00Z", "2026-03-14T07:02:00Z"])
  }

  @Test func lapsWithoutHeartRateInTheirMomentsGiveTheirAverages() throws {
    let rides = try ridesOfTCX(
      """
      <Activity Sport="Biking"><Id>2026-03-14T07:00:00Z</Id>
      <Lap StartTime="2026-03-14T07:00:00Z"><TotalTimeSeconds>300</TotalTimeSeconds>
      <AverageHeartRateBpm><Value>120</Value></AverageHeartRateBpm>
      <MaximumHeartRateBpm><Value>150</Value></MaximumHeartRateBpm></Lap>
      <Lap StartTime="2026-03-14T07:05:00Z"><TotalTimeSeconds>100</TotalTimeSeconds>
      <AverageHeartRateBpm><Value>160</Value></AverageHeartRateBpm>
      <MaximumHeartRateBpm><Value>0</Value></MaximumHeartRateBpm></Lap></Activity>
      """)
    expectEqual(rides.map { [$0.averageHeartRate, $0.maxHeartRate] }, [[130, 150]])
    expectEqual(rides.map(\.durationSeconds), [400])
  }

  @Test func anOffsetTellsTheLocalClock() throws {
    let rides = try ridesOfTCX(
      """
      <Activity Sport="Biking"><Lap StartTime="2026-03-14T08:00:00.500+01:00"><Track>
      <Trackpoint><Time>2026-03-14T08:00:00+01:00</Time></Trackpoint>
      <Trackpoint><Time>2026-03-14T08:02:00+01:00</Time></Trackpoint>
      </Track></Lap></Activity>
      """)
    expectEqual(rides.map(\.start.description), ["2026-03-14T07:00:00Z"])
    expectEqual(rides.map(\.startLocal?.description), ["2026-03-14T08:00:00"])
    expectEqual(rides.map(\.elapsedSeconds), [120])
  }

  @Test(arguments: [
    "<Courses><Course><Name>Hills</Name><Track/></Course></Courses>",
    "<Activities></Activities>", "<Workouts><Workout Sport=\"Biking\"/></Workouts>",
    "<Activities><Activity Sport=\"Biking\"><Id>yesterday</Id></Activity></Activities>",
  ])
  func aTCXWithoutARideIsPassedOver(_ inner: String) throws {
    #expect(try document("<TrainingCenterDatabase>\(inner)</TrainingCenterDatabase>") == nil)
  }

  // MARK: GPX

  @Test func valuesThatCannotBeTrueAreNothing() throws {
    let content = try #require(
      try document(
        gpx(
          """
          <trkpt lat="91" lon="7"><ele>1e300</ele><time>2026-03-14T07:00:00Z</time>
          <extensions><power>65535</power><hr>0</hr><cad>255</cad></extensions></trkpt>
          <trkpt lat="nan" lon="7"><ele>-</ele><time>2026-03-14T07:00:01Z</time>
          <extensions><power>-1</power><hr>300</hr><cad>many</cad></extensions></trkpt>
          <trkpt lat="0" lon="0"><time>2026-03-14T07:00:02Z</time></trkpt>
          <trkpt lat="52" lon="7"><time>1815-06-18T11:35:00Z</time></trkpt>
          <trkpt lat="52" lon="7"><time>soon</time></trkpt>
          <trkpt lat="52" lon="7"></trkpt>
          """)))
    let samples = content.samples.list
    expectEqual(samples.count, 3)
    for sample in samples {
      #expect(sample.power.isNaN && sample.heartRate.isNaN && sample.cadence.isNaN)
      #expect(sample.latitude.isNaN && sample.longitude.isNaN && sample.altitude.isNaN)
    }
  }

  @Test func extensionsOfCluetrustAreRead() throws {
    let content = try #require(
      try document(
        """
        <gpx creator="Movescount - http://www.movescount.com"
          xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0"><trk><trkseg>
        <trkpt lat="52" lon="7"><time>2026-03-14T07:00:00.250Z</time><extensions>
        <gpxdata:hr>131</gpxdata:hr><gpxdata:cadence>88</gpxdata:cadence>
        <gpxdata:temp>19.5</gpxdata:temp></extensions></trkpt></trkseg></trk></gpx>
        """))
    let sample = try #require(content.samples.list.first)
    expectEqual(sample.heartRate, 131)
    expectEqual(sample.cadence, 88)
    expectEqual(sample.temperature, 19.5)
    expectEqual(content.device, nil)
  }

  @Test(arguments: [
    ("1", "Ride", true), ("9", "Run", false), ("trail_running", "trail_running", false),
    ("VirtualRide", "VirtualRide", true), ("hiking", "hiking", false),
  ])
  func theTypeOfATrackIsItsSport(_ type: String, _ sport: String, _ isMeasured: Bool) throws {
    let content = try #require(try document(TrueRide(seconds: 90).gpx(type: type)))
    let ride = try #require(try rides(content).first)
    expectEqual(ride.sport, sport)
    expectEqual(ride.measuredPower, isMeasured)
  }

  @Test(arguments: [
    ("StravaGPX", nil), ("StravaGPX Android", nil), ("Garmin Connect", nil), ("Zwift", "Zwift"),
    ("gpx.py -- https://github.com/tkrajina/gpxpy", nil), ("Oregon 600", "Oregon 600"),
  ])
  func aServiceIsNoDevice(_ creator: String, _ device: String?) throws {
    var truth = TrueRide(seconds: 90)
    truth.device = creator
    try expectEqual(document(truth.gpx())?.device, device)
  }

  @Test func aNameIsStoredWithoutControls() throws {
    var truth = TrueRide(seconds: 90)
    truth.name = "Ridge\u{202E}\u{85}\u{9B}31m \u{2067}of\u{2069} 90\u{200F} km"
    try expectEqual(document(truth.gpx()).map(rides)?.map(\.name), ["Ridge of 90 km"])
  }

  @Test func everyTrackIsARide() throws {
    let content = try #require(
      try document(
        """
        <gpx><trk><name><![CDATA[Out & ]]>back</name><trkseg>
        <trkpt lat="52" lon="7"><time>2026-03-14T07:00:00Z</time></trkpt>
        <trkpt lat="52.001" lon="7"><time>2026-03-14T07:02:00Z</time></trkpt></trkseg></trk>
        <trk><name>Again<!-- twice --> out</name><trkseg>
        <trkpt lat="53" lon="7"><time>2026-03-15T07:00:00Z</time></trkpt>
        <trkpt lat="53.001" lon="7"><time>2026-03-15T07:01:00Z</time></trkpt></trkseg></trk>
        <trk><name>Planned</name><trkseg><trkpt lat="53" lon="7"/></trkseg></trk></gpx>
        """))
    let rides = try rides(content)
    expectEqual(rides.map(\.name), ["Out & back", "Again out"])
    expectEqual(rides.map(\.elapsedSeconds), [120, 60])
    expectEqual(rides.map(\.distanceMetres), [111.2, 111.2])
  }

  @Test(arguments: [
    "<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>", "<gpx/>", "<kml/>",
    "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>",
    "<gpx><trk><name>Indoors</name><trkseg></trkseg></trk></gpx>",
  ])
  func aRouteIsPassedOver(_ text: String) throws { #expect(try document(text) == nil) }

  @Test func aDocumentTypeIsSkipped() throws {
    let text = """
      <!DOCTYPE gpx SYSTEM "gpx.dtd" [<!ENTITY a "<gp x>">]>
      \(gpx("<trkpt lat=\"1\" lon=\"1\"><time>2026-03-14T07:00:00Z</time></trkpt>"))
      """
    try expectEqual(document(text, piece: 1)?.samples.list.count, 1)
  }

  // MARK: Pieces

  private func ridesOfTCX(_ activities: String) throws -> [Activity] {
    let text =
      "<TrainingCenterDatabase><Activities>\(activities)</Activities></TrainingCenterDatabase>"
    return try rides(try #require(try document(text)))
  }

  private func gpx(_ points: String) -> String {
    "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>"
  }

  private func point(_ time: String, metres: Int, watts: Int) -> String {
    "<Trackpoint><Time>2026-03-14T\(time)Z</Time><DistanceMeters>\(metres)</DistanceMeters>"
      + "<Extensions><TPX><Watts>\(watts)</Watts></TPX></Extensions></Trackpoint>"
  }

  /// A tracker that writes once a minute does not pause between two points.
  @Test func sparseTracksKeepTheirTime() throws {
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
