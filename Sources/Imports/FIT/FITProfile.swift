// The messages and fields of FIT files that are read, and the names behind their numbers: Garmin's
// Profile 21.218, sheets "Messages" and "Types".

import Model

/// A message that is read, by its global number. All others are skipped by their size.
enum FITMessage: UInt16, CaseIterable {
  case fileID = 0
  case userProfile = 3
  case zonesTarget = 7
  case session = 18
  case record = 20
  case event = 21
  case deviceInfo = 23
  case weightScale = 30
  case activity = 34
  case monitoringInfo = 103
  case heartRate = 132
  case timestampCorrelation = 162
  case fieldDescription = 206
  case restingHeartRate = 211
  case sleepLevel = 275
  case respiration = 297
  case sleepAssessment = 346
  case hrvSummary = 370
}

/// A value of a message. Messages share the names of what they have in common.
enum FITKey: UInt8, CaseIterable {
  case timestamp
  // Who wrote the file.
  case fileType, manufacturer, product, timeCreated, productName, deviceIndex
  // Clocks.
  case localTimestamp, systemTimestamp, startTime
  // Summaries.
  case sport, subSport, elapsedTime, timerTime, totalDistance, totalAscent, totalWork
  case averagePower, maxPower, normalizedPower, thresholdPower
  case averageHeartRate, maxHeartRate, averageCadence
  // Records.
  case latitude, longitude, altitude, enhancedAltitude, speed, enhancedSpeed, distance
  case power, heartRate, cadence, fractionalCadence, temperature, speedAndDistance
  // Events.
  case event, eventType
  // Heart rate of a strap that stored it while out of reach.
  case fractionalTimestamp, filteredHeartRates, beatTimes, beatTimes12
  // Developer fields.
  case developerIndex, fieldNumber, baseType, developerScale, developerOffset
  case nativeMessage, nativeField
  // Days.
  case restingHeartRate, currentRestingHeartRate, sleepLevel, sleepScore, lastNightHRV
  case breathsPerMinute, weight

  /// The set that holds this key alone.
  var mask: UInt64 { 1 &<< UInt64(rawValue) }
}

/// How one field of a message is read: `value = raw / scale - offset`, in the unit named.
struct FITField {
  let number: UInt8
  let key: FITKey
  var scale = 1.0
  var offset = 0.0

  init(_ number: UInt8, _ key: FITKey, scale: Double = 1, offset: Double = 0) {
    (self.number, self.key, self.scale, self.offset) = (number, key, scale, offset)
  }
}

extension FITMessage {
  /// Degrees are raw · 180 / 2^31.
  private static let semicirclesPerDegree = 2_147_483_648.0 / 180

  /// The fields that are read, beside the timestamp.
  fileprivate static let fields: [FITMessage: [FITField]] = [
    .fileID: [
      FITField(0, .fileType), FITField(1, .manufacturer), FITField(2, .product),
      FITField(4, .timeCreated), FITField(8, .productName),
    ],
    .userProfile: [FITField(4, .weight, scale: 10)],  // kg
    .zonesTarget: [FITField(3, .thresholdPower)],  // W
    .session: [
      FITField(2, .startTime), FITField(5, .sport), FITField(6, .subSport),
      FITField(7, .elapsedTime, scale: 1000),  // s
      FITField(8, .timerTime, scale: 1000),  // s
      FITField(9, .totalDistance, scale: 100),  // m
      FITField(16, .averageHeartRate), FITField(17, .maxHeartRate),  // bpm
      FITField(18, .averageCadence),  // rpm
      FITField(20, .averagePower), FITField(21, .maxPower),  // W
      FITField(22, .totalAscent),  // m
      FITField(34, .normalizedPower),  // W
      FITField(45, .thresholdPower),  // W
      FITField(48, .totalWork),  // J
      FITField(92, .fractionalCadence, scale: 128),  // rpm
    ],
    .record: [
      FITField(0, .latitude, scale: semicirclesPerDegree),  // degrees
      FITField(1, .longitude, scale: semicirclesPerDegree),  // degrees
      FITField(2, .altitude, scale: 5, offset: 500),  // m
      FITField(3, .heartRate),  // bpm
      FITField(4, .cadence),  // rpm
      FITField(5, .distance, scale: 100),  // m
      FITField(6, .speed, scale: 1000),  // m/s
      FITField(7, .power),  // W
      FITField(8, .speedAndDistance),  // 12 bits of 0.01 m/s, 12 bits of 1/16 m
      FITField(13, .temperature),  // °C
      FITField(53, .fractionalCadence, scale: 128),  // rpm
      FITField(73, .enhancedSpeed, scale: 1000),  // m/s
      FITField(78, .enhancedAltitude, scale: 5, offset: 500),  // m
    ],
    .event: [FITField(0, .event), FITField(1, .eventType)],
    .deviceInfo: [
      FITField(0, .deviceIndex), FITField(2, .manufacturer), FITField(4, .product),
      FITField(27, .productName),
    ],
    .weightScale: [FITField(0, .weight, scale: 100)],  // kg
    .activity: [FITField(5, .localTimestamp)],
    .monitoringInfo: [FITField(0, .localTimestamp)],
    .heartRate: [
      FITField(0, .fractionalTimestamp, scale: 32_768),  // s
      FITField(6, .filteredHeartRates),  // bpm, an array
      FITField(9, .beatTimes, scale: 1024),  // s, an array
      FITField(10, .beatTimes12),  // 12 bits of 1/1024 s each, an array of bytes
    ],
    .timestampCorrelation: [FITField(1, .systemTimestamp)],  // s
    .fieldDescription: [
      FITField(0, .developerIndex), FITField(1, .fieldNumber), FITField(2, .baseType),
      FITField(6, .developerScale), FITField(7, .developerOffset),
      FITField(14, .nativeMessage), FITField(15, .nativeField),
    ],
    .restingHeartRate: [
      FITField(0, .restingHeartRate), FITField(1, .currentRestingHeartRate),  // bpm
    ],
    .sleepLevel: [FITField(0, .sleepLevel)],
    .respiration: [FITField(0, .breathsPerMinute, scale: 100)],
    .sleepAssessment: [FITField(6, .sleepScore)],
    .hrvSummary: [FITField(1, .lastNightHRV, scale: 128)],  // ms
  ]
}

