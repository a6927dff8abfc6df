// Reads the few figures of a ride's line that charts need: parsing whole lines takes ten times as long.

import Format
import Model

/// A ride and what names it, from one line of a year file.
struct RideLine {
  var ride: RideSummary
  /// Present where other sources have the ride, too.
  var id: ActivityID?
  var sameAs: [ActivityID]

  /// The line of a record that was read in full.
  init(_ activity: Activity) {
    ride = RideSummary(activity)
    id = activity.sameAs.isEmpty ? nil : activity.id
    sameAs = activity.sameAs
  }

  /// Scans a line in the order in which it is written, up to `raw`; nil for a line in any other
  /// form, which must be read in full.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = RideLineScanner(line)
    guard scanner.scan(), let day = scanner.localDay ?? scanner.day else { return nil }
    ride = RideSummary(day: day)
    ride.durationSeconds = scanner.duration ?? scanner.elapsed
    ride.distanceMetres = scanner.distance
    ride.load = scanner.load
    if !scanner.bests.isEmpty || scanner.zones != nil {
      ride.analysis = RideAnalysis(bestPowers: scanner.bests, powerZoneSeconds: scanner.zones)
    }
    sameAs = scanner.sameAs
    id = sameAs.isEmpty ? nil : scanner.id
    if !sameAs.isEmpty, id == nil { return nil }
  }
}

/// A pass over the members of one line.
private struct RideLineScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  private(set) var id: ActivityID?
  private(set) var day: Day?
  private(set) var localDay: Day?
  private(set) var duration: Int?
  private(set) var elapsed: Int?
  private(set) var distance: Double?
  private(set) var load: Double?
  private(set) var bests: [Int] = []
  private(set) var zones: [Int]?
  private(set) var sameAs: [ActivityID] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// False for a line that is not as it was written.
  mutating func scan() -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    while true {
      guard let key = plainText(), take(UInt8(ascii: ":")) else { return false }
      // What follows is longer than all before, and holds nothing that is needed.
      if isEqual(key, "raw") { return day != nil }
      guard readValue(of: key) else { return false }
      if take(UInt8(ascii: "}")) { return day != nil && at == bytes.count }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func readValue(of key: Range<Int>) -> Bool {
    // The length tells most keys apart.
    switch key.count {
    case 2 where isEqual(key, "id"):
      guard let text = plainText() else { return false }
      id = ActivityID(string(text))
      return true
    case 4 where isEqual(key, "load"):
      load = number()
      return load != nil
    case 5 where isEqual(key, "start"):
      day = date()
      return day != nil
    case 7 where isEqual(key, "same_as"): return readSameAs()
    case 9 where isEqual(key, "elapsed_s"):
      elapsed = integer()
      return elapsed != nil
    case 10 where isEqual(key, "duration_s"):
      duration = integer()
      return duration != nil
    case 10 where isEqual(key, "distance_m"):
      distance = number()
      return distance != nil
    case 11 where isEqual(key, "start_local"):
      localDay = date()
      return localDay != nil
    case 12 where isEqual(key, "best_power_w"): return readBests()
    case 12 where isEqual(key, "power_zone_s"): return readZones()
    default: return skipValue()
    }
  }

  // MARK: Values

  private mutating func readBests() -> Bool {
    bests.reserveCapacity(RideAnalysis.durations.count)
    let durations = RideAnalysis.durations
    return list("{", "}") { scanner in
      let index = scanner.bests.count
      guard durations.indices.contains(index), scanner.take(UInt8(ascii: "\"")),
        scanner.integer() == durations[index], scanner.take(UInt8(ascii: "\"")),
        scanner.take(UInt8(ascii: ":")), let watts = scanner.integer(), StoredRange.watts ~= watts
      else { return false }
      scanner.bests.append(watts)
      return true
    }
  }

  private mutating func readZones() -> Bool {
    var seconds: [Int] = []
    seconds.reserveCapacity(RideAnalysis.powerZones)
    let isList = list("[", "]") { scanner in
      guard let zone = scanner.integer(), seconds.count < RideAnalysis.powerZones else {
        return false
      }
      seconds.append(zone)
      return true
    }
    zones = seconds
    return isList && seconds.count == RideAnalysis.powerZones
  }

  private mutating func readSameAs() -> Bool {
    list("[", "]") { scanner in
      guard let text = scanner.plainText() else { return false }
      if let other = ActivityID(scanner.string(text)) { scanner.sameAs.append(other) }
      return true
    }
  }

  /// Reads one element or more between brackets; false for any other form.
  @inline(__always)
  private mutating func list(
    _ start: Unicode.Scalar, _ end: Unicode.Scalar, element: (inout Self) -> Bool
  ) -> Bool {
    guard take(UInt8(ascii: start)) else { return false }
    repeat {
      guard element(&self) else { return false }
      if take(UInt8(ascii: end)) { return true }
    } while take(UInt8(ascii: ","))
    return false
  }

  /// The date at the beginning of a text: `2026-03-14T…`.
  private mutating func date() -> Day? {
    guard let text = plainText(), text.count > 10 else { return nil }
    return Day(string(text.lowerBound..<text.lowerBound + 10))
  }

  /// A whole number from 0.
  private mutating func integer() -> Int? {
    let start = at
    var value = 0
    while at < bytes.count, case 0x30...0x39 = bytes[at] {
      // Longer ones are out of every range.
      guard at - start < 10 else { return nil }
      value = value * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    return at == start || !isAtEndOfNumber ? nil : value
  }

  /// A number of at most 15 digits, without an exponent: it is exact.
  private mutating func number() -> Double? {
    let isNegative = take(UInt8(ascii: "-"))
    var (digits, mantissa, scale) = (0, 0.0, 1.0)
    var isFraction = false
    while at < bytes.count {
      switch bytes[at] {
      case 0x30...0x39:
        mantissa = mantissa * 10 + Double(bytes[at] - 0x30)
        digits += 1
        if isFraction { scale *= 10 }
      case UInt8(ascii: ".") where !isFraction: isFraction = true
      default:
        guard (1...15).contains(digits), isAtEndOfNumber else { return nil }
        return isNegative ? -mantissa / scale : mantissa / scale
      }
      at += 1
    }
    return nil
  }

  private var isAtEndOfNumber: Bool {
    guard at < bytes.count else { return false }
    return switch bytes[at] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""): true
    default: false
    }
  }

  // MARK: Bytes

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// The place of a string's text; nil when it has an escape.
  private mutating func plainText() -> Range<Int>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") { return nil }
      at += 1
    }
    let end = at
    return take(UInt8(ascii: "\"")) ? start..<end : nil
  }

  /// Steps over a value, whatever it is; false at the end of the line.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return true }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return true
      default: break
      }
      at += 1
    }
    return false
  }

  private func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}
