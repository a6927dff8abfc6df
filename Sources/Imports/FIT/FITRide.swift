// Folds the messages of a FIT file into the ride that it holds, also the beats of a strap.

import Model

/// The ride of a FIT file, message by message.
struct FITRide: ~Copyable {
  private var content = RideContent(format: .fit)
  private var maker: Int?
  private var product: Int?
  private var productName: String?
  /// When the file was begun, and when the recorder was switched on, in seconds since 1970.
  private var created: Int64?
  private var switchedOn: Int64?
  /// When the last session was saved, which is when it ended.
  private var saved: Int64?
  /// When the timer stopped; nil while it runs.
  private var stopped: Int64?
  /// The quantities of earlier samples that a developer field has, because the native one was 0.
  private var standIns: UInt64 = 0
  private var packedDistance = FITPackedDistance()
  private var beats = FITBeats()

  /// Whether the file has neither records nor summaries so far.
  var isEmpty: Bool { content.samples.list.isEmpty && content.sessions.isEmpty }

  mutating func take(_ message: FITMessage, _ reader: borrowing FITReader) {
    switch message {
    case .record: takeRecord(reader)
    case .session: takeSession(reader)
    case .event: takeEvent(reader)
    case .fileID: takeCreator(reader)
    // The device with index 0 is the recorder itself.
    case .deviceInfo: if reader.whole(.deviceIndex) == 0 { takeCreator(reader) }
    case .activity: content.localOffset = reader.localOffset ?? content.localOffset
    case .heartRate: beats.take(reader)
    case .timestampCorrelation: takeCorrelation(reader)
    case .zonesTarget: content.ftpWatts = reader.ftpWatts ?? content.ftpWatts
    default: break
    }
  }

  // MARK: Who

  private mutating func takeCreator(_ reader: borrowing FITReader) {
    // Later parts of a chained file come from the same recorder.
    created = created ?? reader.time(.timeCreated)
    if maker == nil { maker = reader.whole(.manufacturer) }
    if product == nil { product = reader.whole(.product) }
    if productName == nil { productName = reader.text(.productName) }
  }

  // MARK: When

  private mutating func takeCorrelation(_ reader: borrowing FITReader) {
    guard let time = reader.time(.timestamp), let system = reader.whole(.systemTimestamp) else {
      return
    }
    switchedOn = switchedOn ?? time - Int64(system)
  }

  private mutating func takeEvent(_ reader: borrowing FITReader) {
    guard reader.whole(.event) == 0, let time = reader.clock(.timestamp) else { return }
    switch reader.whole(.eventType) {
    case 0:
      if let stopped, stopped < time { content.addPause(stopped..<time) }
      stopped = nil
    case 1, 4, 8, 9: stopped = stopped ?? time
    default: break
    }
  }

  // MARK: What

  private mutating func takeSession(_ reader: borrowing FITReader) {
    guard content.sessions.count < ImportLimits.sessions else { return content.isDamaged = true }
    func figure(_ key: FITKey, _ range: ClosedRange<Double>) -> Double? {
      reader[key].flatMap { range.contains($0) ? $0 : nil }
    }
    var session = RideSession()
    session.elapsedSeconds = figure(.elapsedTime, RideLimits.seconds)
    session.timerSeconds = figure(.timerTime, RideLimits.seconds)
    session.start =
      reader.time(.startTime)
      ?? reader.time(.timestamp).map { $0 &- Int64(session.elapsedSeconds ?? 0) }
      ?? reader.clock(.startTime)
    if let sport = reader.whole(.sport).map(FITSport.init) {
      (session.sport, session.isBikeRide) = (sport.word, sport.isBikeRide)
    }
    session.distanceMetres = figure(.totalDistance, RideLimits.metres)
    session.ascentMetres = figure(.totalAscent, RideLimits.ascent)
    session.averagePower = figure(.averagePower, RideLimits.power)
    session.maxPower = figure(.maxPower, RideLimits.power)
    session.weightedPower = figure(.normalizedPower, RideLimits.power)
    session.averageHeartRate = figure(.averageHeartRate, RideLimits.heartRate)
    session.maxHeartRate = figure(.maxHeartRate, RideLimits.heartRate)
    session.averageCadence = figure(.averageCadence, RideLimits.cadence)
      .map { $0 + (figure(.fractionalCadence, 0...1) ?? 0) }
    session.ftpWatts = reader.ftpWatts
    session.workKilojoules = figure(.totalWork, RideLimits.joules).map { $0 / 1000 }
    saved = reader.time(.timestamp)
    content.sessions.append(session)
  }

