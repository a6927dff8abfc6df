// GPX as it is written, checked against the order and the types of the GPX 1.1 schema.

import Model
import Reporting
import Support
import Testing

@Suite struct GPXTests {
  /// Every element that may be written, with what the schemas allow in it, in order; `*` may be
  /// repeated. From https://www.topografix.com/GPX/1/1/gpx.xsd and Garmin's
  /// https://www8.garmin.com/xmlschemas/TrackPointExtensionv1.xsd and PowerExtensionv1.xsd.
  private static let content: [String: [String]] = [
    "gpx": ["metadata", "wpt*", "rte*", "trk*", "extensions"],
    "metadata": [
      "name", "desc", "author", "copyright", "link*", "time", "keywords", "bounds", "extensions",
    ],
    "trk": [
      "name", "cmt", "desc", "src", "link*", "number", "type", "extensions", "trkseg*",
    ],
    "trkseg": ["trkpt*", "extensions"],
    "trkpt": [
      "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link*", "sym", "type",
      "fix", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
    ],
    "gpxtpx:TrackPointExtension": [
      "gpxtpx:atemp", "gpxtpx:wtemp", "gpxtpx:depth", "gpxtpx:hr", "gpxtpx:cad",
      "gpxtpx:Extensions",
    ],
    "gpxpx:PowerExtension": ["gpxpx:PowerInWatts", "gpxpx:Extensions"],
    // Anything of another namespace, in any order. `power` is the one exception.
    "extensions": ["power", "gpxpx:PowerExtension", "gpxtpx:TrackPointExtension"],
  ]

  private static let types: [String: @Sendable (String) -> Bool] = [
    "ele": isDecimal, "time": isTime, "name": { _ in true }, "type": { _ in true },
    "gpxtpx:hr": { isInteger($0, 1...255) }, "gpxtpx:cad": { isInteger($0, 0...254) },
    "gpxpx:PowerInWatts": { isInteger($0, 0...65_535) }, "power": { isInteger($0, 0...65_535) },
  ]

  private static func isDecimal(_ text: String) -> Bool {
    text.wholeMatch(of: /[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)/) != nil
  }

  private static func isInteger(_ text: String, _ range: ClosedRange<Int>) -> Bool {
    Int(text).map { range.contains($0) && "\($0)" == text } ?? false
  }

