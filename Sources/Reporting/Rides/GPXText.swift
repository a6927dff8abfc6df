// A ride as GPX 1.1 (https://www.topografix.com/GPX/1/1/), which other programs read.

package import Model

/// Writes the points that have a position.
package enum GPXText {
  /// Power stands twice: in Garmin's extension, and bare as Strava and GoldenCheetah read it, which is
  /// the one exception from the schema.
  ///
  /// - Returns: nil without any position.
  package static func bytes(of ride: Activity, _ track: RideTrack) -> [UInt8]? {
    var text = XMLText()
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
    for point in track.points {
      guard let latitude = point.latitude, let longitude = point.longitude else { continue }
      count += 1
      let time = Timestamp(seconds: ride.start.seconds + Int64(point.seconds))
      text.add(
        "      <trkpt lat=\"\(decimal(latitude, 7))\" lon=\"\(decimal(longitude, 7))\">")
      if let altitude = point.altitudeMetres { text.add("<ele>\(decimal(altitude, 1))</ele>") }
      text.add("<time>\(time)</time>\(extensions(point))</trkpt>\n")
    }
    text.add("    </trkseg>\n  </trk>\n</gpx>\n")
    return count > 0 ? text.bytes : nil
  }

  private static func element(_ name: String, _ content: String?, to text: inout XMLText) {
    guard let content, !content.isEmpty else { return }
    text.add("    <\(name)>")
    text.add(escaped: content)
    text.add("</\(name)>\n")
  }

  private static func extensions(_ point: RideTrack.Point) -> String {
    let heart = point.heartRate.map { "<gpxtpx:hr>\(decimal($0, 0))</gpxtpx:hr>" } ?? ""
    let cadence = point.cadence.map { "<gpxtpx:cad>\(decimal($0, 0))</gpxtpx:cad>" } ?? ""
    let body =
      heart.isEmpty && cadence.isEmpty
      ? "" : "<gpxtpx:TrackPointExtension>\(heart)\(cadence)</gpxtpx:TrackPointExtension>"
    let power = point.powerWatts.map { watts in
      let watts = decimal(watts, 0)
      return "<power>\(watts)</power><gpxpx:PowerExtension><gpxpx:PowerInWatts>\(watts)"
        + "</gpxpx:PowerInWatts></gpxpx:PowerExtension>"
    }
    let all = (power ?? "") + body
    return all.isEmpty ? "" : "<extensions>\(all)</extensions>"
  }

  /// A number with so many decimals at most.
  ///
  /// - Parameter value: bounded where it was read.
  private static func decimal(_ value: Double, _ places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let number = Int((max(-1e9, min(value, 1e9)) * Double(scale)).rounded())
    let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    var digits = String(String(rest + UInt(scale)).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return (number < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}
