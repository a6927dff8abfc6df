// The messages and fields of FIT files that are read: Garmin's Profile 21.218, sheet "Messages".

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
