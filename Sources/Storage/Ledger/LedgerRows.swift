// The rows of a ledger, as bytes and back.

import Codec
import Format
import Model

/// Reads numbers and texts; beyond the end everything is zero and `isValid` false.
struct LedgerReader {
  private let bytes: [UInt8]
  private var at: Int
  private let end: Int
  private(set) var isValid = true

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    at = start
    self.end = end
  }

  var isAtEnd: Bool { at >= end || !isValid }

  mutating func take() -> UInt64 {
    guard at + 8 <= end else {
      isValid = false
      return 0
    }
    defer { at += 8 }
    return word(at: at)
  }

  /// The eight bytes at a place inside.
  private func word(at place: Int) -> UInt64 {
    bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
    }
  }

  mutating func integer() -> Int64 { Int64(bitPattern: take()) }

  mutating func number() -> Double { Double(bitPattern: take()) }

  /// Steps over `length` bytes and says where they are.
  mutating func skip(_ length: Int) -> Range<Int>? {
    guard length >= 0, length <= end - at else {
      isValid = false
      return nil
    }
    defer { at += length }
    return at..<at + length
  }

  func byte(at place: Int) -> UInt8 { bytes[place] }

  mutating func text() -> String {
    guard let length = skip(1).map({ Int(byte(at: $0.lowerBound)) }), let range = skip(length)
    else {
      return ""
    }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}

/// Collects numbers and texts.
struct LedgerWriter {
  // Kept longer than what was put, so that numbers are stored without growing it each time.
  private var storage: [UInt8]
  private var count = 0
  fileprivate var room = JSONWriter()

  init(capacity: Int) {
    storage = Array(repeating: 0, count: max(capacity, 64))
  }

  /// Hands out what was put, and is of no use any more.
  consuming func take() -> [UInt8] {
    storage.removeLast(storage.count - count)
    return storage
  }

  /// What was put so far.
  var bytes: ArraySlice<UInt8> { storage[..<count] }

  mutating func put(_ number: UInt64) {
    makeRoom(for: 8)
    set(number, at: count)
    count += 8
  }

  mutating func put(_ number: Int64) { put(UInt64(bitPattern: number)) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  /// Puts a text of at most 255 bytes.
  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { text in
      makeRoom(for: 1 + text.count)
      storage.withUnsafeMutableBytes { storage in
        storage[count] = UInt8(truncatingIfNeeded: text.count)
        storage[(count + 1)...].copyBytes(from: text)
      }
      count += 1 + text.count
    }
  }

  /// Puts what `body` puts, with its length before it.
  mutating func counted(_ body: (inout LedgerWriter) -> Void) {
    let place = count
    put(Int64(0))
    body(&self)
    set(UInt64(count - place - 8), at: place)
  }

  private mutating func set(_ number: UInt64, at place: Int) {
    storage.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: place, as: UInt64.self)
    }
  }

  private mutating func makeRoom(for length: Int) {
    if storage.count - count >= length { return }
    storage.append(contentsOf: repeatElement(0, count: max(storage.count, length)))
  }
}

/// Which figures a row has. The order of the bits is the order of the figures.
private struct Figures: OptionSet {
  let rawValue: UInt64

  static let local = Figures(rawValue: 1)
  static let duration = Figures(rawValue: 1 << 1)
  static let elapsed = Figures(rawValue: 1 << 2)
  static let distance = Figures(rawValue: 1 << 3)
  static let averagePower = Figures(rawValue: 1 << 4)
  static let weightedPower = Figures(rawValue: 1 << 5)
  static let averageHeartRate = Figures(rawValue: 1 << 6)
  static let maxHeartRate = Figures(rawValue: 1 << 7)
  static let load = Figures(rawValue: 1 << 8)
  static let powerIsKnown = Figures(rawValue: 1 << 9)
  static let powerIsMeasured = Figures(rawValue: 1 << 10)
  static let loadFromPower = Figures(rawValue: 1 << 11)
  static let loadFromHeartRate = Figures(rawValue: 1 << 12)
  static let loadFromService = Figures(rawValue: 1 << 13)
  static let sameRide = Figures(rawValue: 1 << 14)
  static let archiveFields = Figures(rawValue: 1 << 15)
  static let archiveOnly = Figures(rawValue: 1 << 16)

