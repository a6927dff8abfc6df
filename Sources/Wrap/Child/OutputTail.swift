// The end of a command's output, kept until it is known whether the command failed.

import Model

/// The last lines of both outputs, byte for byte, in the order in which they arrived.
struct OutputTail {
  /// The most that is kept; longer lines are kept in parts.
  private static let most = (lines: 1000, bytes: 4 << 20, part: 1 << 16)

  /// A line, or a part of one.
  struct Part {
    let stream: OutputStream
    fileprivate(set) var bytes: [UInt8]
    /// Whether nothing more belongs to it.
    fileprivate var isWhole: Bool
  }

  /// Those from `first` on are kept; those before are dropped already.
  private var all: [Part] = []
  private var first = 0
  private var size = 0

  /// What is kept, in order.
  var parts: ArraySlice<Part> { all[first...] }

  mutating func take(_ bytes: [UInt8], from stream: OutputStream) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.most.part)
      let line = part.prefix { $0 != 0x0A }
      let isLine = line.count < part.count
      add(rest.prefix(line.count + (isLine ? 1 : 0)), isLine: isLine, from: stream)
      rest = rest.dropFirst(line.count + (isLine ? 1 : 0))
    }
    drop()
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, isLine: Bool, from stream: OutputStream) {
    size += bytes.count
    if let last = parts.last, !last.isWhole, last.stream == stream {
      let index = all.count - 1
      all[index].bytes += bytes
      all[index].isWhole = isLine || all[index].bytes.count >= Self.most.part
    } else {
      all.append(Part(stream: stream, bytes: Array(bytes), isWhole: isLine))
    }
  }

  private mutating func drop() {
    while parts.count > Self.most.lines || (size > Self.most.bytes && parts.count > 1) {
      size -= all[first].bytes.count
      all[first].bytes = []
      first += 1
    }
    if first > Self.most.lines {
      all.removeSubrange(..<first)
      first = 0
    }
  }
}
