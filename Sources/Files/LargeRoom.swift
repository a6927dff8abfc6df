// Large pieces of memory, and what the system can do for them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Says that all of a piece of memory is about to be filled. Where the system has large pages and gives
/// them on request, it makes hundreds of pages at a time then; a hint, and nothing else.
func expectToFill(_ room: UnsafeMutableRawBufferPointer) {
  #if os(Linux)
    guard let start = room.baseAddress else { return }
    // What a large page is on most machines.
    let page = 2 << 20
    let first = start.alignedUp(toMultipleOf: page)
    let last = (start + room.count).alignedDown(toMultipleOf: page)
    if first < last { _ = madvise(first, last - first, MADV_HUGEPAGE) }
  #endif
}

extension Array {
  /// Says that all of its capacity is about to be filled.
  package mutating func expectToFill() {
    let capacity = capacity
    withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      Files.expectToFill(
        UnsafeMutableRawBufferPointer(start: base, count: capacity * MemoryLayout<Element>.stride))
    }
  }
}
