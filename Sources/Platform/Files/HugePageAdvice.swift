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
