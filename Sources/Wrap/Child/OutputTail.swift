// The end of a command's output, kept until it is known whether the command failed.

import Model
import Terminal

/// How kept output reaches its stream.
package enum KeptForm: Sendable {
  /// Byte for byte.
  case bytes
  /// As a terminal shows it: whole lines without controls, with their colours or without.
  case lines(hasColors: Bool)
}

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
    fileprivate var endsLine: Bool { bytes.last == 0x0A }
  }

  /// Those from `first` on are kept; those before are dropped already.
  private var all: [Part] = []
  private var first = 0
  private var size = 0
  /// Whether the first that is kept is the rest of a line.
  private var isTorn = false

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
      dropFirst()
    }
    // Of a line of several parts, the rest goes with the first.
    while isTorn, parts.count > 1 { dropFirst() }
    if first > Self.most.lines {
      all.removeSubrange(..<first)
      first = 0
    }
  }

  private mutating func dropFirst() {
    size -= all[first].bytes.count
    isTorn = !all[first].endsLine
    all[first].bytes = []
    first += 1
  }

  /// What is kept, in order, in the form that each stream gets it.
  func shown(
    in form: (OutputStream) -> KeptForm
  ) -> [(stream: OutputStream, bytes: [UInt8])] {
    var shown: [(stream: OutputStream, number: Int?, bytes: [UInt8])] = []
    var output = CommandOutput(.log)
    func take(_ change: OutputChange, _ stream: OutputStream, _ hasColors: Bool) {
      switch change {
      case .line(let line), .again(let line):
        // A line takes the place of those that had its number or a later one.
        let number = line.number ?? 0
        func isOver(_ former: Int?) -> Bool { former ?? -1 >= number }
        if isOver(shown.last { $0.stream == stream }?.number) {
          shown.removeAll { $0.stream == stream && isOver($0.number) }
        }
        let styled = hasColors ? line.styled?.sequence : nil
        shown.append((stream, number, Array((styled ?? line.text.description).utf8) + [0x0A]))
      case .lines(let lines): shown.append((stream, nil, lines.bytes))
      case .cleared: break
      }
    }
    for part in parts {
      switch form(part.stream) {
      case .bytes: shown.append((part.stream, nil, part.bytes))
      case .lines(let hasColors):
        // A log asks for no screen.
        _ = output.take(part.bytes, from: part.stream, at: Moment(nanoseconds: 0)) {
          take($0, part.stream, hasColors)
        }
      }
    }
    for stream in OutputStream.allCases {
      guard case .lines(let hasColors) = form(stream) else { continue }
      output.end(stream) { take($0, stream, hasColors) }
    }
    return shown.map { ($0.stream, $0.bytes) }
  }
}
