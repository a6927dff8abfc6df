// A ride whose truth is known second by second, and the files that recorders would write of it.

/// A ride due north at 8 m/s, with pauses in which the recorder stands still.
package struct TrueRide: Sendable {
  /// Seconds since 1970.
  package var start: Int64
  /// From start to end, pauses included.
  package var seconds: Int
  /// In seconds from the start, in order.
  package var pauses: [Range<Int>] = []
  package var hasPower = true
  package var hasHeartRate = true
  package var hasPosition = true
  /// The maker and product of its FIT file; a Garmin Edge 530.
  package var maker: UInt16 = 1
  package var product: UInt16 = 3121
  /// The device that TCX and GPX name.
  package var device = "Garmin Edge 530"
  /// The local clock's seconds east of UTC, in FIT.
  package var localOffset: Int64? = 3600
  package var name = "Morning & Hügel <1>"

  package init(start: Int64 = 1_773_472_502, seconds: Int = 600) {  // 2026-03-14T07:15:02Z
    (self.start, self.seconds) = (start, seconds)
  }

  /// The seconds from the start that were recorded: all but those inside a pause.
  package var recorded: [Int] { segments.flatMap { Array($0) } }

  package var timerSeconds: Int { seconds - pauses.map(\.count).reduce(0, +) }
  package func watts(_ second: Int) -> Int { 150 + second % 50 }
  package func heartRate(_ second: Int) -> Int { 120 + second / 10 % 30 }
  package func cadence(_ second: Int) -> Int { 85 + second % 10 }

  package func metres(_ second: Int) -> Double {
    let paused = pauses.map { $0.clamped(to: 0..<max(0, second)).count }.reduce(0, +)
    return 8 * Double(second - paused)
  }

  /// Degrees; a degree of latitude is 111,195 m.
  package func latitude(_ second: Int) -> Double { 52 + metres(second) / 111_195.08 }
  package var longitude: Double { 7.795 }
  package func altitude(_ second: Int) -> Double { 100 + Double(second % 100) / 10 }

  /// `2026-03-14T07:15:02` of a second.
  func stamp(_ second: Int) -> String { Civil(epoch: Int(start) + second).text }

  /// The runs of recorded seconds between the pauses.
  private var segments: [ClosedRange<Int>] {
    zip([0] + pauses.map(\.upperBound), pauses.map(\.lowerBound) + [seconds]).map { $0...$1 }
  }

  var escapedName: String {
    name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&#62;")
  }
}

extension TrueRide {
  /// A FIT activity file at one record a second, without a summary if it was never finished, with
  /// further fields of it, and messages before the records.
  package func fit(
    isBigEndian: Bool = false, hasSummary: Bool = true, session: [(UInt8, FITValue)] = [],
    before: [(message: UInt16, fields: [(UInt8, FITValue)])] = []
  ) -> [UInt8] {
    var fit = FITWriter(isBigEndian: isBigEndian)
    fit.add(
      message: 0,
      [
        (0, .enumeration(4)), (1, .u16(maker)), (2, .u16(product)), (3, .u32z(77)),
        (4, .u32(stampFIT(0))),
      ])
    for (message, fields) in before { fit.add(message: message, fields) }
    let fields = record(0)
    fit.define(1, as: 20, fields)
    fit.define(3, as: 21, [(253, .u32(0)), (0, .enumeration(0)), (1, .enumeration(0))])
    for second in recorded {
      fit.add(1, record(second).map(\.1))
      if pauses.contains(where: { $0.lowerBound == second }) {
        fit.add(3, [.u32(stampFIT(second)), .enumeration(0), .enumeration(4)])
      } else if pauses.contains(where: { $0.upperBound == second }) {
        fit.add(3, [.u32(stampFIT(second)), .enumeration(0), .enumeration(0)])
      }
    }
    guard hasSummary else { return fit.file() }
    fit.add(
      2, message: 18,
      [
        (253, .u32(stampFIT(seconds))), (2, .u32(stampFIT(0))), (5, .enumeration(2)),
        (7, .u32(UInt32(seconds * 1000))), (8, .u32(UInt32(timerSeconds * 1000))),
        (9, .u32(UInt32(metres(seconds) * 100))),
      ] + session)
    if let localOffset {
      fit.add(
        4, message: 34,
        [
          (253, .u32(stampFIT(seconds))),
          (5, .u32(FITWriter.stamp(start + Int64(seconds) + localOffset))),
        ])
    }
    return fit.file()
  }

  private func stampFIT(_ second: Int) -> UInt32 { FITWriter.stamp(start + Int64(second)) }

