// Reads FIT files of all forms that recorders write.

import Model
import Support
import Testing

@testable import Imports

/// A ride of some minutes at one record a second.
struct SmallFIT {
  static let start: Int64 = 1_773_472_502  // 2026-03-14T07:15:02Z
  var isBigEndian = false
  var seconds = 180
  var maker: UInt16 = 1
  var product: UInt16 = 3121
  var local: Int64? = 3600
  var hasSession = true

  /// The time of a second of the ride.
  static func stamp(_ second: Int = 0) -> FITValue { .u32(FITWriter.stamp(start + Int64(second))) }

  /// An activity file without records.
  static func empty(isBigEndian: Bool = false) -> FITWriter {
    var fit = FITWriter(isBigEndian: isBigEndian)
    fit.add(message: 0, [(0, .enumeration(4))])
    return fit
  }

  func watts(_ second: Int) -> Int { 150 + second % 50 }
  func rate(_ second: Int) -> Int { 120 + second % 20 }

  static let recordFields: [(UInt8, FITValue)] = [
    (253, .u32(0)), (0, .s32(0)), (1, .s32(0)), (2, .u16(0)), (3, .u8(0)), (4, .u8(0)),
    (5, .u32(0)), (6, .u16(0)), (7, .u16(0)), (13, .s8(0)), (53, .u8(0)),
  ]

  func record(_ second: Int) -> [FITValue] {
    [
      Self.stamp(second), .s32(621_190_000), .s32(93_000_000),
      .u16(3_000), .u8(UInt8(rate(second))), .u8(90), .u32(UInt32(second * 800)), .u16(8_000),
      .u16(UInt16(watts(second))), .s8(-3), .u8(64),
    ]
  }

  var writer: FITWriter {
    var fit = FITWriter(isBigEndian: isBigEndian)
    let end = Self.start + Int64(seconds)
    fit.add(
      message: 0,
      [
        (0, .enumeration(4)), (1, .u16(maker)), (2, .u16(product)), (3, .u32z(77)),
        (4, Self.stamp()),
      ])
    fit.define(1, as: 20, Self.recordFields)
    for second in 0..<seconds { fit.add(1, record(second)) }
    if hasSession {
      fit.add(
        2, message: 18,
        [
          (253, .u32(FITWriter.stamp(end))), (2, Self.stamp()),
          (7, .u32(UInt32(seconds) * 1000)), (8, .u32(UInt32(seconds - 20) * 1000)),
          (9, .u32(143_250)), (5, .enumeration(2)), (16, .u8(131)), (17, .u8(139)),
          (18, .u8(88)), (20, .u16(176)), (21, .u16(199)), (22, .u16(12)), (34, .u16(180)),
          (48, .u32(31_680)),
        ])
    }
    if let local {
      fit.add(
        3, message: 34,
        [(253, .u32(FITWriter.stamp(end))), (5, .u32(FITWriter.stamp(end + local)))])
    }
    return fit
  }
}

func fit(_ bytes: [UInt8], piece: Int = 4096, offset: Int = 0) throws -> FITContent {
  try FITFile.read(
    InputBuffer(MemoryInput(bytes, piece: piece)), place: FileOrigin(file: "day.fit"),
    localOffset: { _ in offset })
}

/// The ride in a FIT file; nil when it holds none.
func content(_ bytes: [UInt8], piece: Int = 4096) throws -> RideContent? {
  if case .ride(let content) = try fit(bytes, piece: piece) { content } else { nil }
}

func rides(_ content: RideContent) throws -> [Activity] {
  let formulas = ImportFormulas(
    rMSSD: { _ in nil }, weightedPower: { $0.weightedPower() }, analyze: { _, _, _ in nil },
    localOffset: { _ in 0 })
  return try RideBuilder(formulas: formulas)
    .rides(of: content, at: FileOrigin(file: "ride.fit")).map(\.activity)
}

func rides(in bytes: [UInt8]) throws -> [Activity] {
  try content(bytes).map(rides) ?? []
}

func samples(in bytes: [UInt8]) throws -> [RideSample] {
  try content(bytes)?.samples.list ?? []
}

extension ActivityStream<Watts> {
  /// A stand-in for the rooms above: what matters here is which values arrive.
  fileprivate func weightedPower() -> Double? { runs.first?.values.first }
}

