// A setting of the rider that may have changed over the years.

/// A whole number that holds from a day on, as `--ftp 240 --ftp 255@2026-01-15` gives it.
package struct DatedSetting: Hashable, Sendable, CustomStringConvertible {
  /// The value before the first dated one; nil when unknown.
  package var undated: Int?
  /// The first day of each other value, ascending, each day once.
  package private(set) var dated: [Entry] = []

  package struct Entry: Hashable, Sendable {
    package let day: Day
    package let value: Int
  }

  package init(_ undated: Int? = nil) { self.undated = undated }

  /// Reads what `description` writes; nil for another text.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      guard let value = Int(sides[0]) else { return nil }
      if sides.count == 1 {
        undated = value
      } else if let day = Day(String(sides[1])) {
        set(value, from: day)
      } else {
        return nil
      }
    }
  }

  /// Sets the value that holds from a day on.
  package mutating func set(_ value: Int, from day: Day) {
    dated.removeAll { $0.day == day }
    dated.insert(
      Entry(day: day, value: value), at: dated.firstIndex { $0.day > day } ?? dated.count)
  }

  /// The newest value of a day; nil when none is known.
  package func value(on day: Day) -> Int? { dated.last { $0.day <= day }?.value ?? undated }

  /// This setting, with an unknown undated value taken from another one; without any value, the
  /// other one.
  package func completed(by other: DatedSetting) -> DatedSetting {
    if isEmpty { return other }
    var setting = self
    setting.undated = undated ?? other.undated
    return setting
  }

  package var isEmpty: Bool { undated == nil && dated.isEmpty }

  package var description: String {
    let entries = dated.map { "\($0.value)@\($0.day)" }
    return ((undated.map { ["\($0)"] } ?? []) + entries).joined(separator: ",")
  }
}