  private mutating func takeRecord(_ reader: borrowing FITReader) {
    guard let time = reader.clock(.timestamp) else { return }
    restoreZeros(reader.measured)
    standIns |= reader.standIns
    func number(_ key: FITKey, _ range: ClosedRange<Double>) -> Float {
      guard let value = reader[key], range.contains(value) else { return .nan }
      return Float(value)
    }
    var sample = RideSample(time: time)
    sample.power = number(.power, RideLimits.power)
    sample.heartRate = number(.heartRate, RideLimits.heartRate)
    sample.cadence = number(.cadence, RideLimits.cadence)
    if let part = reader[.fractionalCadence], (0...1).contains(part) {
      sample.cadence += Float(part)
    }
    sample.temperature = number(.temperature, RideLimits.temperature)
    sample.altitude = number(.enhancedAltitude, RideLimits.altitude)
    if sample.altitude.isNaN { sample.altitude = number(.altitude, RideLimits.altitude) }
    sample.speed = number(.enhancedSpeed, RideLimits.speed)
    if sample.speed.isNaN { sample.speed = number(.speed, RideLimits.speed) }
    if let metres = reader[.distance], RideLimits.metres.contains(metres) {
      sample.distance = metres
    } else if let packed = reader.packed24(.speedAndDistance) {
      sample.distance = packedDistance.metres(packed >> 12)
      if sample.speed.isNaN { sample.speed = Float(packed & 0xFFF) / 100 }
    }
    sample.setPosition(latitude: reader[.latitude], longitude: reader[.longitude])
    content.samples.append(sample)
  }

  /// The native field counts after all: the zeros before its first other value were measured.
  private mutating func restoreZeros(_ measured: UInt64) {
    let late = standIns & measured
    if late == 0 { return }
    standIns &= ~late
    content.samples.update { samples in
      for index in samples.indices {
        if late & FITKey.power.mask != 0 { samples[index].power = 0 }
        if late & FITKey.cadence.mask != 0 { samples[index].cadence = 0 }
        if late & FITKey.distance.mask != 0 { samples[index].distance = 0 }
        if late & (FITKey.speed.mask | FITKey.enhancedSpeed.mask) != 0 { samples[index].speed = 0 }
      }
    }
  }

  // MARK: The end

  /// Dates the times that count from the moment of switching on. Without a message on that, the
  /// first of them is when the file was begun.
  private mutating func dateTimes() throws(ImportError) {
    func isRelative(_ time: Int64) -> Bool { RideLimits.sinceSwitchingOn.contains(time) }
    let starts = content.sessions.compactMap(\.start)
    let sample = content.samples.list.first { isRelative($0.time) }
    guard let first = sample?.time ?? starts.first(where: isRelative) else { return }
    let isWhole =
      content.samples.list.allSatisfy { isRelative($0.time) } && starts.allSatisfy(isRelative)
    content.date(switchedOn: switchedOn ?? (isWhole ? created.map { $0 - first } : nil))
    if isWhole, content.samples.list.isEmpty, content.sessions.allSatisfy({ $0.start == nil }) {
      throw .unsuitable(.noDate)
    }
  }