@Suite struct FITTests {
  @Test(arguments: [false, true], [12, 14])
  func `both byte orders and headers say the same`(_ isBig: Bool, _ headerSize: Int) throws {
    var small = SmallFIT()
    small.isBigEndian = isBig
    let content = try #require(try content(small.writer.file(headerSize: headerSize), piece: 7))
    #expect(!content.isDamaged)
    expectEqual(content.localOffset, 3600)
    expectEqual(content.samples.list.count, 180)
    let sample = content.samples.list[59]
    expectEqual(sample.time, SmallFIT.start + 59)
    expectEqual(
      [sample.latitude, sample.longitude].map { ($0 * 1e6).rounded() }, [52_067_544, 7_795_170])
    expectEqual(
      [sample.altitude, sample.heartRate, sample.cadence, sample.speed, sample.power],
      [100, 139, 90.5, 8, 159])
    #expect(sample.distance == 472 && sample.temperature == -3)
    // The weighted power is that of the records, not the recorder's own.
    try expectEqual(
      rides(content).map(\.members),
      [
        """
        id="garmin:20260314T071502Z" source="garmin" source_id="20260314T071502Z" sport="cycling" kind="ride" \
        start="2026-03-14T07:15:02Z" start_local="2026-03-14T08:15:02" duration_s=160 \
        elapsed_s=180 distance_m=1432.5 elevation_gain_m=12 average_power_w=176 \
        weighted_power_w=150 max_power_w=199 measured_power=true average_heart_rate_bpm=131 \
        max_heart_rate_bpm=139 average_cadence_rpm=88 energy_kj=31.7 device="Garmin Edge 530" \
        from={"file":"ride.fit"}
        """
      ])
  }

