// Bounds what compressed files may unpack to.

/// The bytes that one import may unpack, shared by all its archives and their members.
final class UnpackBudget {
  /// 64 GB.
  static let most: Int64 = 64_000_000_000
  /// The highest plausible compression ratio of text.
  private static let largestRatio: Int64 = 1000
  /// The size from which the ratio is checked, in bytes.
  private static let ratioThreshold: Int64 = 10_000_000

  private var left: Int64
  private let isStopped: () -> Bool

  /// - Parameters:
  ///   - most: the unpacked bytes of all levels together.
  ///   - isStopped: whether the import was cancelled. Asked at every level: a few bytes of the file
  ///     may take minutes to unpack.
  init(most: Int64 = most, isStopped: @escaping () -> Bool = { false }) {
    left = most
    self.isStopped = isStopped
  }

  /// Counts `count` more bytes of a member that was unpacked from `packed` bytes to `unpacked`.
  ///
  /// - Throws: `damaged` if these are too many, `stopped`.
  func add(_ count: Int, unpacked: Int64, packed: Int64) throws(ImportFault) {
    if isStopped() { throw .stopped }
    left = max(-1, left - Int64(count))
    guard left >= 0,
      unpacked < Self.ratioThreshold || unpacked / Self.largestRatio <= packed
    else { throw .damaged(line: nil) }
  }
}
