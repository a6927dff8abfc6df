// Damage for fuzz tests: small changes to correct files, the same in every run.

import Support

extension SeededRandom {
  /// Bytes with a few changes.
  ///
  /// - Parameter words: what the format is sensitive to; inserted, or in place of other bytes.
  mutating func mutated(_ whole: [UInt8], words: [String] = []) -> [UInt8] {
    var bytes = whole
    for _ in 0..<pick(1...4) {
      let at = pick(0...bytes.count - 1)
      let end = min(bytes.count, at + pick(1...40))
      switch pick(0...8) {
      case 0: bytes[at] = UInt8(pick(0...255))
      case 1: bytes[at] ^= 1 << UInt8(pick(0...7))
      case 2: bytes[at] = pick([0x00, 0x7F, 0x80, 0xFF, 0x40, 0x50, 0x60, 0x08])
      case 3: bytes.removeSubrange(at..<end)
      case 4: bytes.insert(contentsOf: bytes[at..<end], at: pick(0...bytes.count - 1))
      case 5: for index in at..<min(end, at + 8) { bytes[index] = 0xFF }
      case 6 where !words.isEmpty: bytes.insert(contentsOf: pick(words).utf8, at: at)
      case 7 where !words.isEmpty: bytes.replaceSubrange(at..<end, with: pick(words).utf8)
      default: if pick(0...3) == 0 { bytes.removeSubrange(at...) }
      }
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }
}

/// The cases of a fuzz test: 20,000 mutations in all.
enum Mutations {
  static let seeds = Tier.cases(0..<20, quick: 2)
  /// The mutations of a case.
  static let count = 1_000
}