  /// - Throws: `unsuitable` when nothing says when the ride was.
  consuming func finish(isDamaged: Bool) throws(ImportError) -> RideContent {
    let maker = maker.map(FITMaker.init)
    content.source = maker?.source ?? .files
    content.device = maker?.device(product: product, text: productName) ?? productName
    content.isDamaged = content.isDamaged || isDamaged
    try dateTimes()
    // In order of time, a FIT file is the same ride: its distances come with the records.
    _ = content.samples.removeWrongTimes(
      gap: 86_400, isOneRide: content.sessions.count < 2, near: saved)
    if content.sessions.count == 1, let start = content.sessions[0].start,
      content.samples.list.count >= RideSamples.leastRun,
      let first = content.samples.list.first?.time,
      (start - first).magnitude > RideLimits.startTolerance
    {
      (content.sessions[0].start, content.sessions[0].elapsedSeconds) = (first, nil)
    }
    let beats = beats
    content.samples.update { beats.fill(&$0) }
    if beats.isCut { content.samples.isThinned = true }
    content.measurePath()
    return content
  }
}

/// The distance of records that have 12 bits of it alone: it begins again every 256 m.
private struct FITPackedDistance {
  private var total: UInt32 = 0

  /// - Parameter bits: 1/16 m.
  mutating func metres(_ bits: UInt32) -> Double {
    total &+= (bits &- total) & 0xFFF
    return Double(total) / 16
  }
}

/// Collects the values of `hr` messages, which count their own time.
struct FITBeats {
  private var list: [(time: Double, rate: Float)] = []
  /// The recorder's time of `lastTick`, in seconds since 1970.
  private var anchor: Double?
  private var anchorTick: UInt32 = 0
  /// 1/1024 s.
  private var lastTick: UInt32 = 0
  private static let most = 2 * ImportLimits.samples
  /// Whether there were more values than are kept.
  private(set) var isCut = false

  mutating func take(_ reader: borrowing FITReader) {
    // Unlike a value, an invalid one keeps its place: rates and times are told by it.
    let rates = reader.rawBytes(.filteredHeartRates)
    let ticks = reader.values(.beatTimes).compactMap { UInt32(exactly: ($0 * 1024).rounded()) }
    if let time = reader.time(.timestamp), let first = ticks.first {
      anchor = Double(time) + (reader[.fractionalTimestamp] ?? 0)
      (anchorTick, lastTick) = (first, first)
    }
    guard let anchor else { return }
    var times = ticks
    for bits in Self.twelveBits(reader.rawBytes(.beatTimes12)) {
      let last = times.last ?? lastTick
      times.append(last &+ ((bits &- last) & 0xFFF))
    }
    for (tick, rate) in zip(times, rates) {
      lastTick = tick
      guard RideLimits.heartRate.contains(Double(rate)), rate != 0xFF else { continue }
      guard list.count < Self.most else { return isCut = true }
      let seconds = Double(tick &- anchorTick) / 1024
      list.append((anchor + seconds, Float(rate)))
    }
  }

  private static func twelveBits(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count - bytes.count % 3, by: 3).flatMap { at -> [UInt32] in
      let (low, middle, high) = (UInt32(bytes[at]), UInt32(bytes[at + 1]), UInt32(bytes[at + 2]))
      return [low | (middle & 0x0F) << 8, middle >> 4 | high << 4]
    }
  }

  /// Seconds up to which a value stands for a sample.
  private static let reach = 5.0

  /// Fills the samples that have no heart rate with the latest value up to them, or the next one.
  ///
  /// - Parameter samples: in order of time.
  func fill(_ samples: inout [RideSample]) {
    if list.isEmpty { return }
    assert(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
    let list = list.sorted { $0.time < $1.time }
    var next = 0
    for index in samples.indices where samples[index].heartRate.isNaN {
      let time = Double(samples[index].time)
      while next < list.count, list[next].time <= time { next += 1 }
      if next > 0, time - list[next - 1].time <= Self.reach {
        samples[index].heartRate = list[next - 1].rate
      } else if next < list.count, list[next].time - time <= Self.reach {
        samples[index].heartRate = list[next].rate
      }
    }
  }
}