  private static func isTime(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/) != nil
  }

  /// What is wrong with an element and all below it.
  private static func faults(in element: XMLElement) -> [String] {
    var faults: [String] = []
    if let allowed = content[element.name] {
      if element.text.contains(where: { !$0.isWhitespace }) {
        faults.append("text in \(element.name)")
      }
      var rest = allowed[...]
      for child in element.children {
        guard let place = rest.firstIndex(where: { $0 == child.name || $0 == "\(child.name)*" })
        else {
          faults.append("\(child.name) in \(element.name)")
          continue
        }
        rest = allowed[(rest[place].hasSuffix("*") ? place : place + 1)...]
      }
    } else if let isValid = types[element.name] {
      if !isValid(element.text) { faults.append("\(element.name): \(element.text)") }
      if !element.children.isEmpty { faults.append("elements in \(element.name)") }
    } else {
      faults.append("unknown: \(element.name)")
    }
    let degrees: [String: (Double) -> Bool] = [
      "lat": { (-90...90).contains($0) }, "lon": { (-180..<180).contains($0) },
    ]
    if element.name == "trkpt" {
      for (name, isValid) in degrees {
        let text = element.attributes[name] ?? ""
        if !isDecimal(text) || Double(text).map(isValid) != true {
          faults.append("\(name)=\(text)")
        }
      }
    }
    return faults + element.children.flatMap { Self.faults(in: $0) }
  }

  private func ride(_ name: String?) -> Activity {
    var ride = Activity(
      id: ActivityID(source: .garmin, sourceID: "1"), start: Timestamp(seconds: 1_795_072_500))
    (ride.name, ride.sport) = (name, name.map { _ in "Ride" })
    return ride
  }

  private func written(_ points: [RideTrack.Point], name: String? = "Morning") throws -> String {
    let bytes = try #require(GPXText.bytes(of: ride(name), RideTrack(points: points)))
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  private func point(_ second: Int, _ latitude: Double = 52, _ longitude: Double = 7.795)
    -> RideTrack.Point
  {
    var point = RideTrack.Point(seconds: second)
    (point.latitude, point.longitude) = (latitude, longitude)
    return point
  }

  /// All that a stored track may have, present and absent.
  @Test func `what is written follows the schema`() throws {
    var random = SeededRandom(seed: 5)
    func some(_ values: [Double]) -> Double? {
      Bool.random(using: &random) ? values.randomElement(using: &random) : nil
    }
    let points = (0..<40).map { second in
      var point = point(
        second * 100_000, Double.random(in: -90...90, using: &random),
        [-180, 180, 179.99999999, 0, -1e-9].randomElement(using: &random) ?? 0)
      point.altitudeMetres = some([-1000, -0.04, 0, 12.34, 20_000])
      point.heartRate = some([25, 142.5, 250])
      point.cadence = some([0, 89.6, 254, 255, 300])
      point.powerWatts = some([0, 0.4, 211, 4000])
      return point
    }
    let names = [nil, "", "Up & <down> \"]]>", "\u{1}\u{FFFE}Bell\u{7}  🚵 \u{B}", "Höhe"]
    for name in names {
      let root = try XMLElement(reading: written(points, name: name))
      expectEqual(root.name, "gpx")
      expectEqual(
        ["version", "creator", "xmlns", "xmlns:gpxtpx", "xmlns:gpxpx"].map {
          root.attributes[$0] ?? ""
        },
        [
          "1.1", "velo-sync", "http://www.topografix.com/GPX/1/1",
          "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
          "http://www.garmin.com/xmlschemas/PowerExtension/v1",
        ])
      expectEqual(Self.faults(in: root), [], "\(name ?? "")")
      let track = try #require(root.children.last)
      expectEqual(track.children.last?.children.count, points.count)
      let kept = (name ?? "").unicodeScalars.filter {
        !"\u{1}\u{FFFE}\u{7}\u{B}".unicodeScalars.contains($0)
      }
      expectEqual(
        track.children.first { $0.name == "name" }?.text ?? "",
        String(String.UnicodeScalarView(kept)))
    }
  }

  /// The checks themselves find what the schema forbids.
  @Test(arguments: [
    ("<time>2026", "<name>x</name><time>2026"), ("<ele>12.5</ele>", "<ele>12.5 m</ele>"),
    ("lat=\"52\"", "lat=\"95\""), ("<trkseg>", "<bogus/><trkseg>"), ("Z</time>", "</time>"),
    ("<gpxtpx:hr>142</gpxtpx:hr>", "<gpxtpx:hr>0</gpxtpx:hr>"),
    ("</ele><time>2026-11-19T07:15:01Z</time>", "</ele>"),
  ])
  func `what is wrong is found`(_ good: String, _ bad: String) throws {
    var one = point(1)
    (one.altitudeMetres, one.heartRate, one.powerWatts) = (12.5, 142, 0)
    let text = try written([one])
    expectEqual(Self.faults(in: try XMLElement(reading: text)), [])
    expect(text.contains("<power>0</power>"))
    guard good != "</ele><time>2026-11-19T07:15:01Z</time>" else {
      // Order counts: time before altitude.
      let turned = text.replacing(
        "<ele>12.5</ele><time>2026-11-19T07:15:01Z</time>",
        with: "<time>2026-11-19T07:15:01Z</time><ele>12.5</ele>")
      let faults = Self.faults(in: try XMLElement(reading: turned))
      expect(turned != text && !faults.isEmpty)
      return
    }
    let wrong = text.replacing(good, with: bad)
    expect(wrong != text, "\(good)")
    try expectEqual(Self.faults(in: XMLElement(reading: wrong)).isEmpty, false, "\(bad)")
  }

  @Test func `figures are exact`() throws {
    var one = point(3_661, -33.86882, 151.2092955)
    (one.altitudeMetres, one.heartRate, one.cadence, one.powerWatts) = (-12.04, 141.5, 90, 249.6)
    let text = try written([point(0), one])
    expect(
      text.contains(
        """
              <trkpt lat="-33.86882" lon="151.2092955"><ele>-12</ele>\
        <time>2026-11-19T08:16:01Z</time><extensions><power>250</power><gpxpx:PowerExtension>\
        <gpxpx:PowerInWatts>250</gpxpx:PowerInWatts></gpxpx:PowerExtension>\
        <gpxtpx:TrackPointExtension><gpxtpx:hr>142</gpxtpx:hr><gpxtpx:cad>90</gpxtpx:cad>\
        </gpxtpx:TrackPointExtension></extensions></trkpt>\n
        """), "\(text)")
    expect(text.contains("      <trkpt lat=\"52\" lon=\"7.795\"><time>"))
    expectEqual(GPXText.bytes(of: ride("x"), RideTrack(points: [.init(seconds: 0)])), nil)
  }
}

