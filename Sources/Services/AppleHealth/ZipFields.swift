// Numbers in the headers of zip archives: little-endian, at fixed places.

/// The bytes of a header.
struct ZipFields {
  private let bytes: ArraySlice<UInt8>

  /// nil when there are not `count` bytes.
  init?(_ bytes: some Collection<UInt8>, count: Int) {
    guard bytes.count >= count else { return nil }
    self.bytes = ArraySlice(bytes)
  }

  func number16(_ at: Int) -> Int { Int(number(at, bytes: 2)) }

  func number32(_ at: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(at, bytes: 4)) }

  /// nil for what no file can be as long as.
  func number64(_ at: Int) -> Int64? { Int64(exactly: number(at, bytes: 8)) }

  /// `at` must leave room for the number.
  private func number(_ at: Int, bytes count: Int) -> UInt64 {
    bytes.dropFirst(at).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
