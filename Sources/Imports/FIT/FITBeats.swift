// The heart rate that a strap stored while the recorder was out of reach, and sent afterwards.

import Model

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
      let (low, middle, high) = (
        UInt32(bytes[at]), UInt32(bytes[at + 1]), UInt32(bytes[at + 2])
      )
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
