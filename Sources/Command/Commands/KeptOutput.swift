// The end of a command's output, kept until it is known whether the command failed.

import Model
import Reporting

/// The last lines of both outputs, byte for byte, in the order in which they arrived.
struct KeptOutput {
  /// The most that is kept; longer lines are kept in parts.
  private static let most = (lines: 1000, bytes: 4 << 20, part: 1 << 16)

  private struct Part {
    let stream: OutputStream
    var bytes: [UInt8]
    /// Whether nothing more belongs to it.
    var isWhole: Bool
  }

  /// The parts from `first` on; those before are dropped already.
  private var parts: [Part] = []
  private var first = 0
  private var size = 0

  mutating func take(_ bytes: [UInt8], from stream: OutputStream) {
    var start = 0
    while start < bytes.count {
      let limit = min(bytes.count, start + Self.most.part)
      var end = start
      while end < limit, bytes[end] != 0x0A { end += 1 }
      let isLine = end < limit
      if isLine { end += 1 }
      add(bytes[start..<end], isLine: isLine, from: stream)
      start = end
    }
    drop()
  }

  /// What is kept, in order.
  var chunks: [Chunk] {
    var chunks: [(stream: OutputStream, bytes: [UInt8])] = []
    for part in parts[first...] {
      if let last = chunks.last, last.stream == part.stream {
        chunks[chunks.count - 1].bytes += part.bytes
      } else {
        chunks.append((part.stream, part.bytes))
      }
    }
    return chunks.map { Chunk($0.stream, $0.bytes) }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, isLine: Bool, from stream: OutputStream) {
    size += bytes.count
    if let last = parts.last, !last.isWhole, last.stream == stream, parts.count > first {
      let index = parts.count - 1
      parts[index].bytes += bytes
      parts[index].isWhole = isLine || parts[index].bytes.count >= Self.most.part
    } else {
      parts.append(Part(stream: stream, bytes: Array(bytes), isWhole: isLine))
    }
  }

  private mutating func drop() {
    while parts.count - first > Self.most.lines
      || (size > Self.most.bytes && parts.count - first > 1)
    {
      size -= parts[first].bytes.count
      parts[first].bytes = []
      first += 1
    }
    if first > Self.most.lines {
      parts.removeSubrange(..<first)
      first = 0
    }
  }
}
