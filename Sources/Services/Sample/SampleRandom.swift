// Deterministic random numbers, the same on every machine and in every run.

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SampleRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// An integer in the range.
  mutating func pick(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A number around `middle`, bell-shaped, at most `spread` away.
  mutating func around(_ middle: Double, _ spread: Double) -> Double {
    let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double(next() >> 11) * 0x1p-53 }
    return middle + (sum / 2 - 1) * spread
  }
}
