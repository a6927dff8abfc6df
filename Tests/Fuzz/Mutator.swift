// Changes inputs by whole words and lines, beside libFuzzer's changes by bytes: two rows that
// differ in one number are rare among random bytes and usual in the output of programs.

import Support

#if FUZZER
  @_silgen_name("LLVMFuzzerMutate")
  private func mutateBytes(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int
  ) -> Int

  /// libFuzzer calls this for each new input; returns its size.
  @_cdecl("LLVMFuzzerCustomMutator")
  func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt
  ) -> Int {
    var random = SeededRandom(seed: UInt64(seed))
    guard let target = Target.chosen, target.isText, random.pick(0...2) > 0 else {
      return mutateBytes(bytes, count, capacity)
    }
    let old = Array(UnsafeBufferPointer(start: bytes, count: count))
    let new = Mutation(old, target.words).mutated(&random).prefix(capacity)
    for (index, byte) in new.enumerated() { bytes[index] = byte }
    return new.count
  }
#endif

/// An input of lines and words.
struct Mutation {
  private static let breaks = (0...255).map { byte in
    " \n\r\0,:;=\"[](){}<>|".utf8.contains(UInt8(byte)) || byte == 0xFF
  }
  private let bytes: [UInt8]
  private let words: [String]

  init(_ bytes: [UInt8], _ words: [String]) { (self.bytes, self.words) = (bytes, words) }

  /// Replaces some words of a line; half of the time the line as it was stays before or after it.
  func mutated(_ random: inout SeededRandom) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    let place = random.pick(0...bytes.count - 1)
    let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
    let old = bytes[start..<end]
    var new = Array(old)
    for _ in 0..<random.pick([1, 1, 2, 3]) { replaceWord(in: &new, &random) }
    switch random.pick(0...3) {
    case 0: new = new + [0x0A] + old
    case 1: new = old + [0x0A] + new
    default: break
    }
    return bytes[..<start] + new + bytes[end...]
  }

  /// A number is mostly replaced by a number, so that a row stays a row.
  private func replaceWord(in line: inout [UInt8], _ random: inout SeededRandom) {
    let starts = line.indices.filter { index in
      !Self.isBreak(line[index]) && (index == 0 || Self.isBreak(line[index - 1]))
    }
    guard !starts.isEmpty else { return }
    let start = random.pick(starts)
    let end = line[start...].firstIndex(where: Self.isBreak) ?? line.endIndex
    let isNumber = Self.isDigit(line[start]) && random.pick(0...3) > 0
    let words = isNumber ? words.filter { $0.utf8.first.map(Self.isDigit) == true } : words
    if !words.isEmpty { line.replaceSubrange(start..<end, with: Array(random.pick(words).utf8)) }
  }

  private static func isBreak(_ byte: UInt8) -> Bool { breaks[Int(byte)] }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
