// A ride as GPX 1.1 (https://www.topografix.com/GPX/1/1/), which other programs read.

package import Model

/// Writes the points that have a position.
package enum GPXText {
  /// Power stands twice: in Garmin's extension, and bare as Strava and GoldenCheetah read it, which
  /// is the one exception from the schema.
  ///
  /// - Returns: nil without any position.
  package static func bytes(of ride: Activity, _ track: RideTrack) -> [UInt8]? {
    var text = XMLText(capacity: 1_024 + 384 * track.points.count)
    text.add(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="velo-sync" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
      xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
      xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
      http://www.topografix.com/GPX/1/1/gpx.xsd">
        <metadata><time>\(ride.start)</time></metadata>
        <trk>

      """)
    element("name", ride.name, to: &text)
    element("type", ride.sport, to: &text)
    text.add("    <trkseg>\n")
    var count = 0
    var pauses = track.pauses[...]
    for point in track.points {
      guard let latitude = point.latitude, let longitude = point.longitude else { continue }
      let left = pauses.drop { $0.upperBound <= point.seconds }
      // Between segments nothing is ridden.
      if count > 0, left.count < pauses.count { text.add("    </trkseg>\n    <trkseg>\n") }
      pauses = left
      count += 1
      text.add("      <trkpt lat=\"")
      text.add(latitude, places: 7)
      text.add("\" lon=\"")
      // 180 degrees are one line, which the schema writes as -180.
      text.add(longitude >= Self.lastLongitude ? -180 : longitude, places: 7)
      text.add("\">")
      if let altitude = point.altitudeMetres { text.element("ele", altitude) }
      text.add("<time>\(Timestamp(seconds: ride.start.seconds + Int64(point.seconds)))</time>")
      addExtensions(point, to: &text)
      text.add("</trkpt>\n")
    }
    text.add("    </trkseg>\n  </trk>\n</gpx>\n")
    return count > 0 ? text.bytes : nil
  }

  /// The next longitude of seven decimals would be 180.
  private static let lastLongitude = 179.999_999_95
  /// What Garmin's schema has room for.
  private static let mostCadence = 254.0

  private static func element(_ name: String, _ content: String?, to text: inout XMLText) {
    guard let content, !content.isEmpty else { return }
    text.add("    <\(name)>")
    text.add(escaped: content)
    text.add("</\(name)>\n")
  }

  private static func addExtensions(_ point: RideTrack.Point, to text: inout XMLText) {
    let cadence = point.cadence.flatMap { $0 <= mostCadence ? $0 : nil }
    if point.powerWatts == nil, point.heartRate == nil, cadence == nil { return }
    text.add("<extensions>")
    if let watts = point.powerWatts {
      text.element("power", watts, places: 0)
      text.add("<gpxpx:PowerExtension>")
      text.element("gpxpx:PowerInWatts", watts, places: 0)
      text.add("</gpxpx:PowerExtension>")
    }
    if point.heartRate != nil || cadence != nil {
      text.add("<gpxtpx:TrackPointExtension>")
      if let rate = point.heartRate { text.element("gpxtpx:hr", rate, places: 0) }
      if let cadence { text.element("gpxtpx:cad", cadence, places: 0) }
      text.add("</gpxtpx:TrackPointExtension>")
    }
    text.add("</extensions>")
  }
}
