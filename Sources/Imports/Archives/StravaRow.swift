// A row of a Strava catalogue, the texts in it that must be of one form, and its sports as Strava's
// API names them.

import Model

/// A row of the catalogue: one activity.
struct StravaRow: Hashable, Sendable {
  /// The most bytes of a sport, and of a gear's name.
  static let longestSport = 100
  static let longestGear = 200

  /// The Activity ID: 1 to 20 digits.
  let id: String
  /// The activity's file, relative to the export's root: `activities/123.fit.gz`. Never a path
  /// outside `activities`. nil for a ride entered by hand.
  let file: String?
  let name: String?
  /// The API's word for the sport, or the word as written if it is unknown.
  let sport: String?
  /// nil for one that cannot be read.
  let date: StravaDate?
  /// What the row alone says of the activity; nil without a readable start.
  private(set) var activity: Activity?

  /// - Parameters:
  ///   - cells: the first is `StravaID.isValid`.
  ///   - file: `StravaFileName.isValid`.
  init(_ cells: [String], file: String?, _ columns: StravaColumns, from place: FileOrigin) {
    func text(_ column: Int, atMost most: Int) -> String? {
      guard column < cells.count, !cells[column].isEmpty else { return nil }
      return cells[column].prefix(utf8Bytes: most)
    }
    id = cells[0]
    self.file = file
    name = text(2, atMost: ImportLimits.text)
    let known = cells.count > 3 ? StravaSport.word(for: cells[3]) : nil
    sport = known ?? text(3, atMost: Self.longestSport)
    date = cells.count > 1 ? StravaDate(cells[1]) : nil
    // Preliminary: the order is known after the last row.
    guard let start = date?.seconds(in: .dayFirst) else { return }
    var activity = Activity(
      id: ActivityID(source: .strava, sourceID: id), start: Timestamp(seconds: start))
    activity.name = name
    activity.sport = sport
    activity.from = place
    columns.fill(&activity, from: cells, sport: known)
    self.activity = activity
  }

  /// Dates the activity.
  ///
  /// - Parameter order: that of the whole table; nil if no row tells, which leaves activities with
  ///   a date of two readings out.
  mutating func date(in order: StravaDate.Order?) {
    guard let start = date?.seconds(in: order) else { return activity = nil }
    activity?.start = Timestamp(seconds: start)
  }

  var textSize: Int {
    [id, file, name, sport, activity?.gear].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

enum StravaID {
  /// 1 to 20 digits, as many as 64 bits have.
  static func isValid(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && text.utf8.first != UInt8(ascii: "0")
  }
}

enum StravaFileName {
  private static let folder = "activities/"

  /// Whether it is the name of a file directly in `activities`: visible ASCII, at most 200 bytes.
  static func isValid(_ text: String) -> Bool {
    guard text.hasPrefix(folder) else { return false }
    let name = text.utf8.dropFirst(folder.utf8.count)
    return (1...200).contains(name.count) && name.first != UInt8(ascii: ".")
      && name.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
      }
  }
}

extension String {
  /// The longest beginning of at most so many bytes that ends with a whole Unicode scalar.
  func prefix(utf8Bytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: most)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return String(self[..<end])
  }
}

/// Words for sports, which an export writes in the account's language.
enum StravaSport {
  /// The API's word for a word of the export; nil for an unknown one.
  static func word(for written: String) -> String? {
    guard written.utf8.count <= 100 else { return nil }
    return words[key(of: written)]
  }

