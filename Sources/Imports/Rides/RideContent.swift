// What a ride file holds, in whatever format it was written, and which values are believed.

import Model
import Platform

/// The content of one ride file. A reader fills it in; `RideBuilder` makes activities of it.
struct RideContent {
  let format: RideFormat
  /// The source that the file's maker stands for: `garmin`, `trainerroad`, else `files`.
  var source = Source.files
  /// The recorder: "Garmin Edge 530"; nil when the file names none.
  var device: String?
  /// The summaries in the file, in its order; empty when it has none.
  var sessions: [RideSession] = []
  /// What was recorded, in order of time.
  var samples = RideSamples()
  /// The pauses of the recorder: seconds since 1970 in which its timer stood still, in order.
  private(set) var pauses: [Range<Int64>] = []
  /// The offset of the local clock from UTC in seconds east; nil when the file has none that can be
  /// true.
  var localOffset: Int?
  /// The rider's functional threshold power in watts, as the recorder knew it.
  var ftpWatts: Int?
  /// Whether the file ends before it should, or fails its checksum.
  var isDamaged = false

  /// Adds a pause; with too many of them the rest counts as damage. One that is longer than a ride
  /// can be comes from a clock that was wrong.
  mutating func addPause(_ pause: Range<Int64>) {
    guard pause.upperBound - pause.lowerBound <= RideLimits.longestRide else { return }
    guard pauses.count < ImportLimits.pauses else { return isDamaged = true }
    pauses.append(pause)
  }

  /// Measures the way along the positions where the recorder wrote no distance.
  mutating func measurePath() {
    guard samples.leastDistance.isNaN else { return }
    var path = RidePath()
    samples.update { for index in $0.indices { $0[index].distance = path.metres(to: $0[index]) } }
  }

  /// Dates what counts from the moment of switching on.
  ///
  /// - Parameter moment: seconds since 1970; nil when nobody knows, and such times are left out.
  mutating func date(switchedOn moment: Int64?) {
    func dated(_ time: Int64) -> Int64? {
      guard RideLimits.sinceSwitchingOn.contains(time) else { return time }
      return moment.map { $0 + time }.flatMap { RideLimits.times.contains($0) ? $0 : nil }
    }
    samples.update { list in
      for index in list.indices { list[index].time = dated(list[index].time) ?? -1 }
      list.removeAll { $0.time < 0 }
    }
    pauses = pauses.compactMap { pause in
      guard let start = dated(pause.lowerBound), let end = dated(pause.upperBound) else {
        return nil
      }
      return start < end ? start..<end : nil
    }
    for index in sessions.indices { sessions[index].start = sessions[index].start.flatMap(dated) }
  }
}

/// What the recorder says of one session. Units are those of `Activity`.
struct RideSession: Hashable {
  /// Seconds since 1970; nil when the summary names no start.
  var start: Int64?
  /// The name of the ride; only GPX has one.
  var name: String?
  /// The file's word for the sport.
  var sport: String?
  /// Whether power in this session comes from a sensor; a watch computes the power of a run.
  var isBikeRide = true
  /// Seconds with the timer running, and with pauses.
  var timerSeconds: Double?
  var elapsedSeconds: Double?
  var distanceMetres: Double?
  var ascentMetres: Double?
  var averagePower: Double?
  var weightedPower: Double?
  var maxPower: Double?
  var averageHeartRate: Double?
  var maxHeartRate: Double?
  var averageCadence: Double?
  var workKilojoules: Double?
  /// Functional threshold power in watts, as the recorder knew it.
  var ftpWatts: Int?
}

/// One moment of a recording; `nan` stands for what was not recorded.
struct RideSample: Hashable {
  /// Seconds since 1970; fractions are cut off.
  var time: Int64
  /// Whether the recorder wrote this in another piece than the one before, as GPX has them.
  var beginsSegment = false
  /// Metres since the start of the recording.
  var distance = Double.nan
  /// Degrees.
  var latitude = Double.nan
  var longitude = Double.nan
  /// Metres.
  var altitude = Float.nan
  /// Metres a second.
  var speed = Float.nan
  /// Watts.
  var power = Float.nan
  /// Beats a minute.
  var heartRate = Float.nan
  /// Revolutions a minute.
  var cadence = Float.nan
  /// Degrees Celsius.
  var temperature = Float.nan
}

