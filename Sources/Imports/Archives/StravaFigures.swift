// The figures of a row, and the texts in it that must be of one form.

/// A figure with one decimal in four bytes: no sensor is more exact.
struct Tenths: Hashable, Sendable {
  private static let absent = UInt32.max

  private var tenths = absent

  /// - Parameter value: nil unless 0 to 400,000,000.
  init(_ value: Double? = nil) {
    guard let value, (0...400_000_000).contains(value) else { return }
    tenths = UInt32((value * 10).rounded())
  }

  var value: Double? { tenths == Self.absent ? nil : Double(tenths) / 10 }

  var rounded: Int? { value.map { Int($0.rounded()) } }
}

/// The figures of a row; units are those of `Activity`.
struct StravaFigures: Hashable, Sendable {
  var duration = Tenths()
  var elapsed = Tenths()
  var distance = Tenths()
  var elevationGain = Tenths()
  var averagePower = Tenths()
  var weightedPower = Tenths()
  var maxPower = Tenths()
  var averageHeartRate = Tenths()
  var maxHeartRate = Tenths()
  var averageCadence = Tenths()
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
  static let folder = "activities/"

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
