// The end of a command's output, kept until it is known whether the command failed.

import Model

/// How kept output reaches its stream.
package enum KeptForm: Sendable {
  /// Byte for byte.
  case bytes
  /// As a terminal shows it: whole lines without controls, with their colours or without.
  case lines(hasColors: Bool)
}

/// The last lines of both outputs, byte for byte, in the order in which they arrived.
struct OutputTail {
  /// The lines that are shown at most, and the bytes after which half of them goes.
  private static let most = (lines: 1000, bytes: 8 << 20)

  /// Lines, and parts of lines where the outputs take turns.
  private var lines: [(stream: OutputStream, bytes: [UInt8])] = []
  private var size = 0

  mutating func append(_ bytes: [UInt8], from stream: OutputStream) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 }
      let part = rest[..<(end ?? rest.endIndex)]
      rest = rest[part.endIndex...]
      let last = lines.count - 1
      if last >= 0, lines[last].stream == stream, lines[last].bytes.last != 0x0A {
        lines[last].bytes += part
      } else {
        lines.append((stream, Array(part)))
      }
      size += part.count
      if lines.count > 2 * Self.most.lines || size > Self.most.bytes { drop() }
    }
  }

  /// Drops the first lines, half of what is kept at most: seldom, because it moves the others.
  private mutating func drop() {
    lines.removeFirst(max(0, lines.count - Self.most.lines))
    size = lines.reduce(0) { $0 + $1.bytes.count }
    while size > Self.most.bytes / 2, lines.count > 1 { size -= lines.removeFirst().bytes.count }
    // Of a longer line the end stays: it may say what failed.
    if size > Self.most.bytes / 2 {
      lines[0].bytes = Array(lines[0].bytes.suffix(64 << 10))
      size = lines[0].bytes.count
    }
  }

  /// What is kept, in order, in the form that each stream gets it.
  func shown(in form: (OutputStream) -> KeptForm) -> [(stream: OutputStream, bytes: [UInt8])] {
    var shown: [(stream: OutputStream, number: Int, bytes: [UInt8])] = []
    var output = CommandOutput(.log)
    func add(_ change: OutputChange) {
      switch change {
      case .line(let line), .again(let line):
        // A line takes the place of those that had its number or a later one.
        let number = line.number ?? 0
        shown.removeAll { $0.stream == line.stream && $0.number >= number }
        var text = line.text.description
        if case .lines(hasColors: true) = form(line.stream), let styled = line.styled {
          text = styled.sequence
        }
        shown.append((line.stream, number, Array("\(text)\n".utf8)))
      case .lines(let many): shown.append((many.stream, -1, many.bytes))
      case .cleared: break
      }
    }
    for line in lines.suffix(Self.most.lines) {
      if case .bytes = form(line.stream) {
        shown.append((line.stream, -1, line.bytes))
      } else {
        // A log asks for no screen.
        _ = output.feed(line.bytes, from: line.stream, at: Moment(nanoseconds: 0), add)
      }
    }
    for stream in OutputStream.allCases { output.end(stream, add) }
    return shown.map { ($0.stream, $0.bytes) }
  }
}