/// The samples of one file, whose number is bounded: a longer recording is kept at half the rate,
/// an even longer one at a quarter of it.
struct RideSamples {
  private(set) var list: [RideSample] = []
  /// Where the last session begins in the list.
  private(set) var sessionStart = 0
  /// The least distance of all samples, also of those that are not kept; nan for none.
  private(set) var leastDistance = Double.nan
  /// One of so many samples is kept, and the last one.
  private var step = 1
  private var received = 0
  /// Whether the last sample is kept because it is the last one.
  private var isLastExtra = false

  /// Whether there were more samples, or values for them, than are kept.
  var isThinned = false

  mutating func append(_ sample: RideSample) {
    var sample = sample
    if isLastExtra, list.removeLast().beginsSegment { sample.beginsSegment = true }
    if list.count == ImportLimits.samples {
      for index in 1..<ImportLimits.samples / 2 {
        let isSegment = list[2 * index - 1].beginsSegment
        list[index] = list[2 * index]
        if isSegment { list[index].beginsSegment = true }
      }
      list.removeLast(ImportLimits.samples / 2)
      sessionStart = (sessionStart + 1) / 2
      step *= 2
      isThinned = true
    }
    isLastExtra = received % step != 0
    received += 1
    leastDistance = .minimum(leastDistance, sample.distance)
    // An hour: growing sample by sample would copy most rides several times.
    if list.isEmpty { list.reserveCapacity(4_096) }
    list.append(sample)
  }

  mutating func beginSession() { (sessionStart, isLastExtra) = (list.count, false) }

  /// Puts samples in order of time where a recorder did not. Of equals the earlier stays first.
  ///
  /// - Returns: whether they were in another order.
  mutating func sort(from start: Int) -> Bool {
    if list[start...].indices.dropFirst().allSatisfy({ list[$0 - 1].time <= list[$0].time }) {
      return false
    }
    list[start...].sort { $0.time < $1.time }
    isLastExtra = false
    return true
  }

  /// As `sort`, for the last segment, which then begins with its first moment.
  mutating func sortSegment() -> Bool {
    guard let start = list.lastIndex(where: \.beginsSegment) else { return false }
    list[start].beginsSegment = false
    defer { list[start].beginsSegment = true }
    return sort(from: start)
  }

  /// Removes samples whose time the one before has. Returns whether there were any.
  mutating func removeRepeats() -> Bool {
    let count = list.count
    var last: Int64?
    list.removeAll { sample in
      defer { last = sample.time }
      return sample.time == last
    }
    return list.count < count
  }

  /// Removes the samples from `start` on that are in none of the runs.
  mutating func keep(_ runs: [Range<Int>], from start: Int) {
    var end = start
    if runs.isEmpty || runs == [start..<list.count] { return }
    for index in runs.joined() {
      list[end] = list[index]
      end += 1
    }
    list.removeSubrange(end...)
  }

  /// Changes samples in place: heart rate that arrives in a later part of a file belongs to samples
  /// of an earlier one.
  mutating func update(_ body: (inout [RideSample]) -> Void) { body(&list) }
}

extension RideSamples {
  /// Leaves out samples whose time is wrong, as before a clock's first fix, and puts the others in
  /// order of time.
  ///
  /// The first sample that counts is one that the next three confirm. After it, runs of fewer than
  /// four samples do not count when they are further than `gap` from their neighbours. Where no
  /// sample is confirmed, or most come before it, the recorder writes too rarely to tell.
  ///
  /// - Parameters:
  ///   - gap: in seconds.
  ///   - isOneRide: whether the samples of the session are of one ride: of runs that are further
  ///     from each other, only one group counts.
  ///   - moment: when the recorder says that the ride ended.
  /// - Returns: whether the others were in another order.
  mutating func removeWrongTimes(gap: Int64, isOneRide: Bool, near moment: Int64? = nil) -> Bool {
    let (start, count) = (sessionStart, list.count - sessionStart)
    guard count >= Self.leastRun,
      let confirmed = (start...list.count - Self.leastRun).first(where: isConfirmed)
    else { return sort(from: start) }
    let runs = runs(from: 2 * (confirmed - start) < count ? confirmed : start, gap: gap)
    keep(runs.filter { $0.count >= Self.leastRun }, from: start)
    let isMisordered = sort(from: start)
    if isOneRide {
      let groups = self.runs(from: start, gap: gap)
      let own = groups.first { group in
        let times = list[group.lowerBound].time - gap...list[group.upperBound - 1].time + gap
        return moment.map { times.contains($0) } ?? false
      }
      keep([own ?? groups.max { $0.count < $1.count } ?? start..<list.count], from: start)
    }
    return isMisordered
  }

  /// Samples that confirm one another.
  static let leastRun = 4
  /// The longest time between two that do, in seconds.
  private static let longestConfirmation = 3_600

