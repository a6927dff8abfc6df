// Strava's bulk export as the service writes it: the catalogue, the rides' files, and the rest.

package struct StravaExport: Sendable {
  /// The language and age of the catalogue.
  package enum Form: String, CaseIterable, Sendable {
    /// Until June 2019.
    case lowerCase
    /// The first titled form.
    case english10
    case english86, english103
    /// As `english103`, with the day before the month.
    case britain
    case german92, french, dutch
  }

  package enum Upload: String, CaseIterable, Sendable {
    case fit, fitGzip = "fit.gz", tcx, tcxGzip = "tcx.gz", gpx, gpxGzip = "gpx.gz"
  }

  package struct Entry: Sendable {
    package var ride: TrueRide
    package var id: Int
    /// The API's word; one of `Ride`, `VirtualRide`, `Run`, `Swim`.
    package var sport = "Ride"
    package var description = ""
    /// nil for a ride entered by hand.
    package var upload: Upload? = .fitGzip

    package init(_ ride: TrueRide, id: Int) { (self.ride, self.id) = (ride, id) }

    /// `activities/…`: named by the number of the upload, which differs from the ride's.
    package var file: String? { upload.map { "activities/\(id + 137_024_793).\($0.rawValue)" } }
  }

  package var form: Form
  package var entries: [Entry]
  package var hasByteOrderMark = false
  package var lineEnd = "\n"
  /// What stands before AM and PM.
  package var gap = " "

  package init(_ form: Form, _ entries: [Entry]) { (self.form, self.entries) = (form, entries) }

  /// The titles of the columns, which are in a file for each form. Of French and Dutch only the
  /// first are known; the others have placeholders, and doubled columns the same title again.
  package var titles: [String] {
    let folder = #filePath.dropLast("Rides/StravaExport.swift".count) + "StravaTitles/"
    let name = (form == .britain ? .english103 : form).rawValue
    var titles = String(decoding: (try? Disk.read("\(folder)\(name).csv")) ?? [], as: UTF8.self)
      .split(whereSeparator: { $0 == "," || $0.isNewline }).map(String.init)
    if form == .french || form == .dutch {
      for column in titles.count..<103 {
        titles.append([30: 7, 37: 8, 50: 9][column].map { titles[$0] } ?? "column \(column)")
      }
    }
    return titles
  }

  package var catalogue: String {
    let titles = titles
    let rows = entries.map { entry in
      let values = values(entry)
      return titles.indices.map { Self.quoted(values[$0] ?? "") }.joined(separator: ",")
    }
    let text = ([titles.map(Self.quoted).joined(separator: ",")] + rows).map { $0 + lineEnd }
    return (hasByteOrderMark ? "\u{FEFF}" : "") + text.joined()
  }

  /// The files of the archive: catalogue, rides, and what an import has to leave alone.
  package func files() throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = [
      ("messaging.json", Array(#"[{"message":"activities/1.fit"}]"#.utf8)),
      ("profile.csv", Array("Athlete ID,Email Address\n1,rider@example.org\n".utf8)),
      ("bikes.csv", Array("Bike Name,Bike Brand\nCanyon,Canyon\n".utf8)),
      ("followers.csv", Array("Follower Athlete ID\n2\n".utf8)),
      ("media/1.jpg", [0xFF, 0xD8, 0xFF, 0xE0]),
      ("routes/1.gpx", Array(TrueRide(seconds: 60).gpx().utf8)),
      ("activities.csv", Array(catalogue.utf8)),
    ]
    for entry in entries {
      guard let name = entry.file, let upload = entry.upload else { continue }
      let bytes: [UInt8] =
        switch upload {
        case .fit, .fitGzip: entry.ride.fit()
        // Strava puts ten blanks before the declaration.
        case .tcx, .tcxGzip: Array(entry.ride.tcx(leading: "          ").utf8)
        case .gpx, .gpxGzip: Array(entry.ride.gpx().utf8)
        }
      files.append((name, name.hasSuffix(".gz") ? try Deflate.gzip(bytes) : bytes))
    }
    return files
  }

  package func archive() throws -> [UInt8] {
    try ZipMaker.archive(files().map { ZipFile($0.name, $0.bytes) })
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return cell }
    return "\"" + cell.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

extension StravaExport {
  /// The cells by their columns; two forms have only ten of them.
  private func values(_ entry: Entry) -> [Int: String] {
    let ride = entry.ride
    let metres = ride.metres(ride.seconds)
    func mean(_ value: (Int) -> Int) -> Double {
      Double(ride.recorded.map(value).reduce(0, +)) / Double(ride.recorded.count)
    }
    var values = [
      0: "\(entry.id)", 1: date(ride.start), 2: ride.name, 3: word(entry.sport),
      4: entry.description, 5: "\(ride.seconds)", 6: hundredths(metres / 1000),
    ]
    if form == .lowerCase || form == .english10 {
      if form == .lowerCase || entry.sport == "Swim" { values[6] = "\(metres)" }
      (values[7], values[8], values[9]) = ("false", "Canyon", entry.file ?? "")
      return values
    }
    if entry.sport == "Swim" { values[6] = "\(Int(metres))" }
    values.merge([
      8: "31", 9: "false", 11: "Canyon", 12: entry.file ?? "", 13: "70.0", 14: "8.0",
      15: "\(ride.seconds).0", 16: "\(ride.timerSeconds).0", 17: "\(metres)", 18: "8.0", 19: "8.0",
      20: "123.25", 21: "120.0", 28: "94.0", 29: "\(mean(ride.cadence))", 34: "512.0", 37: "31.0",
      50: "0.0", 52: "1.0", 102: "media/\(entry.id).jpg",
    ]) { $1 }
    if ride.hasHeartRate {
      let highest = ride.recorded.map(ride.heartRate).max() ?? 0
      (values[7], values[30]) = ("\(highest)", "\(highest).0")
      values[31] = "\(mean(ride.heartRate))"
    }
    if ride.hasPower {
      values[32] = "\(ride.recorded.map(ride.watts).max() ?? 0).0"
      (values[33], values[46]) = ("\(mean(ride.watts))", "\(mean(ride.watts) + 5)")
    }
    return values
  }

  /// A fraction with two decimals in the account's language.
  private func hundredths(_ value: Double) -> String {
    let scaled = Int((value * 100).rounded())
    let point = [.german92, .french, .dutch].contains(form) ? "," : "."
    return "\(scaled / 100)\(point)\(scaled % 100 < 10 ? "0" : "")\(scaled % 100)"
  }

  private func date(_ start: Int64) -> String {
    let date = Civil(epoch: Int(start))
    let (year, day, hour) = (date.numbers[0], date.numbers[2], date.numbers[3])
    let digits = date.text.split { !$0.isNumber }
    let (time, rest) = (date.text.suffix(8), date.text.suffix(5))
    let month = months[date.numbers[1] - 1]
    switch form {
    case .lowerCase: return "\(date.text.prefix(10)) \(time)"
    case .english10, .english86, .english103:
      let half = hour % 12 == 0 ? 12 : hour % 12
      return "\(month) \(day), \(year), \(half):\(rest)\(gap)\(hour < 12 ? "AM" : "PM")"
    case .german92: return "\(digits[2]).\(digits[1]).\(year), \(time)"
    case .french: return "\(day) \(month) \(year) à \(time)"
    case .britain, .dutch: return "\(day) \(month) \(year), \(time)"
    }
  }

  private var months: [Substring] {
    let months =
      switch form {
      case .french: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."
      case .dutch: "jan feb mrt apr mei jun jul aug sep okt nov dec"
      default: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
      }
    return months.split(separator: " ")
  }

  private func word(_ sport: String) -> String {
    let words: [String: String] =
      switch form {
      case .german92:
        [
          "Ride": "Radfahrt", "VirtualRide": "Virtuelle Radfahrt", "Run": "Lauf",
          "Swim": "Schwimmen",
        ]
      case .french: ["Ride": "Sortie à vélo", "Run": "Course à pied", "Swim": "Natation"]
      case .dutch:
        [
          "Ride": "Fietsrit", "VirtualRide": "Virtuele fietsrit", "Run": "Hardloopsessie",
          "Swim": "Zwemmen",
        ]
      default: ["VirtualRide": "Virtual Ride"]
      }
    return words[sport] ?? sport
  }
}
