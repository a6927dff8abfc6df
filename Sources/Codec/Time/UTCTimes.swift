// Times of lines that were written one after another: most are the same second as the one before.

/// Reads one time after another, and the same one again for next to nothing.
package struct UTCTimes: Sendable {
  /// The text that was read last, in three words of which the last two overlap.
  private var last = SIMD3<UInt64>()
  private var seconds: Int64?

  package init() {}

  /// As ``UTCTime/seconds(utf8:)``.
  package mutating func seconds(utf8 text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count == UTCTime.length else { return nil }
    let words = SIMD3(
      ByteWord.load(text, at: 0), ByteWord.load(text, at: 8),
      ByteWord.load(text, at: UTCTime.length - 8))
    if words != last {
      last = words
      seconds = UTCTime.seconds(utf8: text)
    }
    return seconds
  }
}