extension FITField {
  /// Field 253 of every message: seconds since 1989-12-31T00:00:00Z.
  private static let timestamp = FITField(253, .timestamp)

  /// The field of this number; nil for one that is not read.
  static func read(_ number: UInt8, of message: FITMessage?) -> FITField? {
    if number == timestamp.number { return timestamp }
    return message.flatMap { FITMessage.fields[$0]?.first { $0.number == number } }
  }
}

/// The maker of a recorder, by the number that FIT gives it.
struct FITMaker {
  let number: Int

  /// The source that its files belong to.
  var source: Source {
    switch number {
    case 1, 15: .garmin
    case 281: .trainerroad
    default: .files
    }
  }

  /// The maker's name as it writes it; nil for one that is not in the table.
  var name: String? { Self.names[number] }

  /// The recorder's name; nil when neither maker nor product is known.
  ///
  /// - Parameters:
  ///   - product: the maker's own number.
  ///   - text: what the file calls the product.
  func device(product: Int?, text: String?) -> String? {
    let text = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    guard let name else { return text }
    let model = source == .garmin ? product.flatMap { Self.garminProducts[$0] } : nil
    guard let model = text ?? model else { return name }
    return model.lowercased().hasPrefix(name.lowercased()) ? model : "\(name) \(model)"
  }

  private static let names: [Int: String] = [
    1: "Garmin", 15: "Garmin", 23: "Suunto", 32: "Wahoo", 69: "Stages", 70: "Sigma", 89: "Tacx",
    107: "Magene", 115: "iGPSPORT", 123: "Polar", 258: "Lezyne", 260: "Zwift", 263: "Favero",
    265: "Strava", 267: "Bryton", 281: "TrainerRoad", 289: "Hammerhead", 294: "COROS",
    331: "MyWhoosh", 340: "Peloton",
  ]

