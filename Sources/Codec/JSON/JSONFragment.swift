// Stores parts of JSON text in a buffer: names with their quotes, and short copies.

/// Stores parts of JSON text in a buffer that is large enough.
enum JSONFragment {
  /// Stores a name that needs no escapes, with quotes and colon. Returns the number of bytes: three
  /// more than the name has.
  @inline(__always)
  static func put(key name: StaticString, at output: UnsafeMutablePointer<UInt8>) -> Int {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    assert(ByteWord.endOfPlainText(name, from: 0, deleteIsPlain: false) == name.count)
    output[0] = UInt8(ascii: "\"")
    (output + 1).copy(name)
    let end = output + (name.count &+ 1)
    end[0] = UInt8(ascii: "\"")
    end[1] = UInt8(ascii: ":")
    return name.count &+ 3
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Copies all of `bytes` here. Most copies are short: two overlapping moves of eight, four or two
  /// bytes cost less than a call.
  @inline(__always)
  func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    let count = bytes.count
    switch count {
    case 8...16:
      move(UInt64.self, from: source, at: 0)
      move(UInt64.self, from: source, at: count &- 8)
    case 4..<8:
      move(UInt32.self, from: source, at: 0)
      move(UInt32.self, from: source, at: count &- 4)
    case 2..<4:
      move(UInt16.self, from: source, at: 0)
      move(UInt16.self, from: source, at: count &- 2)
    default:
      update(from: source, count: count)
    }
  }

  @inline(__always)
  private func move<Word: BitwiseCopyable>(
    _: Word.Type, from source: UnsafePointer<UInt8>, at offset: Int
  ) {
    UnsafeMutableRawPointer(self).storeBytes(
      of: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: Word.self),
      toByteOffset: offset, as: Word.self)
  }
}
