// Points that are written twice, in another order than their times, or more of them than are kept.

import Model
import Support
import Testing

@testable import Imports

@Suite struct RideOrderTests {
  private static let start: Int64 = 1_748_761_200  // 2025-06-01T07:00:00Z

  /// A second of a ride to the north at 5 m/s.
  private static func gpxPoint(_ second: Int) -> String {
    "<trkpt lat=\"\(59 + Double(second) * 5 / 111_195.08)\" lon=\"10.7\">"
      + "<time>\(Timestamp(seconds: start + Int64(second)))</time></trkpt>"
  }

  private static func tcxPoint(_ second: Int) -> String {
    "<Trackpoint><Time>\(Timestamp(seconds: start + Int64(second)))</Time>"
      + "<DistanceMeters>\(second * 5)</DistanceMeters></Trackpoint>"
  }

  private static let whole = Array(0..<600)
  private static let exchanged = whole.map { $0 ^ 1 }
  /// The seconds of each segment of a ride that is always the same: 599 s and 2,995 m.
  private static let orders: [[[Int]]] = [
    [whole], [whole.reversed()], [exchanged], [whole, whole],
    [Array(0..<300), Array(0..<450), whole], [whole, Array(200..<400)],
    [Array(0..<400), Array(300..<600)],
  ]

  @Test(arguments: orders) func `a ride is the same in any order`(_ segments: [[Int]]) throws {
    let gpx = segments.map { $0.map(Self.gpxPoint).joined() }
    let asSegments = gpx.map { "<trkseg>\($0)</trkseg>" }.joined()
    let asTracks = gpx.map { "<trk><trkseg>\($0)</trkseg></trk>" }.joined()
    let laps = segments.map { seconds in
      "<Lap StartTime=\"2025-06-01T07:00:00Z\"><TotalTimeSeconds>\(seconds.count - 1)</TotalTimeSeconds>"
        + "<DistanceMeters>\(5 * (seconds.count - 1))</DistanceMeters>"
        + "<Track>\(seconds.map(Self.tcxPoint).joined())</Track></Lap>"
    }
    let tcx = """
      <TrainingCenterDatabase><Activities><Activity Sport="Biking">\(laps.joined())</Activity>
      </Activities></TrainingCenterDatabase>
      """
    for text in ["<gpx><trk>\(asSegments)</trk></gpx>", "<gpx>\(asTracks)</gpx>", tcx] {
      let rides = try rides(try #require(try document(text)))
      expectEqual(rides.map(\.start.seconds), [Self.start], "\(text.prefix(40))")
      expectEqual(rides.map(\.elapsedSeconds), [599], "\(text.prefix(40))")
      expectEqual(rides.map(\.durationSeconds), [599], "\(text.prefix(40))")
      expectEqual(
        rides.map { $0.distanceMetres?.rounded() }, [2_995], "\(text.prefix(40))")
    }
  }

  /// The points are in order: nobody rode to and fro every second.
  @Test func `a clock that is out of order makes no way`() throws {
    let points = Self.whole.map { second in
      "<trkpt lat=\"\(59 + Double(second) * 5 / 111_195.08)\" lon=\"10.7\">"
        + "<time>\(Timestamp(seconds: Self.start + Int64(second ^ 1)))</time></trkpt>"
    }
    let text = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    let content = try #require(try document(text))
    try expectEqual(rides(content).map { $0.distanceMetres?.rounded() }, [2_995])
    try expectEqual(rides(content).map(\.elapsedSeconds), [599])
    let metres = content.samples.list.map(\.distance)
    expectEqual(metres, metres.sorted())
  }

  /// Nobody rode from one to the other: neither in the middle of a track nor between two.
  @Test(arguments: [[0, 1], [1, 0]]) func `the way between segments does not count`(
    _ order: [Int]
  ) throws {
    let parts = [Array(0..<100), Array(1_000..<1_100)].map { $0.map(Self.gpxPoint).joined() }
    let written = order.map { "<trkseg>\(parts[$0])</trkseg>" }
    let ride = try #require(
      try document("<gpx><trk>\(written.joined())</trk></gpx>").map(rides)?.first)
    expectEqual([ride.elapsedSeconds, ride.durationSeconds], [1_099, 198])
    expectEqual(ride.distanceMetres, 990)
    let tracks = written.map { "<trk>\($0)</trk>" }.joined()
    let two = try #require(try document("<gpx>\(tracks)</gpx>").map(rides))
    expectEqual(two.map(\.start.seconds), [0, 1_000].map { Self.start + $0 })
    expectEqual(two.map(\.elapsedSeconds), [99, 99])
    expectEqual(two.map(\.distanceMetres), [495, 495])
  }