/// An element as a strict reader finds it.
struct XMLElement {
  private(set) var name: String
  private(set) var attributes: [String: String] = [:]
  private(set) var children: [XMLElement] = []
  private(set) var text = ""

  struct Fault: Error {
    let rest: String
  }

  /// Reads a document with a declaration and no comments.
  init(reading document: String) throws {
    var rest = document[...]
    guard let declaration = rest.prefixMatch(of: /<\?xml version="1\.0" encoding="UTF-8"\?>\n/),
      !document.unicodeScalars.contains(where: { scalar in
        scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar) || scalar == "\u{FFFE}"
          || scalar == "\u{FFFF}"
      })
    else { throw Fault(rest: String(document.prefix(80))) }
    rest = rest[declaration.range.upperBound...]
    self = try Self.read(&rest)
    guard rest.allSatisfy(\.isWhitespace) else { throw Fault(rest: String(rest.prefix(80))) }
  }

  private init(name: String) { self.name = name }

  private static func read(_ rest: inout Substring) throws -> XMLElement {
    guard
      let head = rest.prefixMatch(of: /<([A-Za-z:]+)((?: [A-Za-z:]+="[^"<]*")*)(\/?)>/)
    else { throw Fault(rest: String(rest.prefix(80))) }
    var element = XMLElement(name: String(head.1))
    for attribute in head.2.matches(of: /\ ([A-Za-z:]+)="([^"]*)"/) {
      element.attributes[String(attribute.1)] = try plain(attribute.2)
    }
    rest = rest[head.range.upperBound...]
    if !head.3.isEmpty { return element }
    let end = "</\(element.name)>"
    while !rest.hasPrefix(end) {
      let text = rest.prefix { $0 != "<" }
      element.text += try plain(text)
      rest = rest[text.endIndex...]
      if rest.hasPrefix(end) { break }
      element.children.append(try read(&rest))
    }
    rest = rest.dropFirst(end.count)
    return element
  }

  /// The text without references; `]]>` and a bare `&` are none.
  private static func plain(_ text: Substring) throws -> String {
    var plain = ""
    var rest = text
    while let next = rest.first {
      guard next == "&" || rest.hasPrefix("]]>") else {
        plain.append(rest.removeFirst())
        continue
      }
      let known = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\""]
      guard let found = known.first(where: { rest.hasPrefix($0.key) }) else {
        throw Fault(rest: String(rest.prefix(80)))
      }
      plain += found.value
      rest = rest.dropFirst(found.key.count)
    }
    return plain
  }
}
