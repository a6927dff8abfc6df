// Keeps the rows of a Strava catalogue in little memory.

import Model

/// A row of the catalogue: one activity.
struct StravaRow: Hashable, Sendable {
  /// The Activity ID: 1 to 20 digits.
  let id: String
  /// The activity's file, relative to the export's root: `activities/123.fit.gz`. Never a path
  /// outside `activities`. nil for a ride entered by hand.
  let file: String?
  /// What the row alone says of the activity; nil without a readable start.
  let activity: Activity?
  let name: String?
  /// The API's word for the sport, or the word as written if it is unknown.
  let sport: String?
}

/// The rows of a catalogue in their order, 60 bytes and their text for each. A row is made when it
/// is asked for.
struct StravaRows: RandomAccessCollection, Sendable {
  static let most = 200_000
  /// The most bytes of text in all rows; 20,000 rides take two million.
  static let mostText = 8 << 20
  /// The most bytes of a name, and of a sport.
  static let longestName = 1_024
  static let longestSport = 100
  private static let blockSize = 4_096

  private struct Record {
    let start: UInt32
    let line: UInt32
    let text: UInt32
    let nameLength: UInt16
    let idLength: UInt8
    let fileLength: UInt8
    let sportLength: UInt8
    let figures: StravaFigures
  }

  private let file: String
  private let member: String?
  /// Blocks of the same size, so that adding a row copies no other.
  private var blocks: [[Record]] = []
  private var text: [UInt8] = []
  private(set) var count = 0

  /// - Parameters:
  ///   - file: the name of the CSV file, or of the archive that it is a member of.
  ///   - member: nil for a file outside archives.
  init(file: String, member: String?) {
    (self.file, self.member) = (file, member)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// Adds a row; false when there are too many, and it was left out.
  ///
  /// - Parameters:
  ///   - id: `StravaID.isValid`.
  ///   - file: `StravaFileName.isValid`.
  ///   - start: seconds since 1970, in `RideLimits.times`.
  ///   - line: the row's first line.
  mutating func append(
    id: String, file: String?, name: String, sport: String, start: Int64?, line: Int,
    figures: StravaFigures
  ) -> Bool {
    let name = name.prefix(utf8Bytes: Self.longestName)
    let sport = sport.prefix(utf8Bytes: Self.longestSport)
    let file = file?.utf8.dropFirst(StravaFileName.folder.utf8.count)
    let length = id.utf8.count + (file?.count ?? 0) + name.utf8.count + sport.utf8.count
    guard count < Self.most, text.count + length <= Self.mostText,
      let idLength = UInt8(exactly: id.utf8.count),
      let fileLength = UInt8(exactly: file?.count ?? 0)
    else { return false }
    let record = Record(
      start: UInt32(clamping: start ?? 0), line: UInt32(clamping: line),
      text: UInt32(clamping: text.count), nameLength: UInt16(clamping: name.utf8.count),
      idLength: idLength, fileLength: fileLength, sportLength: UInt8(clamping: sport.utf8.count),
      figures: figures)
    text += id.utf8
    if let file { text += file }
    text += name.utf8
    text += sport.utf8
    if count % Self.blockSize == 0 { blocks.append([]) }
    blocks[blocks.count - 1].append(record)
    count += 1
    return true
  }

  subscript(index: Int) -> StravaRow {
    let record = blocks[index / Self.blockSize][index % Self.blockSize]
    var at = Int(record.text)
    func take(_ length: some BinaryInteger) -> String {
      defer { at += Int(length) }
      return String(decoding: text[at..<at + Int(length)], as: UTF8.self)
    }
    let id = take(record.idLength)
    let fileName = take(record.fileLength)
    let name = take(record.nameLength)
    let sport = take(record.sportLength)
    var activity: Activity?
    if record.start != 0 {
      activity = Activity(
        id: ActivityID(source: .strava, sourceID: id),
        start: Timestamp(seconds: Int64(record.start)))
      activity?.name = name.isEmpty ? nil : name
      activity?.sport = sport.isEmpty ? nil : sport
      activity?.from = FileOrigin(
        file: file, line: member == nil ? Int(record.line) : nil, member: member)
      activity?.take(record.figures)
    }
    return StravaRow(
      id: id, file: fileName.isEmpty ? nil : StravaFileName.folder + fileName, activity: activity,
      name: name.isEmpty ? nil : name, sport: sport.isEmpty ? nil : sport)
  }
}

extension Activity {
  fileprivate mutating func take(_ figures: StravaFigures) {
    durationSeconds = figures.duration.rounded
    elapsedSeconds = figures.elapsed.rounded
    distanceMetres = figures.distance.value
    elevationGainMetres = figures.elevationGain.value
    averagePowerWatts = figures.averagePower.value
    weightedPowerWatts = figures.weightedPower.value
    maxPowerWatts = figures.maxPower.value
    averageHeartRate = figures.averageHeartRate.value
    maxHeartRate = figures.maxHeartRate.value
    averageCadence = figures.averageCadence.value
  }
}

extension String {
  /// The longest beginning of at most so many bytes that ends with a whole Unicode scalar.
  fileprivate func prefix(utf8Bytes most: Int) -> Substring {
    guard utf8.count > most else { return self[...] }
    var end = utf8.index(utf8.startIndex, offsetBy: most)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return self[..<end]
  }
}