  /// The pause between segments is one in every order of the tracks.
  @Test func `a track that is earlier than the one before keeps its pauses`() throws {
    func track(_ segments: [Range<Int>]) -> String {
      "<trk>\(segments.map { "<trkseg>\($0.map(Self.gpxPoint).joined())</trkseg>" }.joined())</trk>"
    }
    let text = "<gpx>\(track([90_000..<90_100]))\(track([0..<100, 110..<200, 230..<300]))</gpx>"
    let rides = try #require(try document(text).map(rides))
    expectEqual(rides.map(\.durationSeconds), [257, 99])
    expectEqual(rides.map(\.elapsedSeconds), [299, 99])
    expectEqual(rides.map(\.distanceMetres), [1_285, 495])
  }

  @Test(arguments: [
    ImportLimits.samples, ImportLimits.samples + 1, 270_000, 524_287, 524_289, 600_001,
  ])
  func `a ride of any length has its first and its last sample`(_ count: Int) {
    var samples = RideSamples()
    for second in 0..<count {
      if second == 100_001 { samples.beginSession() }
      var sample = RideSample(time: Int64(second))
      sample.distance = Double(second + 7)
      samples.append(sample)
    }
    expectEqual(samples.list.first?.time, 0)
    expectEqual(samples.list.last?.time, Int64(count - 1))
    expectEqual(samples.leastDistance, 7)
    expect(samples.list.count <= ImportLimits.samples, "\(samples.list.count)")
    expect(samples.list.count > ImportLimits.samples / 2, "\(samples.list.count)")
    // The first one that is kept of the session.
    let first = samples.list[samples.sessionStart].time
    expect((100_001..<100_009).contains(first), "\(first)")
    expectEqual(samples.sort(from: 0), false)
  }

  @Test func `more rides than a run reads are reported`() throws {
    let ride = ImportedRide(try #require(rides(in: TrueRide(seconds: 60).fit()).first))
    var collection = ImportCollection { _ in 0 }
    collection.add(
      [ImportedRide](repeating: ride, count: ImportLimits.files + 1),
      at: DocumentLocation(file: "/a.zip"))
    expectEqual(collection.problems, [.fileRefused(file: "/a.zip", .tooManyFiles)])
  }

  @Test(.long) func `a long track after another begins where it begins`() throws {
    let tracks = [0..<100_000, 200_000..<470_000].map { seconds in
      "<trk><trkseg>\(seconds.map(Self.gpxPoint).joined())</trkseg></trk>"
    }
    let rides = try #require(try document("<gpx>\(tracks.joined())</gpx>").map(rides))
    expectEqual(rides.map(\.start.seconds), [0, 200_000].map { Self.start + $0 })
    // Every second sample is kept, and the last one of the file.
    expectEqual(rides.map(\.elapsedSeconds), [99_998, 269_999])
  }

  // MARK: Distances

  @Test(arguments: [0, 240_000]) func `a distance counts by its differences`(_ before: UInt32)
    throws
  {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0)), (5, .u32(0))])
    for second in 0..<120 {
      fit.add(1, [SmallFIT.stamp(second), .u32(before + UInt32(second) * 500)])
    }
    try expectEqual(rides(in: fit.file()).map(\.distanceMetres), [595])
    let points = (0..<120).map { Self.tcxPoint($0 + Int(before)) }
    let legs = [points[..<60], points[60...]].map {
      "<Activity Sport=\"Biking\"><Lap><Track>\($0.joined())</Track></Lap></Activity>"
    }
    let text =
      "<TrainingCenterDatabase><Activities>\(legs.joined())</Activities></TrainingCenterDatabase>"
    let rides = try #require(try document(text).map(rides))
    expectEqual(rides.map(\.distanceMetres), [295, 300])
  }
}