  /// Those that a number of the row stands for.
  var numbers: Figures {
    intersection([
      .local, .duration, .elapsed, .distance, .averagePower, .weightedPower, .averageHeartRate,
      .maxHeartRate, .load,
    ])
  }

}

extension Figures {
  init(_ activity: Activity) {
    self = []
    insert(.local, activity.startLocal != nil)
    insert(.duration, activity.durationSeconds != nil)
    insert(.elapsed, activity.elapsedSeconds != nil)
    insert(.distance, activity.distanceMetres != nil)
    insert(.averagePower, activity.averagePowerWatts != nil)
    insert(.weightedPower, activity.weightedPowerWatts != nil)
    insert(.averageHeartRate, activity.averageHeartRate != nil)
    insert(.maxHeartRate, activity.maxHeartRate != nil)
    insert(.load, activity.load != nil)
    insert(.powerIsKnown, activity.measuredPower != nil)
    insert(.powerIsMeasured, activity.measuredPower == true)
    insert(.loadFromPower, activity.loadFrom == .power)
    insert(.loadFromHeartRate, activity.loadFrom == .heartRate)
    insert(.loadFromService, activity.loadFrom == .service)
    insert(.sameRide, !activity.sameAs.isEmpty)
    insert(.archiveFields, activity.archive == .fields)
    insert(.archiveOnly, activity.archive == .everything)
  }

  private mutating func insert(_ figure: Figures, _ isThere: Bool) {
    if isThere { formUnion(figure) }
  }

  var hasMeasuredPower: Bool {
    contains(.powerIsMeasured) && !isDisjoint(with: [.averagePower, .weightedPower])
  }

  var archive: ArchiveShare {
    if contains(.archiveOnly) { return .everything }
    return contains(.archiveFields) ? .fields : .nothing
  }

  var loadOrigin: LoadOrigin? {
    if contains(.loadFromPower) { return .power }
    if contains(.loadFromHeartRate) { return .heartRate }
    return contains(.loadFromService) ? .service : nil
  }
}

extension Row<Activity> {
  /// Whether its ids are as short as a ledger wants them.
  var fitsLedger: Bool {
    record.id.sourceID.utf8.count < 200 && record.sameAs.count < 64
      && record.sameAs.allSatisfy { $0.sourceID.utf8.count < 200 }
  }
}

extension LedgerWriter {
  mutating func put(_ row: Row<Activity>) {
    let activity = row.record
    let figures = Figures(activity)
    put(Int64(row.line?.range.lowerBound ?? 0))
    put(Int64(row.line?.range.count ?? 0))
    put(row.digest ?? activity.digest(in: &room))
    put(activity.start.seconds)
    put(figures.rawValue)
    put(activity.id.sourceID)
    if let local = activity.startLocal {
      put(Int64(local.day.number) * 86_400 + Int64(local.second))
    }
    if let seconds = activity.durationSeconds { put(Int64(seconds)) }
    if let seconds = activity.elapsedSeconds { put(Int64(seconds)) }
    if let metres = activity.distanceMetres { put(metres) }
    if let watts = activity.averagePowerWatts { put(watts) }
    if let watts = activity.weightedPowerWatts { put(watts) }
    if let beats = activity.averageHeartRate { put(beats) }
    if let beats = activity.maxHeartRate { put(beats) }
    if let load = activity.load { put(load) }
    guard !activity.sameAs.isEmpty else { return }
    put(UInt64(activity.sameAs.count))
    for id in activity.sameAs { put(id.description) }
  }
}

