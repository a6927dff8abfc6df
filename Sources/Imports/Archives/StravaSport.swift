// Names the sports of a Strava export as Strava's API does.

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
