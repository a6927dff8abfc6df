// Rides whose recorder had a wrong clock.

import Model
import Support
import Testing

@testable import Imports

@Suite struct ClockTests {
  private static let start: Int64 = 1_748_761_200  // 2025-06-01T07:00:00Z
  private static let wrong = start - 15 * 365 * 86_400
  /// The seconds of a ride that have the wrong time, and which seconds are left.
  static let cases: [(wrong: [Int], left: ClosedRange<Int>)] = [
    ([0], 1...119), ([0, 1, 2], 3...119), ([60], 0...119), ([70, 71, 72], 0...119),
    ([119], 0...118), ([117, 118, 119], 0...116),
  ]

  @Test(arguments: cases)
  func `a GPX leaves out wrong times`(_ wrong: [Int], _ left: ClosedRange<Int>) throws {
    let points = (0..<120).map {
      gpxPoint(Self.time($0, wrong), latitude: 59 + Self.degrees($0))
    }
    try expectRide(rides(try #require(try document(gpx(points)))), left)
  }

  @Test(arguments: cases, [false, true])
  func `a FIT leaves out wrong times`(
    _ sample: (wrong: [Int], left: ClosedRange<Int>), _ hasSession: Bool
  ) throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0)), (5, .u32(0))])
    for second in 0..<120 {
      let stamp = FITWriter.stamp(Self.time(second, sample.wrong))
      fit.add(1, [.u32(stamp), .u32(UInt32(second) * 500)])
    }
    if hasSession {
      // Its start comes from the clock that was wrong.
      let stamp = FITWriter.stamp(Self.time(sample.left.lowerBound, [0, 3, 1]))
      fit.add(2, message: 18, [(2, .u32(stamp))])
    }
    try expectRide(rides(in: fit.file()), sample.left)
  }

  @Test(arguments: cases)
  func `a TCX leaves out wrong times`(_ wrong: [Int], _ left: ClosedRange<Int>) throws {
    let points = (0..<120).map { tcxPoint(Self.time($0, wrong), metres: $0 * 5) }
    try expectRide(ridesOfTCX(points, lapStart: Self.time(0, wrong)), left)
  }

  /// Ten records agree on a time that the hundreds after them do not.
  @Test func `a FIT follows the most records`() throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0)), (5, .u32(0))])
    for second in 0..<120 {
      let stamp = FITWriter.stamp(Self.time(second, Array(0..<10)))
      fit.add(1, [.u32(stamp), .u32(UInt32(second) * 500)])
    }
    try expectRide(rides(in: fit.file()), 10...119)
  }

  /// Eleven records of six days before, wherever the file has them. The summary was saved at the
  /// end and begins with the first record.
  @Test(arguments: [0, 200, 600], [0, 500_000]) func `one group of records is the ride`(
    _ place: Int, _ sessionStart: Int64
  ) throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0)), (5, .u32(0))])
    for second in 0..<600 + 11 {
      let isStale = (place..<place + 11).contains(second)
      let moment = isStale ? second - place - 518_400 : second < place ? second : second - 11
      let metres = isStale ? 0 : moment * 5
      fit.add(1, [.u32(FITWriter.stamp(Self.start + Int64(moment))), .u32(UInt32(metres) * 100)])
    }
    let rides = [
      (600, sessionStart), (600, nil), (-518_390, 10),
    ].map { (saved: Int64, length: Int64?) in
      var fit = fit
      if let length {
        let stamps = [saved, saved - length].map { FITValue.u32(FITWriter.stamp(Self.start + $0)) }
        let seconds = FITValue.u32(UInt32(length) * 1_000)
        fit.add(2, message: 18, [(253, stamps[0]), (2, stamps[1]), (7, seconds), (8, seconds)])
      }
      return Result { try ImportsTests.rides(in: fit.file()) }
    }
    try expectEqual(
      rides.prefix(2).map { try $0.get().map(\.start.seconds) }, [[Self.start], [Self.start]])
    try expectEqual(rides.prefix(2).map { try $0.get().map(\.elapsedSeconds) }, [[599], [599]])
    try expectEqual(rides.prefix(2).map { try $0.get().map(\.distanceMetres) }, [[2_995], [2_995]])
    // The recorder says that these are the ride.
    try expectEqual(rides[2].get().map(\.start.seconds), [Self.start - 518_400])
    try expectEqual(rides[2].get().map(\.elapsedSeconds), [10])
  }

  @Test(arguments: [(-7_200, 0), (-61, 0), (-60, -60), (0, 0), (60, 60), (61, 0), (7_200, 0)])
  func `the records say when a ride began`(_ summary: Int64, _ start: Int64) throws {
    var fit = SmallFIT(seconds: 600, hasSession: false).writer
    let stamp = FITWriter.stamp(SmallFIT.start + summary)
    fit.add(
      2, message: 18,
      [
        (253, SmallFIT.stamp(600)), (2, .u32(stamp)), (7, .u32(600_000)), (8, .u32(580_000)),
        (5, .enumeration(2)),
      ])
    let ride = try #require(try rides(in: fit.file()).first)
    expectEqual(ride.start.seconds, SmallFIT.start + start)
    expectEqual(ride.elapsedSeconds, start == summary ? 600 : 599)
    expectEqual(ride.durationSeconds, 580)
    if start <= 0 { expectEqual([ride.averagePowerWatts, ride.averageHeartRate], [174.5, 129.5]) }
  }

  /// A tracker that writes every two hours confirms nothing and loses nothing.
  @Test func `rare points all count`() throws {
    let points = (0..<9).map { gpxPoint(Self.start + Int64($0) * 7_200, latitude: 59) }
    try expectEqual(rides(try #require(try document(gpx(points)))).map(\.elapsedSeconds), [57_600])
  }

  /// The way of so many seconds at 5 m/s.
  private static func degrees(_ seconds: Int) -> Double { Double(seconds) * 5 / 111_195.08 }

  private static func time(_ second: Int, _ wrong: [Int]) -> Int64 {
    (wrong.contains(second) ? Self.wrong : start) + Int64(second)
  }

  private func expectRide(_ rides: [Activity], _ left: ClosedRange<Int>) {
    expectEqual(rides.map(\.start.seconds), [Self.start + Int64(left.lowerBound)])
    expectEqual(rides.map(\.elapsedSeconds), [left.count - 1])
    expectEqual(rides.map { $0.distanceMetres?.rounded() }, [Double(left.upperBound) * 5])
  }

  // MARK: Days and laps

  @Test func `a track over days is a ride a day`() throws {
    // The way from the end of a day to the start of the next is not ridden.
    var points: [String] = []
    for day in [0, 1, 3] {
      for second in 0..<60 {
        let time = Self.start + Int64(day * 86_400 + second)
        points.append(gpxPoint(time, latitude: 59 + Double(day) + Self.degrees(second)))
      }
    }
    let lonely = gpxPoint(Self.start + 5 * 86_400, latitude: 59)
    let rides = try rides(try #require(try document(gpx(points + [lonely]))))
    expectEqual(
      rides.map(\.start.description),
      ["2025-06-01T07:00:00Z", "2025-06-02T07:00:00Z", "2025-06-04T07:00:00Z"])
    expectEqual(rides.map(\.elapsedSeconds), [59, 59, 59])
    expectEqual(rides.map(\.distanceMetres), [295, 295, 295])
  }

  /// Six hours are a long stop; three points are no ride.
  @Test(arguments: [(21_600, 60, 1), (21_601, 60, 2), (21_601, 4, 2), (21_601, 3, 1)])
  func `a long gap ends a track`(_ gap: Int64, _ count: Int, _ parts: Int) throws {
    let seconds = (0..<60).map { Int64($0) } + (0..<count).map { 59 + gap + Int64($0) }
    let points = seconds.map { gpxPoint(Self.start + $0, latitude: 59) }
    try expectEqual(rides(try #require(try document(gpx(points)))).count, parts)
  }

  @Test(arguments: [(-14_400, 0), (-61, 0), (-60, -60), (0, 0), (60, 60), (14_400, 0)])
  func `the start of a lap counts near its points`(_ lap: Int64, _ start: Int64) throws {
    let points = (0..<120).map { tcxPoint(Self.start + Int64($0), metres: $0 * 5) }
    let rides = try ridesOfTCX(points, lapStart: Self.start + lap)
    expectEqual(rides.map(\.start.seconds), [Self.start + start])
    expectEqual(rides.map(\.elapsedSeconds), [Int(119 - start)])
  }

  // MARK: Altitude

  @Test(
    arguments: [
      ([0, 0, 0, 700, 700, 700], 0), ([0, 700, 0, 700, 700, 700], 0), ([50, 50, 900, 50, 50], 0),
      ([100, 101, 102, 902, 903, 906], 6), ([0, 0, 0], 0), ([0, 10, 15, 20, 10, 15], 15),
    ] as [([Int], Double)])
  func `altitude that the sensor is finding is no climb`(_ metres: [Int], _ gain: Double) throws {
    let points = metres.enumerated().map { index, metres in
      gpxPoint(Self.start + Int64(index), latitude: 59, altitude: metres)
    }
    // Points out of order are the same ride.
    for points in [points, [points[0]] + points[1...].reversed()] {
      let rides = try rides(try #require(try document(gpx(points))))
      expectEqual(rides.map(\.elevationGainMetres), [gain])
      expectEqual(rides.map(\.elapsedSeconds), [metres.count - 1])
    }
  }

  /// A climb between points that are minutes apart is a climb.
  @Test func `altitude of rare points is climbed`() throws {
    let points = (0..<5).map {
      gpxPoint(Self.start + Int64($0) * 600, latitude: 59, altitude: 100 + $0 * 150)
    }
    try expectEqual(
      rides(try #require(try document(gpx(points)))).map(\.elevationGainMetres), [600])
  }

  // MARK: Since switching on

  @Test(arguments: [true, false])
  func `times since switching on are dated`(_ hasCorrelation: Bool) throws {
    var fit = FITWriter()
    fit.add(message: 0, [(0, .enumeration(4)), (4, .u32(FITWriter.stamp(Self.start)))])
    fit.define(1, as: 20, [(253, .u32(0)), (5, .u32(0))])
    for second in 0..<120 as Range<UInt32> { fit.add(1, [.u32(37 + second), .u32(second * 500)]) }
    if hasCorrelation {
      fit.add(2, message: 162, [(253, .u32(FITWriter.stamp(Self.start + 3))), (1, .u32(40))])
    }
    fit.add(3, message: 18, [(253, .u32(157)), (2, .u32(37)), (7, .u32(119_000))])
    try expectRide(rides(in: fit.file()), 0...119)
  }

  @Test func `without a date a ride is refused`() throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0)), (5, .u32(0))])
    for second in 0..<120 as Range<UInt32> { fit.add(1, [.u32(37 + second), .u32(second * 500)]) }
    #expect(throws: ImportError.unsuitable(.noDate)) { try content(fit.file()) }
  }

  // MARK: Documents

  private func gpx(_ points: [String]) -> String {
    "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
  }

  private func gpxPoint(_ time: Int64, latitude: Double, altitude: Int = 50) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"10.7\"><ele>\(altitude)</ele>"
      + "<time>\(Timestamp(seconds: time))</time></trkpt>"
  }

  private func tcxPoint(_ time: Int64, metres: Int) -> String {
    "<Trackpoint><Time>\(Timestamp(seconds: time))</Time>"
      + "<DistanceMeters>\(metres)</DistanceMeters></Trackpoint>"
  }

  private func ridesOfTCX(_ points: [String], lapStart: Int64) throws -> [Activity] {
    let start = Timestamp(seconds: lapStart)
    let text = """
      <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>\(start)</Id>
      <Lap StartTime="\(start)"><TotalTimeSeconds>110</TotalTimeSeconds>
      <Track>\(points.joined())</Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    return try rides(try #require(try document(text)))
  }
}