  private func isConfirmed(_ index: Int) -> Bool {
    (index + 1..<index + Self.leastRun).allSatisfy { step(to: $0) <= Self.longestConfirmation }
  }

  /// Seconds between a sample and the one before.
  private func step(to index: Int) -> UInt64 { (list[index].time - list[index - 1].time).magnitude }

  /// The samples without steps of more than `gap` seconds.
  private func runs(from start: Int, gap: Int64) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var first = start
    for index in list.indices.dropFirst(start + 1) where step(to: index) > gap {
      runs.append(first..<index)
      first = index
    }
    return runs + [first..<list.count]
  }
}

/// The way along positions, in metres; jumps between tracks and segments of a GPX do not count.
struct RidePath {
  private(set) var metres = 0.0
  /// The last position in this segment.
  private var last: (latitude: Double, longitude: Double)?
  /// The mean radius of the earth in metres (IUGG).
  private static let earthRadius = 6_371_008.8

  /// The metres from the first position to this sample; nan without a position.
  mutating func metres(to sample: RideSample) -> Double {
    if sample.beginsSegment { last = nil }
    guard !sample.latitude.isNaN else { return .nan }
    if let last { metres += Self.distance(last, (sample.latitude, sample.longitude)) }
    last = (sample.latitude, sample.longitude)
    return metres
  }

  /// The great-circle distance by the haversine formula (R. W. Sinnott, Sky and Telescope 68,
  /// 1984).
  private static func distance(
    _ from: (latitude: Double, longitude: Double), _ to: (latitude: Double, longitude: Double)
  ) -> Double {
    let radian = Double.pi / 180
    let north = Mathematics.sine((to.latitude - from.latitude) * radian / 2)
    let east = Mathematics.sine((to.longitude - from.longitude) * radian / 2)
    let narrowing =
      Mathematics.cosine(from.latitude * radian) * Mathematics.cosine(to.latitude * radian)
    let haversine = min(1, north * north + narrowing * east * east)
    return 2 * earthRadius
      * Mathematics.angle(x: (1 - haversine).squareRoot(), y: haversine.squareRoot())
  }
}

/// The values that are believed, whatever the format. Choices of this project, wide enough for
/// every real ride.
enum RideLimits {
  /// Watts: invalid values of 16 bits are 65,535.
  static let power = 0.0...5_000.0
  /// Beats a minute: 0 means no contact with the skin.
  static let heartRate = 1.0...254.0
  /// Revolutions a minute.
  static let cadence = 0.0...254.0
  /// Degrees Celsius.
  static let temperature = -100.0...100.0
  /// Metres.
  static let altitude = -1_000.0...20_000.0
  static let ascent = 0.0...65_534.0
  static let metres = 0.0...20_000_000.0
  /// Metres a second.
  static let speed = 0.0...150.0
  /// Degrees.
  static let latitude = -90.0...90.0
  static let longitude = -180.0...180.0
  /// Joules.
  static let joules = 0.0...4_294_967_294.0
  /// A hundred days.
  static let seconds = 0.0...8_640_000.0
  static let longestRide: Int64 = 8_640_000
  /// The longest time between the start that a summary names and the first record, in seconds.
  static let startTolerance = 60
  /// Times that count from the moment of switching on, in seconds (FIT profile, `date_time`).
  static let sinceSwitchingOn: Range<Int64> = 0..<268_435_456
  /// Seconds since 1970: the years 1990 to 2099.
  static let times: Range<Int64> = 631_152_000..<4_102_444_800
}

/// The offset of a recorder's clock from UTC.
enum LocalOffset {
  /// The offset in seconds, to the quarter of an hour; nil for one that no place on earth has.
  ///
  /// - Parameter seconds: local time less UTC, as two messages of one moment have them.
  static func plausible(_ seconds: Int64) -> Int? {
    guard seconds.magnitude <= 14 * 3_600 + 60 else { return nil }
    let quarter = Int((Double(seconds) / 900).rounded()) * 900
    guard (Int(seconds) - quarter).magnitude <= 60, quarter.magnitude <= 14 * 3_600 else {
      return nil
    }
    return quarter
  }

  /// An offset from elsewhere, within the 18 hours that one can have.
  static func bounded(_ seconds: Int) -> Int { min(max(seconds, -64_800), 64_800) }
}

extension RideSample {
  /// Takes a position unless it is outside the earth, or the 0/0 of a recorder without one.
  mutating func setPosition(latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, RideLimits.latitude.contains(latitude),
      RideLimits.longitude.contains(longitude), latitude != 0 || longitude != 0
    else { return }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}