  private func record(_ second: Int) -> [(UInt8, FITValue)] {
    var fields: [(UInt8, FITValue)] = [
      (253, .u32(stampFIT(second))), (5, .u32(UInt32(metres(second) * 100))),
      (2, .u16(UInt16((altitude(second) + 500) * 5))), (4, .u8(UInt8(cadence(second)))),
    ]
    if hasPosition {
      fields.append((0, .s32(semicircles(latitude(second)))))
      fields.append((1, .s32(semicircles(longitude))))
    }
    if hasPower { fields.append((7, .u16(UInt16(watts(second))))) }
    if hasHeartRate { fields.append((3, .u8(UInt8(heartRate(second))))) }
    return fields
  }

  private func semicircles(_ degrees: Double) -> Int32 {
    Int32((degrees / 180 * 2_147_483_648).rounded())
  }
}

extension TrueRide {
  /// A TCX document: a lap with a track for each stretch between the pauses. Without a prefix,
  /// Garmin's extension has its own namespace.
  package func tcx(prefix: String = "ns3:", leading: String = "") -> String {
    let tracks = segments.map { "<Track>\n\($0.map { point($0, prefix) }.joined())</Track>\n" }
    return """
      \(leading)<?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"
        xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
      <Activities><Activity Sport="Biking"><Id>\(stamp(0)).000Z</Id>
      <Lap StartTime="\(stamp(0)).000Z"><TotalTimeSeconds>\(timerSeconds).0</TotalTimeSeconds>
      <DistanceMeters>\(metres(seconds))</DistanceMeters><Calories>200</Calories>
      <Intensity>Active</Intensity><Cadence>0</Cadence><TriggerMethod>Manual</TriggerMethod>
      \(tracks.joined())</Lap>
      <Creator xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Device_t">
      <Name>\(device)</Name><UnitId>77</UnitId></Creator></Activity></Activities>
      <Author><Name>Garmin Connect API</Name></Author></TrainingCenterDatabase>

      """
  }

  private func point(_ second: Int, _ prefix: String) -> String {
    var text = "<Trackpoint><Time>\(stamp(second)).000Z</Time>"
    if hasPosition {
      text += "<Position><LatitudeDegrees>\(latitude(second))</LatitudeDegrees>"
      text += "<LongitudeDegrees>\(longitude)</LongitudeDegrees></Position>"
    }
    text += "<AltitudeMeters>\(altitude(second))</AltitudeMeters>"
    text += "<DistanceMeters>\(metres(second))</DistanceMeters>"
    if hasHeartRate {
      text += "<HeartRateBpm><Value>\(heartRate(second))</Value></HeartRateBpm>"
    }
    text += "<Cadence>\(cadence(second))</Cadence>"
    if hasPower {
      let space =
        prefix.isEmpty ? " xmlns=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\"" : ""
      text += "<Extensions><\(prefix)TPX\(space)><\(prefix)Speed>8.0</\(prefix)Speed>"
      text += "<\(prefix)Watts>\(watts(second))</\(prefix)Watts></\(prefix)TPX></Extensions>"
    }
    return text + "</Trackpoint>\n"
  }
}

extension TrueRide {
  /// A GPX document with a segment for each stretch between the pauses, whose watts are in an
  /// element `power` or `pwr:PowerInWatts`.
  package func gpx(
    power: String = "power", type: String = "cycling", leading: String = ""
  ) -> String {
    let tracks = segments.map {
      "<trkseg>\n\($0.map { gpxPoint($0, power) }.joined())</trkseg>\n"
    }
    return """
      \(leading)<?xml version="1.0" encoding="UTF-8"?>
      <gpx creator="\(device)" version="1.1" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
        xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1">
      <metadata><name>Not this</name><time>\(stamp(0))Z</time></metadata>
      <trk><name>\(escapedName)</name><type>\(type)</type>
      \(tracks.joined())</trk></gpx>

      """
  }

  private func gpxPoint(_ second: Int, _ power: String) -> String {
    var text = "<trkpt lat=\"\(latitude(second))\" lon=\"\(longitude)\">"
    text += "<ele>\(altitude(second))</ele><time>\(stamp(second))Z</time><extensions>"
    if hasPower { text += "<\(power)>\(watts(second))</\(power)>" }
    text += "<gpxtpx:TrackPointExtension><gpxtpx:atemp>12.0</gpxtpx:atemp>"
    if hasHeartRate { text += "<gpxtpx:hr>\(heartRate(second))</gpxtpx:hr>" }
    text += "<gpxtpx:cad>\(cadence(second))</gpxtpx:cad></gpxtpx:TrackPointExtension>"
    return text + "</extensions></trkpt>\n"
  }
}