  /// All bike computers, and the watches that cyclists wear.
  private static let garminProducts: [Int: String] = [
    1036: "Edge 500", 1169: "Edge 800", 1199: "Edge 500", 1325: "Edge 200", 1333: "Edge 800",
    1555: "Edge 200", 1561: "Edge 510", 1567: "Edge 810", 1736: "Edge Touring",
    1823: "Edge 810", 1836: "Edge 1000", 2052: "Edge 1000", 2067: "Edge 520", 2147: "Edge 25",
    2204: "Edge Explore 1000", 2238: "Edge 20", 2530: "Edge 820", 2531: "Edge Explore 820",
    2628: "Edge 820", 2713: "Edge 1030", 3011: "Edge Explore", 3112: "Edge 520 Plus",
    3121: "Edge 530", 3122: "Edge 830", 3558: "Edge 130 Plus", 3570: "Edge 1030 Plus",
    3843: "Edge 1040", 4061: "Edge 540", 4062: "Edge 840", 4169: "Edge Explore 2",
    4440: "Edge 1050", 4633: "Edge 550", 4634: "Edge 850", 4655: "Edge MTB",
    717: "Forerunner 405", 1018: "Forerunner 310XT", 1124: "Forerunner 110",
    1328: "Forerunner 910XT", 1345: "Forerunner 610", 1623: "Forerunner 620",
    1632: "Forerunner 220", 1765: "Forerunner 920XT", 2153: "Forerunner 225",
    2156: "Forerunner 630", 2157: "Forerunner 230", 2158: "Forerunner 735XT",
    2431: "Forerunner 235", 2691: "Forerunner 935", 2886: "Forerunner 645",
    2888: "Forerunner 645 Music", 3076: "Forerunner 245", 3077: "Forerunner 245 Music",
    3113: "Forerunner 945", 3282: "Forerunner 45", 3589: "Forerunner 745",
    3652: "Forerunner 945 LTE", 3869: "Forerunner 55", 3990: "Forerunner 255 Music",
    3991: "Forerunner 255S Music", 3992: "Forerunner 255", 3993: "Forerunner 255S",
    4024: "Forerunner 955", 4257: "Forerunner 265", 4258: "Forerunner 265S",
    4315: "Forerunner 965", 4432: "Forerunner 165", 4433: "Forerunner 165 Music",
    4565: "Forerunner 970", 4570: "Forerunner 570", 4574: "Forerunner 570",
    1551: "fenix", 1967: "fenix 2", 2050: "fenix 3", 2413: "fenix 3 HR", 2544: "fenix 5S",
    2604: "fenix 5X", 2697: "fenix 5", 2900: "fenix 5S Plus", 3110: "fenix 5 Plus",
    3111: "fenix 5X Plus", 3287: "fenix 6S", 3288: "fenix 6S Pro", 3289: "fenix 6",
    3290: "fenix 6 Pro", 3291: "fenix 6X", 3905: "fenix 7S", 3906: "fenix 7", 3907: "fenix 7X",
    4374: "fenix 7S Pro", 4375: "fenix 7 Pro", 4376: "fenix 7X Pro", 4532: "fenix 8 Solar",
    4533: "fenix 8 Solar", 4534: "fenix 8", 4536: "fenix 8", 4631: "fenix 8 Pro",
    1988: "epix", 3943: "epix (Gen 2)", 2700: "vivoactive 3", 3225: "vivoactive 4",
    4426: "vivoactive 5", 4625: "vivoactive 6", 3226: "Venu", 3703: "Venu 2", 3704: "Venu 2S",
    3851: "Venu 2 Plus", 4260: "Venu 3", 4261: "Venu 3S", 4643: "Venu 4", 3466: "Instinct Solar",
    3888: "Instinct 2", 3889: "Instinct 2S", 3638: "Enduro", 4341: "Enduro 2", 4575: "Enduro 3",
  ]
}

struct FITSport {
  let number: Int

  /// FIT's word; the number for one without a word.
  var word: String { Self.words[number] ?? String(number) }

  /// Cycling and riding an e-bike.
  var isBikeRide: Bool { number == 2 || number == 21 }

  private static let words: [Int: String] = [
    0: "generic", 1: "running", 2: "cycling", 3: "transition", 4: "fitness_equipment",
    5: "swimming", 6: "basketball", 7: "soccer", 8: "tennis", 9: "american_football",
    10: "training", 11: "walking", 12: "cross_country_skiing", 13: "alpine_skiing",
    14: "snowboarding", 15: "rowing", 16: "mountaineering", 17: "hiking", 18: "multisport",
    19: "paddling", 20: "flying", 21: "e_biking", 22: "motorcycling", 23: "boating",
    24: "driving", 25: "golf", 26: "hang_gliding", 27: "horseback_riding", 28: "hunting",
    29: "fishing", 30: "inline_skating", 31: "rock_climbing", 32: "sailing", 33: "ice_skating",
    34: "sky_diving", 35: "snowshoeing", 36: "snowmobiling", 37: "stand_up_paddleboarding",
    38: "surfing", 39: "wakeboarding", 40: "water_skiing", 41: "kayaking", 42: "rafting",
    43: "windsurfing", 44: "kitesurfing", 45: "tactical", 46: "jumpmaster", 47: "boxing",
    48: "floor_climbing", 49: "baseball", 53: "diving", 56: "shooting", 58: "winter_sport",
    59: "grinding", 62: "hiit", 63: "video_gaming", 64: "racket", 65: "wheelchair_push_walk",
    66: "wheelchair_push_run", 67: "meditation", 68: "para_sport", 69: "disc_golf",
    70: "team_sport", 71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse",
    75: "volleyball", 76: "water_tubing", 77: "wakesurfing", 78: "water_sport", 79: "archery",
    80: "mixed_martial_arts", 81: "motor_sports", 82: "snorkeling", 83: "dance",
    84: "jump_rope", 85: "pool_apnea", 86: "mobility", 87: "geocaching", 88: "canoeing",
  ]
}
