// The columns of a Strava catalogue, in every form that it had, and their numbers.

import Model

/// Where the values of a row are.
///
/// All forms begin with id, date, name and type. Until June 2019 ten columns with names in lower
/// case followed English; then come titles in the account's language: first ten columns, later 86
/// and more, which have elapsed time, distance and others twice. Of these the second is exact.
struct StravaColumns {
  private enum Form {
    /// Ten columns with exact values; the distance is in metres.
    case lowerCase
    /// Titles, each once; the distance is written for people.
    case single
    /// Titles, some of them twice.
    case double
    /// Titles in an order that is not known; only the first four columns count.
    case unknown
  }

  let count: Int
  /// Whether it is certain that this is Strava's catalogue.
  private(set) var isCertain: Bool
  private var form: Form
  private var file: Int?
  /// nil in an unknown language.
  private let hasDecimalComma: Bool?
  /// Whether the columns from Max Heart Rate on are where they are known to be.
  private let hasHeartRate: Bool
  private let hasWeightedPower: Bool
  private let hasTimer: Bool

  /// The titles of the first column, and of the one with the file, by language.
  private static let languages: [(id: String, file: String, hasDecimalComma: Bool)] = [
    ("activity id", "filename", false),
    ("aktivitäts-id", "dateiname", true),
    ("id de l'activité", "nom du fichier", true),
    ("activiteits-id", "bestandsnaam", true),
  ]
  /// The fewest columns of a whole table with doubled titles.
  private static let leastDoubled = 86
  /// The column of the file in such a table.
  private static let fileOfDoubled = 12
  /// Before this column there are no files, but a description that may look like one.
  private static let firstFile = 5

  /// nil for the header of another table.
  init?(_ header: [String]) {
    guard header.count >= 5 else { return nil }
    let titles = header.map { $0.utf8.count <= 200 ? $0.lowercased() : "" }
    count = titles.count
    func isDouble(_ first: Int, _ second: Int) -> Bool {
      second < titles.count && !titles[first].isEmpty && titles[first] == titles[second]
    }
    let language = Self.languages.first { $0.id == titles[0] }
    hasDecimalComma = language?.hasDecimalComma
    let isDoubled = isDouble(5, 15) && isDouble(6, 17)
    // A language that does not repeat titles word for word is known by its number of columns.
    let isWide = !isDoubled && titles.count >= Self.leastDoubled
    hasHeartRate = isWide || isDouble(7, 30)
    hasWeightedPower = isWide || isDouble(8, 37) && isDouble(9, 50)
    // The last column has always been Media.
    hasTimer = hasWeightedPower && titles.count > 92
    if titles[0] == "id", titles[1] == "date", let column = titles.firstIndex(of: "filename") {
      (form, file, isCertain) = (.lowerCase, column, true)
    } else if isDoubled {
      (form, file, isCertain) = (.double, Self.fileOfDoubled, true)
    } else {
      form = isWide ? .double : (10..<18).contains(titles.count) ? .single : .unknown
      file = language.flatMap { titles.firstIndex(of: $0.file) }
      isCertain = language != nil
    }
  }

  /// The row's file; nil for none. In a table that is not known the first cell that begins with
  /// `activities/` shows which column has the files.
  mutating func file(of cells: [String]) -> String? {
    if file == nil {
      file = cells.indices.dropFirst(Self.firstFile).first { StravaFileName.isValid(cells[$0]) }
      isCertain = isCertain || file != nil
      if let file, form == .double, file != Self.fileOfDoubled { form = .unknown }
    }
    guard let file, file < cells.count, StravaFileName.isValid(cells[file]) else { return nil }
    return cells[file]
  }

  /// Fills in the figures of a row.
  ///
  /// - Parameter sport: the API's word; nil for an unknown sport.
  func fill(_ activity: inout Activity, from cells: [String], sport: String?) {
    var elapsed: Double?
    var timer: Double?
    switch form {
    case .unknown: return
    case .lowerCase:
      elapsed = exact(cells, 5, RideLimits.seconds)
      activity.distanceMetres = exact(cells, 6, RideLimits.metres)
    case .single:
      elapsed = written(cells, 5, RideLimits.seconds)
      activity.distanceMetres = writtenDistance(cells, sport)
    case .double:
      elapsed = exact(cells, 15, RideLimits.seconds) ?? written(cells, 5, RideLimits.seconds)
      timer = exact(cells, 16, RideLimits.seconds)
      if hasTimer { timer = timer ?? exact(cells, 91, RideLimits.seconds) }
      activity.distanceMetres = exact(cells, 17, RideLimits.metres) ?? writtenDistance(cells, sport)
      activity.elevationGainMetres = exact(cells, 20, RideLimits.ascent)
      fillSensors(&activity, from: cells)
    }
    activity.gear = gear(cells)
    activity.durationSeconds = (timer ?? elapsed).map { Int($0.rounded()) }
    if elapsed ?? 0 == 0 { elapsed = timer }
    activity.elapsedSeconds = elapsed.map { Int($0.rounded()) }
  }