extension LedgerReader {
  /// Steps over a row, and says when its ride began; nil when the row makes no sense.
  ///
  /// - Parameter size: how long the year file is, in bytes.
  mutating func skipRow(of source: Source, within size: Int64) -> Timestamp? {
    let row = at
    let line = (start: integer(), length: integer())
    _ = take()
    let begin = integer()
    let figures = Figures(rawValue: take())
    guard isValid, (0...size).contains(line.start), (0...size - line.start).contains(line.length),
      StoredRange.moment.contains(begin),
      let length = skip(1).map({ byte(at: $0.lowerBound) }), length > 0,
      skip(Int(length)) != nil, let numbers = skip(8 * figures.numbers.rawValue.nonzeroBitCount)
    else { return nil }
    // The local start is the first of the numbers.
    if figures.contains(.local),
      !StoredRange.moment.contains(Int64(bitPattern: word(at: numbers.lowerBound)))
    {
      return nil
    }
    if !figures.contains(.sameRide) { return Timestamp(seconds: begin) }
    // These are few.
    at = row
    return self.row(of: 0, source: source)?.record.start
  }

  /// The row as a past ride; nil, and nothing read, where more of it may be needed.
  mutating func pastRide(before boundary: Timestamp) -> PastRides.Ride? {
    let row = at
    if let ride = readPastRide(before: boundary) { return ride }
    (at, isValid) = (row, true)
    return nil
  }

  private mutating func readPastRide(before boundary: Timestamp) -> PastRides.Ride? {
    _ = skip(24)
    let begin = Timestamp(seconds: integer())
    let figures = Figures(rawValue: take())
    guard begin < boundary, figures.contains(.load), !figures.contains(.sameRide),
      let origin = figures.loadOrigin, origin != .service,
      let length = skip(1).map({ byte(at: $0.lowerBound) }), skip(Int(length)) != nil,
      let numbers = skip(8 * figures.numbers.rawValue.nonzeroBitCount)
    else { return nil }
    // The local start is the first of the numbers, the load the last.
    let clock = Int64(bitPattern: word(at: numbers.lowerBound))
    let day = Day(of: figures.contains(.local) ? Timestamp(seconds: clock) : begin)
    return PastRides.Ride(
      day: day, load: Double(bitPattern: word(at: numbers.upperBound - 8)), origin: origin,
      hasMeasuredPower: figures.hasMeasuredPower)
  }

  mutating func row(of year: Int, source: Source) -> Row<Activity>? {
    let start = Int(integer())
    let length = Int(integer())
    let digest = take()
    guard let activity = activity(of: source), start >= 0, length >= 0,
      !start.addingReportingOverflow(length).overflow
    else { return nil }
    let line = LinePlace(year: year, range: start..<start + length)
    return Row(record: activity, line: line, isAltered: false, isPartial: true, digest: digest)
  }

  /// The record of a row alone.
  mutating func record(of source: Source) -> Activity? {
    _ = skip(24)
    return activity(of: source)
  }

  @inline(__always)
  private mutating func activity(of source: Source) -> Activity? {
    let begin = Timestamp(seconds: integer())
    let figures = Figures(rawValue: take())
    var activity = Activity(id: ActivityID(source: source, sourceID: text()), start: begin)
    if figures.contains(.local) { activity.startLocal = LocalTime(clock: integer()) }
    if figures.contains(.duration) { activity.durationSeconds = Int(integer()) }
    if figures.contains(.elapsed) { activity.elapsedSeconds = Int(integer()) }
    if figures.contains(.distance) { activity.distanceMetres = number() }
    if figures.contains(.averagePower) { activity.averagePowerWatts = number() }
    if figures.contains(.weightedPower) { activity.weightedPowerWatts = number() }
    if figures.contains(.averageHeartRate) { activity.averageHeartRate = number() }
    if figures.contains(.maxHeartRate) { activity.maxHeartRate = number() }
    if figures.contains(.load) { activity.load = number() }
    if figures.contains(.powerIsKnown) {
      activity.measuredPower = figures.contains(.powerIsMeasured)
    }
    activity.loadFrom = figures.loadOrigin
    activity.archive = figures.archive
    if figures.contains(.sameRide) {
      let count = take()
      guard count < 64 else { return nil }
      for _ in 0..<count {
        guard let other = ActivityID(text()) else { return nil }
        activity.sameAs.append(other)
      }
    }
    return isValid && !activity.id.sourceID.isEmpty ? activity : nil
  }
}

extension LocalTime {
  fileprivate init(clock seconds: Int64) {
    let day = Day(of: Timestamp(seconds: seconds))
    self.init(day: day, second: Int(seconds - day.startOfDayUTC.seconds))
  }
}