  /// A recorder without a power meter sums up 0 W all the same.
  @Test func `power that nobody measured is none`() throws {
    var truth = TrueRide(seconds: 120)
    truth.hasPower = false
    let ride = try #require(
      try rides(in: truth.fit(session: [(20, .u16(0)), (34, .u16(0))])).first)
    #expect(ride.averagePowerWatts == nil && ride.weightedPowerWatts == nil)
    #expect(ride.measuredPower == nil && ride.energyKilojoules == nil)
  }

  @Test func `the threshold of the recorder comes with the ride`() throws {
    let truth = TrueRide(seconds: 120)
    for (file, ftp) in [
      (truth.fit(), nil), (truth.fit(session: [(45, .u16(265))]), 265),
      (truth.fit(session: [(45, .u16(0))]), nil), (truth.fit(before: [(7, [(3, .u16(240))])]), 240),
    ] as [([UInt8], Int?)] {
      try expectEqual(rides(in: file).map(\.ftpWatts), [ftp])
    }
  }

  @Test func `without a summary the records are asked`() throws {
    let small = SmallFIT(local: nil, hasSession: false)
    let ride = try #require(try rides(in: small.writer.file()).first)
    let watts = (0..<180).map { Double(small.watts($0)) }
    expectEqual(ride.averagePowerWatts, (watts.reduce(0, +) / 18).rounded() / 10)
    expectEqual(
      ride.members,
      """
      id="garmin:20260314T071502Z" source="garmin" source_id="20260314T071502Z" \
      start="2026-03-14T07:15:02Z" duration_s=179 elapsed_s=179 distance_m=1432 \
      elevation_gain_m=0 average_power_w=172.8 weighted_power_w=150 max_power_w=199 \
      measured_power=true average_heart_rate_bpm=129.5 max_heart_rate_bpm=139 \
      average_cadence_rpm=90.5 energy_kj=31.1 device="Garmin Edge 530" from={"file":"ride.fit"}
      """)
  }

  @Test func `pauses of the timer are not ridden`() throws {
    var fit = SmallFIT(seconds: 100, local: nil, hasSession: false).writer
    fit.define(4, as: 21, [(253, .u32(0)), (0, .enumeration(0)), (1, .enumeration(0))])
    func stamp(_ second: Int64) -> FITValue { .u32(FITWriter.stamp(SmallFIT.start + second)) }
    fit.add(4, [stamp(99), .enumeration(0), .enumeration(4)])
    fit.add(4, [stamp(399), .enumeration(0), .enumeration(0)])
    // A gap of the recording that is no pause of the timer.
    fit.add(1, SmallFIT().record(400))
    fit.add(1, SmallFIT().record(500))
    let content = try #require(try content(fit.file()))
    expectEqual(content.pauses, [SmallFIT.start + 99..<SmallFIT.start + 399])
    try expectEqual(rides(content).first?.durationSeconds, 200)
  }

  @Test(arguments: [false, true])
  func `pauses of the timer are in no zone`(_ isRecorded: Bool) throws {
    var fit = SmallFIT(seconds: 100, local: nil, hasSession: false).writer
    fit.define(4, as: 21, [(253, .u32(0)), (0, .enumeration(0)), (1, .enumeration(0))])
    fit.add(4, [SmallFIT.stamp(99), .enumeration(0), .enumeration(4)])
    fit.add(4, [SmallFIT.stamp(120), .enumeration(0), .enumeration(0)])
    if isRecorded { for second in 100..<120 { fit.add(1, SmallFIT().record(second)) } }
    for second in 120..<180 { fit.add(1, SmallFIT().record(second)) }
    let formulas = ImportFormulas(
      rMSSD: { _ in nil }, weightedPower: { _ in nil },
      analyze: { streams, _, _ in
        let zones = streams.heartRate.map { [$0.seconds, $0.runs.count, 0, 0, 0] }
        let powers = streams.power.map { [$0.seconds, $0.runs.count] }
        return RideAnalysis(bestPowers: powers ?? [], heartRateZoneSeconds: zones)
      }, localOffset: { _ in 0 })
    let builder = RideBuilder(formulas: formulas)
    let content = try #require(try content(fit.file()))
    let ride = try #require(try builder.rides(of: content, at: FileOrigin(file: "")).first)
    // Two runs of 100 and 60 seconds.
    expectEqual(ride.activity.analysis?.bestPowers, [160, 2])
    expectEqual(ride.activity.analysis?.heartRateZoneSeconds, [160, 2, 0, 0, 0])
  }

  @Test func `the shorter of timer and elapsed time is the duration`() throws {
    for (elapsed, timer) in [(180, 21_680), (180, 150), (0, 21_680)] as [(UInt32, UInt32)] {
      var fit = SmallFIT(seconds: 181, hasSession: false).writer
      fit.add(
        2, message: 18,
        [(2, SmallFIT.stamp()), (7, .u32(elapsed * 1000)), (8, .u32(timer * 1000))])
      let ride = try #require(try rides(in: fit.file()).first)
      expectEqual(ride.elapsedSeconds, 180)
      expectEqual(ride.durationSeconds, min(180, Int(timer)))
    }
  }

  @Test func `a gap is a pause when the file names none`() throws {
    var fit = SmallFIT(seconds: 100, local: nil, hasSession: false).writer
    for second in [107, 114, 500, 501] { fit.add(1, SmallFIT().record(second)) }
    try expectEqual(rides(in: fit.file()).first?.durationSeconds, 115)
  }

  @Test func `compressed timestamps go on`() throws {
    var fit = SmallFIT.empty()
    // A message that is not read has the full time.
    let start = (SmallFIT.start - 631_065_600) & ~31 + 631_065_600
    fit.add(1, message: 65_280, [(253, .u32(FITWriter.stamp(start + 30)))])
    fit.define(2, as: 20, [(7, .u16(0))])
    for second in stride(from: 31, to: 130, by: 9) {
      fit.add(2, [.u16(UInt16(second))], offset: UInt8(second & 31))
    }
    let samples = try samples(in: fit.file())
    expectEqual(samples.map { $0.time - start }, Array(stride(from: 31, to: 130, by: 9)))
    expectEqual(samples.map(\.power), samples.map { Float($0.time - start) })
  }

  @Test func `packed distances add up`() throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0)), (8, .bytes([0, 0, 0]))])
    for second in 0..<100 {
      let bits = UInt32(second * 16 * 10) & 0xFFF
      let packed = bits << 12 | 1000
      let bytes = [UInt8(packed & 0xFF), UInt8(packed >> 8 & 0xFF), UInt8(packed >> 16)]
      fit.add(1, [SmallFIT.stamp(second), .bytes(bytes)])
    }
    fit.add(1, [SmallFIT.stamp(100), .bytes([255, 255, 255])])
    let samples = try samples(in: fit.file())
    expectEqual(samples[99].distance, 990)
    expectEqual(samples[99].speed, 10)
    #expect(samples[100].distance.isNaN)
  }

  @Test func `without a distance the way along the positions is measured`() throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0)), (0, .s32(0)), (1, .s32(0))])
    // 0.0001 degrees of latitude a second: 11.1195 m.
    for second in 0...100 {
      fit.add(
        1, [SmallFIT.stamp(second), .s32(560_000_000 + Int32(second) * 1_193), .s32(95_000_000)])
    }
    try expectEqual(rides(in: fit.file()).first?.distanceMetres, 1111.9)
  }

  @Test func `heart rate of a later part belongs to the ride`() throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0))])
    for second in 0..<60 { fit.add(1, [SmallFIT.stamp(second)]) }
    var later = FITWriter()
    let start = FITWriter.stamp(SmallFIT.start)
    later.add(
      message: 132, [(253, .u32(start)), (0, .u16(0)), (6, .u8(100)), (9, .u32(2_000_000))])
    // Eight beats, 1,000/1,024 s apart, in 12 bits each.
    let ticks = (1...8).map { UInt32(2_000_000 + $0 * 1000) & 0xFFF }
    let packed = stride(from: 0, to: 8, by: 2).flatMap { at -> [UInt8] in
      let (one, two) = (ticks[at], ticks[at + 1])
      return [UInt8(one & 0xFF), UInt8(one >> 8 | (two & 0xF) << 4), UInt8(two >> 4)]
    }
    later.add(
      message: 132,
      [(6, .raw([101, 102, 103, 104, 105, 106, 107, 108], code: 2)), (10, .bytes(packed))])
    let content = try #require(try content(fit.file() + later.file()))
    #expect(!content.isDamaged)
    expectEqual(
      content.samples.list.prefix(8).map(\.heartRate), [100, 101, 102, 103, 104, 105, 106, 107])
    expectEqual(content.samples.list[12].heartRate, 108)
    #expect(content.samples.list[30].heartRate.isNaN)
  }

  @Test(.long) func `more heart rate than memory allows is noted`() throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0))])
    for second in 0..<60 { fit.add(1, [SmallFIT.stamp(second)]) }
    let start = FITWriter.stamp(SmallFIT.start)
    let rates = FITValue.raw([UInt8](repeating: 100, count: 8), code: 2)
    let beats: [(UInt8, FITValue)] = [
      (6, rates), (10, .bytes([UInt8](repeating: 0, count: 12))),
    ]
    fit.add(message: 132, [(253, .u32(start)), (0, .u16(0)), (6, .u8(100)), (9, .u32(2_000_000))])
    fit.define(2, as: 132, beats)
    for _ in 0..<ImportLimits.samples / 4 { fit.add(2, beats.map(\.1)) }
    let content = try #require(try content(fit.file()))
    expectEqual([content.isDamaged, content.samples.isThinned], [false, true])
  }

  @Test func `what is not known is skipped by its size`() throws {
    var fit = SmallFIT.empty()
    fit.add(5, message: 0xFF00, [(1, .bytes([UInt8](repeating: 9, count: 250)))])
    fit.define(
      1, as: 20,
      [
        (253, .u32(0)), (99, .raw([1, 2, 3], code: 0x84)), (98, .raw([7], code: 0x1F)),
        // Power whose size fits no 16 bits says nothing.
        (7, .raw([1, 2, 3], code: 0x84)), (3, .u8(0)), (55, .text("", size: 0)),
      ])
    fit.add(
      1,
      [
        SmallFIT.stamp(), .raw([1, 2, 3], code: 0), .raw([7], code: 0),
        .raw([1, 2, 3], code: 0), .u8(140),
      ])
    let content = try #require(try content(fit.file()))
    expectEqual(content.samples.list.map(\.heartRate), [140])
    #expect(content.samples.list[0].power.isNaN)
  }

  static let invalid: [FITValue] = [
    .enumeration(.max), .s8(.max), .u8(.max), .u8z(0), .s16(.max), .u16(.max), .u16z(0),
    .s32(.max), .u32(.max), .u32z(0), .f32(.init(bitPattern: .max)), .f64(.init(bitPattern: .max)),
    .s64(.max), .u64(.max), .u64z(0), .bytes([0xFF]), .text("250", size: 4),
  ]
  static let valid: [FITValue] = [
    .enumeration(25), .s8(25), .u8(25), .u8z(25), .s16(25), .u16(25), .u16z(25), .s32(25),
    .u32(25), .u32z(25), .f32(25), .f64(25), .s64(25), .u64(25), .u64z(25), .bytes([25]),
  ]

  @Test(arguments: [false, true])
  func `every type has its values and its invalid one`(_ isBigEndian: Bool) throws {
    func powers(_ values: [FITValue]) throws -> [Float] {
      var fit = SmallFIT.empty(isBigEndian: isBigEndian)
      for value in values {
        fit.add(1, message: 20, [(253, SmallFIT.stamp()), (7, value)])
      }
      return try samples(in: fit.file()).map(\.power)
    }
    try expectEqual(powers(Self.valid), [Float](repeating: 25, count: Self.valid.count))
    let nothing = try powers(Self.invalid)
    expectEqual(nothing.count, Self.invalid.count)
    #expect(nothing.allSatisfy { $0.isNaN })
  }

  @Test func `sensor zeros and impossible values are nothing`() throws {
    var fit = SmallFIT.empty()
    fit.add(
      1, message: 20,
      [
        (253, SmallFIT.stamp()), (3, .u8(0)), (7, .f64(1e300)),
        (0, .s32(0)), (1, .s32(0)), (5, .f64(-1e308)), (73, .f32(1e30)),
      ])
    let sample = try #require(try content(fit.file())?.samples.list.first)
    #expect(sample.heartRate.isNaN && sample.power.isNaN && sample.latitude.isNaN)
    #expect(sample.distance.isNaN && sample.speed.isNaN)
  }

  @Test func `each session is a ride`() throws {
    var fit = SmallFIT(seconds: 300, local: nil, hasSession: false).writer
    let sessions: [(start: Int64, sport: UInt8)] = [(0, 5), (100, 3), (120, 2)]
    for (index, session) in sessions.enumerated().reversed() {
      let end = index < 2 ? sessions[index + 1].start : 300
      let milliseconds = FITValue.u32(UInt32(end - session.start) * 1000)
      let start = FITValue.u32(FITWriter.stamp(SmallFIT.start + session.start))
      fit.add(
        2, message: 18,
        [(2, start), (5, .enumeration(session.sport)), (7, milliseconds), (8, milliseconds)])
    }
    let rides = try rides(in: fit.file())
    expectEqual(rides.map(\.sport), ["swimming", "transition", "cycling"])
    expectEqual(rides.map(\.durationSeconds), [100, 20, 180])
    expectEqual(rides.map(\.measuredPower), [false, false, true])
    expectEqual(rides.map(\.maxPowerWatts), [199, 169, 199])
    expectEqual(rides.map(\.distanceMetres), [792, 160, 1440])
    expectEqual(Set(rides.map(\.id)).count, 3)
  }

  @Test(
    arguments: [
      (15, 1561, .garmin, "Garmin Edge 510"), (1, 65_000, .garmin, "Garmin"),
      (281, 1, .trainerroad, "TrainerRoad"), (260, 0, .files, "Zwift"), (9_999, 0, .files, nil),
    ] as [(UInt16, UInt16, Source, String?)])
  func `the maker tells whose it is`(
    _ maker: UInt16, _ product: UInt16, _ source: Source, _ device: String?
  ) throws {
    let content = try content(SmallFIT(maker: maker, product: product).writer.file())
    #expect(content?.source == source && content?.device == device)
  }

  /// "Lezyne" alone is known of these.
  @Test(arguments: [[0x7F, 0xFF], [0x4D, 0x07, 0x41], [0xE2, 0x80]] as [[UInt8]])
  func `a name read from damage is none`(_ name: [UInt8]) throws {
    var fit = FITWriter()
    fit.add(message: 0, [(0, .enumeration(4)), (1, .u16(258)), (8, .raw(name, code: 7))])
    fit.define(1, as: 20, SmallFIT.recordFields)
    for second in 0..<60 { fit.add(1, SmallFIT().record(second)) }
    try expectEqual(rides(in: fit.file()).map(\.device), ["Lezyne"])
  }

  @Test(
    arguments: [
      (0, 0), (3_600, 3_600), (-34_200, -34_200), (20_700, 20_700), (20_705, 20_700),
      (400, nil), (15 * 3600, nil), (500_000_000, nil),
    ] as [(Int64, Int?)])
  func `the local clock is believed on the quarter hour`(_ local: Int64, _ offset: Int?) throws {
    try expectEqual(content(SmallFIT(local: local).writer.file())?.localOffset, offset)
  }
}
