// Reads the ride of a TCX or GPX document.

import Model

/// Reads a ride document in one pass; its root decides the format. `TCXDocument.swift` and
/// `GPXDocument.swift` read what is in it.
struct RideDocument: ~Copyable {
  /// Reads a document to its end, or to where it is damaged.
  ///
  /// - Returns: nil for a document that holds no ride: a route, a course, other XML.
  /// - Throws: `stopped` and `noZlib`; the failure of a document that is damaged before the first
  ///   moment of a ride.
  static func read(_ input: any ByteInput) throws(ImportError) -> RideContent? {
    var scanner = XMLScanner(input)
    guard try scanner.next() == .open else { return nil }
    let format: RideFormat
    switch scanner.localName {
    case "TrainingCenterDatabase": format = .tcx
    case "gpx": format = .gpx
    default: return nil
    }
    var document = RideDocument(scanner, format)
    do {
      try document.readRoot()
    } catch {
      switch error {
      case .stopped, .noZlib, .unsuitable(.unreadable): throw error
      case .damaged, .unsuitable:
        if document.content.samples.list.isEmpty { throw error }
        document.content.isDamaged = true
      }
    }
    return document.finish()
  }

  var scanner: XMLScanner
  var content: RideContent
  /// Of a GPX document.
  var path = RidePath()
  /// Whether points are in another order than their times.
  var isMisordered = false
  /// In seconds; a longer gap ends a ride of a GPX track.
  static let longestGap: Int64 = 21_600

  private init(_ scanner: consuming XMLScanner, _ format: RideFormat) {
    self.scanner = scanner
    content = RideContent(format: format)
  }

  private mutating func readRoot() throws(ImportError) {
    if content.format == .tcx {
      try readTrainingCentre()
    } else {
      try readGPX()
    }
    // What follows the root must be well-formed as well.
    while try scanner.next() != .end {}
  }

  private consuming func finish() -> RideContent? {
    endSession()
    content.sessions.removeAll { $0.start == nil }
    if content.sessions.isEmpty { return nil }
    if content.samples.sort(from: 0) { isMisordered = true }
    if content.format == .gpx { finishPath() }
    content.measurePath()
    return content
  }

  // MARK: Sessions and samples

  /// Begins a session and returns its index; nil when there are too many.
  mutating func beginSession() -> Int? {
    endSession()
    guard content.sessions.count < ImportLimits.sessions else {
      content.isDamaged = true
      return nil
    }
    content.sessions.append(RideSession())
    content.samples.beginSession()
    return content.sessions.count - 1
  }

  /// Puts right what clocks did to the samples and the start of the last session.
  private mutating func endSession() {
    let firstSample = content.samples.sessionStart
    guard let last = content.sessions.indices.last, firstSample < content.samples.list.count else {
      return
    }
    let isGPX = content.format == .gpx
    let isSorted = content.samples.removeWrongTimes(
      gap: isGPX ? Self.longestGap : 86_400, isOneRide: !isGPX)
    if isSorted { isMisordered = true }
    let first = content.samples.list[firstSample].time
    if isSorted, !isGPX, content.samples.removeRepeats() {
      // The sums of laps count what the laps repeat.
      (content.sessions[last].timerSeconds, content.sessions[last].distanceMetres) = (nil, nil)
    }
    if isGPX, content.samples.list[..<firstSample].contains(where: { $0.time == first }) {
      // The track repeats an earlier one, and may go on after it.
      content.sessions.removeLast()
      return
    }
    if let start = content.sessions[last].start,
      isGPX || (start - first).magnitude > RideLimits.startTolerance
    {
      content.sessions[last].start = first
    }
    if isGPX { splitTrack(from: firstSample) }
  }

  /// Makes a ride of each part of a track that days lie between.
  private mutating func splitTrack(from firstSample: Int) {
    var firstSample = firstSample
    let samples = content.samples.list
    for index in samples.indices.dropFirst(firstSample + 1)
    where samples[index].time - samples[index - 1].time > Self.longestGap {
      guard min(index - firstSample, samples.count - index) >= RideSamples.leastRun,
        var session = content.sessions.last
      else { continue }
      guard content.sessions.count < ImportLimits.sessions else { return content.isDamaged = true }
      session.start = samples[index].time
      content.sessions.append(session)
      firstSample = index
    }
  }

  mutating func add(_ sample: RideSample, to session: Int) {
    if content.sessions[session].start == nil { content.sessions[session].start = sample.time }
    content.samples.append(sample)
  }

  // MARK: Values

  /// The number in the current element; nil when it is none, or implausible.
  mutating func number(in range: ClosedRange<Double>) throws(ImportError) -> Double? {
    guard let number = XMLNumber.parseLocal(try scanner.readText()), range.contains(number) else {
      return nil
    }
    return number
  }

  /// The number in the current element; `nan` for none.
  mutating func measure(_ range: ClosedRange<Double>) throws(ImportError) -> Float {
    try number(in: range).map { Float($0) } ?? .nan
  }

  /// Reads the current element if it is a sensor's, by the usual words of all name spaces.
  mutating func readSensor(_ sample: inout RideSample) throws(ImportError) {
    switch String(decoding: scanner.localName, as: UTF8.self).lowercased() {
    case "hr", "bpm", "heartrate":
      if sample.heartRate.isNaN { sample.heartRate = try measure(RideLimits.heartRate) }
    case "cad", "cadence", "runcadence":
      if sample.cadence.isNaN { sample.cadence = try measure(RideLimits.cadence) }
    case "power", "powerinwatts", "watts":
      if sample.power.isNaN { sample.power = try measure(RideLimits.power) }
    case "atemp", "temp":
      if sample.temperature.isNaN { sample.temperature = try measure(RideLimits.temperature) }
    case "speed": if sample.speed.isNaN { sample.speed = try measure(RideLimits.speed) }
    default: break
    }
  }

  mutating func time() throws(ImportError) -> Int64? {
    let text = try scanner.readText()
    return text.withUnsafeBufferPointer { time($0) }
  }

  /// Seconds since 1970; nil for a time that no recorder can mean. Without a zone it counts as UTC.
  /// An offset other than 0 tells the local clock.
  mutating func time(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let written = WrittenTime(utf8: text) else { return nil }
    let seconds = written.inUTC.seconds
    guard RideLimits.times.contains(seconds) else { return nil }
    if let offset = written.offset, offset != 0, content.localOffset == nil {
      content.localOffset = LocalOffset.plausible(Int64(offset))
    }
    return seconds
  }

  /// The text in the current element; nil for none.
  mutating func words() throws(ImportError) -> String? {
    let text = String(decoding: try scanner.readText(), as: UTF8.self)
    return text.isEmpty ? nil : text.prefix(utf8Bytes: XMLLimit.text)
  }
}