  /// `E-Bike Ride`, `EBikeRide` and `e-bike ride` are one word.
  private static func key(of word: String) -> String {
    word.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "\u{2011}" }
  }

  private static let words: [String: String] = {
    var words: [String: String] = [:]
    for word in api.split(whereSeparator: \.isWhitespace) {
      words[key(of: String(word))] = String(word)
    }
    for (sport, translations) in displayed {
      for word in translations { words[key(of: word)] = sport }
    }
    return words
  }()

  /// SportType of https://developers.strava.com/docs/reference/. An English export has the same
  /// words with spaces.
  private static let api = """
    AlpineSki BackcountrySki Badminton Canoeing Crossfit EBikeRide Elliptical EMountainBikeRide Golf
    GravelRide Handcycle HighIntensityIntervalTraining Hike IceSkate InlineSkate Kayaking Kitesurf
    MountainBikeRide NordicSki Pickleball Pilates Racquetball Ride RockClimbing RollerSki Rowing Run
    Sail Skateboard Snowboard Snowshoe Soccer Squash StairStepper StandUpPaddling Surfing Swim
    TableTennis Tennis TrailRun Velomobile VirtualRide VirtualRow VirtualRun Walk WeightTraining
    Wheelchair Windsurf Workout Yoga
    """

  /// German, French and Dutch words, and English ones that differ from the API's.
  ///
  /// Known from exports: Radfahrt, Virtuelle Radfahrt, Lauf, Spaziergang, Wandern, Schwimmen,
  /// Gewichtstraining, Training; Sortie à vélo, Course à pied, Marche, Randonnée, Natation,
  /// Entraînement; Fietsrit, Virtuele fietsrit, Hardloopsessie, Wandeling, Hiken, Zwemmen,
  /// Krachttraining. The others are translations that have one meaning, but were not seen.
  private static let displayed: [String: [String]] = [
    "Ride": ["Radfahrt", "Sortie à vélo", "Vélo", "Fietsrit"],
    "VirtualRide": [
      "Virtuelle Radfahrt", "Virtuelle Fahrt", "Sortie à vélo virtuelle", "Sortie virtuelle",
      "Vélo virtuel", "Virtuele fietsrit", "Virtuele rit",
    ],
    "MountainBikeRide": [
      "Mountainbike-Fahrt", "Mountainbike-Radfahrt", "Sortie VTT", "Sortie en VTT", "VTT",
      "Mountainbikerit",
    ],
    "GravelRide": [
      "Gravel-Fahrt", "Gravel-Radfahrt", "Schotterfahrt", "Sortie gravel", "Sortie en gravel",
      "Gravelrit",
    ],
    "EBikeRide": [
      "E-Bike-Fahrt", "E-Bike-Radfahrt", "Sortie à vélo électrique", "Sortie en vélo électrique",
      "Vélo électrique", "E-bikerit", "E-bike-rit", "E-fietsrit",
    ],
    "EMountainBikeRide": [
      "E-Mountainbike-Fahrt", "E-Mountainbike-Radfahrt", "Sortie VTT électrique",
      "Sortie en VTT électrique", "VTT électrique", "E-mountainbikerit",
    ],
    "Handcycle": ["Handbike", "Handbiken", "Vélo à main"],
    "Velomobile": ["Vélomobile"],
    "Run": ["Lauf", "Course à pied", "Hardloopsessie", "Hardlopen"],
    "TrailRun": ["Traillauf", "Trail", "Trailrun"],
    "VirtualRun": ["Virtueller Lauf", "Course virtuelle", "Virtuele hardloopsessie"],
    "Walk": ["Spaziergang", "Marche", "Marche à pied", "Wandeling"],
    "Hike": ["Wandern", "Wanderung", "Randonnée", "Hiken"],
    "Swim": ["Schwimmen", "Natation", "Zwemmen"],
    "WeightTraining": ["Gewichtstraining", "Krafttraining", "Musculation", "Krachttraining"],
    "Workout": ["Training", "Entraînement"], "HighIntensityIntervalTraining": ["HIIT"],
    "Elliptical": ["Ellipsentrainer", "Crosstrainer", "Vélo elliptique"],
    "StairStepper": ["Stepper", "Stepapparaat"], "Rowing": ["Rudern", "Aviron", "Roeien"],
    "VirtualRow": ["Virtuelles Rudern", "Aviron virtuel", "Virtueel roeien"],
    "Canoeing": ["Canoe", "Kanufahren", "Kanufahrt", "Canoë", "Kanoën"],
    "Kayaking": ["Kayak", "Kajakfahren", "Kajakken", "Kayakken"],
    "StandUpPaddling": ["Stand Up Paddle", "Stand-up-Paddling"], "AlpineSki": ["Ski Alpin"],
    "BackcountrySki": ["Skitouren", "Ski de randonnée"],
    "NordicSki": ["Skilanglauf", "Langlauf", "Ski de fond", "Langlaufen"],
    "Snowboard": ["Snowboarden"],
    "Snowshoe": ["Schneeschuhwandern", "Raquettes", "Sneeuwschoenwandelen"],
    "IceSkate": ["Eislaufen", "Patin à glace", "Schaatsen"],
    "InlineSkate": ["Inlineskaten", "Roller"],
    "RockClimbing": ["Rock Climb", "Klettern", "Escalade", "Klimmen"],
    "Soccer": ["Football (Soccer)", "Fußball", "Voetbal"],
    "Surfing": ["Surf", "Surfen"],
    "Windsurf": ["Windsurfen", "Planche à voile"],
    "Kitesurf": ["Kitesurfen"],
    "Sail": ["Segeln", "Voile", "Zeilen"],
    "TableTennis": ["Tischtennis", "Tennis de table", "Tafeltennis"],
    "Wheelchair": ["Rollstuhl", "Fauteuil roulant", "Rolstoel"],
  ]
}
