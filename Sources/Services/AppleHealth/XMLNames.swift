// The names of the elements that are open, one inside the other.

/// A stack of names with a fixed room.
struct XMLNames: ~Copyable {
  private(set) var count = 0
  private let bytes: UnsafeMutablePointer<UInt8>
  /// Where each name ends.
  private let ends: UnsafeMutablePointer<Int>

  init() {
    bytes = .allocate(capacity: XMLLimit.depth * XMLLimit.name)
    ends = .allocate(capacity: XMLLimit.depth)
  }

  deinit {
    bytes.deallocate()
    ends.deallocate()
  }

  /// Opens an element; false when there are too many, or its name is too long.
  mutating func push(_ name: UnsafePointer<UInt8>, count length: Int) -> Bool {
    guard count < XMLLimit.depth, length <= XMLLimit.name else { return false }
    let start = endOfLast
    (bytes + start).update(from: name, count: length)
    ends[count] = start + length
    count += 1
    return true
  }

  /// Whether the innermost element has this name.
  func isLast(_ name: UnsafePointer<UInt8>, count length: Int) -> Bool {
    guard count > 0 else { return false }
    let start = count > 1 ? ends[count - 2] : 0
    return ends[count - 1] - start == length && areEqual(bytes + start, name, length)
  }

  /// Closes the innermost element; there must be one.
  mutating func pop() { count -= 1 }

  private var endOfLast: Int { count > 0 ? ends[count - 1] : 0 }
}