  private func fillSensors(_ activity: inout Activity, from cells: [String]) {
    if hasHeartRate {
      activity.averageCadence = measured(cells, 29, RideLimits.cadence)
      activity.maxHeartRate = measured(cells, 30, RideLimits.heartRate)
      activity.averageHeartRate = measured(cells, 31, RideLimits.heartRate)
      activity.maxPowerWatts = measured(cells, 32, RideLimits.power)
      activity.averagePowerWatts = measured(cells, 33, RideLimits.power)
    }
    if hasWeightedPower { activity.weightedPowerWatts = measured(cells, 46, RideLimits.power) }
  }

  /// The bike's name, which stands before the file in every form.
  private func gear(_ cells: [String]) -> String? {
    guard let file, file <= cells.count, !cells[file - 1].isEmpty else { return nil }
    return cells[file - 1].prefix(utf8Bytes: StravaRow.longestGear)
  }

  private func exact(_ cells: [String], _ column: Int, _ range: ClosedRange<Double>) -> Double? {
    guard column < cells.count, let value = StravaNumber.exact(cells[column]), range.contains(value)
    else { return nil }
    return tenths(value)
  }

  /// As `exact`; a whole ride at 0 was not measured.
  private func measured(_ cells: [String], _ column: Int, _ range: ClosedRange<Double>) -> Double? {
    exact(cells, column, range).flatMap { $0 == 0 ? nil : $0 }
  }

  /// A number of the first set of columns.
  private func written(
    _ cells: [String], _ column: Int, _ range: ClosedRange<Double>, times factor: Double = 1
  ) -> Double? {
    guard column < cells.count,
      let number = StravaNumber.written(cells[column], hasDecimalComma: hasDecimalComma),
      range.contains(number * factor)
    else { return nil }
    return tenths(number * factor)
  }

  /// Kilometres, but metres of a swim: without a known sport the unit is unknown.
  private func writtenDistance(_ cells: [String], _ sport: String?) -> Double? {
    guard let sport else { return nil }
    return written(cells, 6, RideLimits.metres, times: sport == "Swim" ? 1 : 1000)
  }
}

/// Numbers as `activities.csv` writes them.
enum StravaNumber {
  private static let longest = 64

  /// A number of the second set of columns: digits with a point; nil for anything else.
  static func exact(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { $0.count <= longest ? XMLNumber.parse($0) : nil }
  }

  /// A number of the first set of columns, in the form of the account's language: `10,20`,
  /// `1.234,5`, `1 234,5`.
  ///
  /// - Parameter hasDecimalComma: whether the language has a decimal comma; nil when unknown.
  /// - Returns: nil for anything else, and for a number that has two readings in an unknown
  ///   language.
  static func written(_ text: String, hasDecimalComma: Bool?) -> Double? {
    guard text.utf8.count <= longest else { return nil }
    var parts = [""]
    var marks: [Mark] = []
    for scalar in text.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      } else if let mark = Mark(scalar) {
        marks.append(mark)
        parts.append("")
      } else {
        return nil
      }
    }
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    guard let isFraction = hasFraction(parts, marks, hasDecimalComma) else { return nil }
    let fraction = isFraction ? parts.removeLast() : nil
    // Groups have three digits, and one mark between them.
    let groups = Set(isFraction ? marks.dropLast() : marks[...])
    guard groups.count <= 1, !isFraction || !groups.contains(marks[marks.count - 1]) else {
      return nil
    }
    guard parts.count == 1 || parts[0].utf8.count <= 3,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 3 })
    else { return nil }
    return exact(parts.joined() + (fraction.map { "." + $0 } ?? ""))
  }

  private enum Mark {
    case point, comma, gap

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case ".": self = .point
      case ",": self = .comma
      case " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "\u{2019}": self = .gap
      default: return nil
      }
    }
  }

  /// Whether the last mark is the decimal one; nil when that cannot be known.
  private static func hasFraction(
    _ parts: [String], _ marks: [Mark], _ hasDecimalComma: Bool?
  ) -> Bool? {
    guard let last = marks.last, last != .gap else { return false }
    if marks.count > 1 { return marks.count { $0 == last } == 1 }
    if parts[1].utf8.count != 3 || parts[0].utf8.count > 3 || parts[0].hasPrefix("0") {
      return true
    }
    // One mark before three digits.
    return hasDecimalComma.map { $0 == (last == .comma) }
  }
}
