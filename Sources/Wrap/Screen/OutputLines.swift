// Splits a command's output into lines that are safe to show.

import Model
import Platform
import Terminal

/// Splits one output of a command. LF and CR LF end a line. CR, backspace, movements of the cursor
/// and erasures (CSI K and J, ESC c) are carried out on the lines they concern, tabs move to stops
/// of 8, and colours are kept beside the text. Other controls are removed. Invalid UTF-8 becomes
/// U+FFFD. Lines over 256 KiB are split to bound memory; shorter ones can be read back from a
/// recording.
struct OutputLines: Sendable {
  static let longest = 1 << 18
  /// The most of an unfinished line that is shown, in columns.
  private static let shown = 1 << 12
  /// Rows that have not been redrawn for this long are no longer kept.
  private static let quiet = Duration.seconds(2)
  /// More rows than a screen has.
  private static let mostRows = 400
  /// Taskbar states, and requests for the cursor's position, that are kept until they are asked for.
  private static let mostStates = 16
  /// The usual stdio buffer size in bytes; other programs use multiples of it. Output in whole
  /// buffers was cut anywhere, and the rest of its last line follows.
  private static let buffer = 1 << 12

  private let stream: OutputStream
  /// The rows, without the bytes that are not understood yet.
  var screen: OutputScreen
  private var parser = ControlParser()
  /// The beginning of a character that was split between chunks.
  private var pending: [UInt8] = []
  /// When the cursor last moved up.
  private var movedUp = Moment(nanoseconds: .min)
  /// The latest taskbar states (OSC 9;4).
  var states: [Taskbar.State] = []
  /// The columns of the cursor, from 0, when the program asked for its position (CSI 6 n).
  var positions: [Int] = []
  /// The last text written elsewhere on the screen, as by programs that keep a progress bar in the
  /// bottom line.
  private var aside: DisplayText?
  /// The line that has not ended, if there is one to show.
  private(set) var open: OpenLine?

  /// - Parameter isOnScreen: whether lines get their colours and can be taken back; those of a log
  ///   cannot.
  init(_ stream: OutputStream = .standardOutput, isOnScreen: Bool = true) {
    self.stream = stream
    screen = OutputScreen(stream, isOnScreen: isOnScreen)
  }

  /// The rows of the screen that the cursor can move up; more in a log.
  var height: Int {
    get { screen.height }
    set { fit(rows: newValue + 1, reachable: newValue) }
  }

  /// Sets the rows of the screen, and how many above the last one can still be changed.
  mutating func fit(rows: Int, reachable: Int) {
    screen.height = min(max(1, rows - 1), Self.mostRows)
    screen.reachable = min(max(1, reachable), OutputHistory.most, screen.height)
  }

  /// The columns of the screen, if the program knows them; nil if it does not.
  var width: Int? {
    get { screen.width == .max ? nil : screen.width }
    set { screen.width = newValue.map { max(2, $0) } ?? .max }
  }

  /// Adds bytes read at `moment` and calls `body` with completed lines and changes of earlier ones,
  /// in order.
  mutating func take(
    _ bytes: [UInt8], at moment: Moment = Moment(nanoseconds: 0),
    _ body: (OutputChange) -> Void
  ) {
    split(bytes, at: moment, body)
    showUnfinished(isCut: bytes.count % Self.buffer == 0)
  }

  /// - Parameter isCut: whether the output may end anywhere.
  private mutating func showUnfinished(isCut: Bool) {
    defer { aside = nil }
    let unfinished = unfinished
    if let aside, !aside.isBlank, unfinished?.isBlank ?? true {
      return open = OpenLine(text: aside, isRedrawn: true)
    }
    guard let text = unfinished, !text.isBlank, screen.isRewritten || !isCut else {
      return open = nil
    }
    open = OpenLine(text: text, isRedrawn: screen.isRewritten)
  }

  /// What is not finished, as a screen shows it.
  var openRows: OpenRows { screen.reach == 0 && open == nil ? OpenRows() : screen.openRows }

  /// The rows that are redrawn, as a screen shows them.
  var redrawn: [LogLine] { screen.reach > 0 ? screen.openRows.lines : [] }

  private mutating func split(
    _ bytes: [UInt8], at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    screen.fit(body)
    var start = 0
    // Where plain lines end that are too few.
    var few = 0
    while start < bytes.count {
      if start >= few, isFresh,
        let lines = PlainLines(in: bytes, of: stream, from: start, to: &few)
      {
        body(.lines(lines))
        start = few
      }
      let end = bytes.firstIndex(of: 0x0A, from: start)
      if let end, isFresh, let text = plainLine(bytes, start, end) {
        body(.line(LogLine(stream: stream, text: text)))
        screen.history.append(.plain(text))
        start = end + 1
      } else {
        let next = end.map { $0 + 1 } ?? bytes.count
        interpret(bytes[start..<next], at: moment, body)
        start = next
      }
    }
  }

  /// The unfinished line as a terminal would show it, possibly blank; nil if none has begun.
  var unfinished: DisplayText? { screen.unfinished(limit: Self.shown) }

  /// Emits the unfinished line as a line of its own; nil if there is none. Later bytes form another
  /// line.
  mutating func cut() -> LogLine? {
    open = nil
    return screen.cut()
  }

  /// Emits the lines that are left: the unterminated last one, if it shows anything, and before it
  /// those that were redrawn.
  mutating func end(_ body: (OutputChange) -> Void) {
    open = nil
    if !pending.isEmpty { screen.put(0xFFFD, body) }
    pending = []
    screen.end(body)
    parser = ControlParser()
  }

  private var isFresh: Bool { pending.isEmpty && parser.isInGround && screen.isFresh }

  /// A line that needs no interpretation, which nearly all lines are: printable ASCII, and a blank
  /// at its end only if no CR follows, which makes it erased text; nil for another.
  private func plainLine(_ bytes: [UInt8], _ start: Int, _ end: Int) -> DisplayText? {
    var end = end
    while end > start, bytes[end - 1] == 0x0D { end -= 1 }
    let isErased = bytes[end] == 0x0D && end > start && bytes[end - 1] == 0x20
    guard !isErased, end - start < Self.longest else { return nil }
    return bytes.withUnsafeBufferPointer {
      DisplayText(printableASCII: UnsafeBufferPointer(rebasing: $0[start..<end]))
    }
  }

  // MARK: Interpretation

  private mutating func interpret(
    _ bytes: ArraySlice<UInt8>, at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    var text = bytes
    if !pending.isEmpty {
      text = (pending + bytes)[...]
      pending = []
    }
    let whole = wholeCharacters(of: text)
    pending = Array(text[whole.endIndex...])
    var rest = whole
    while let first = rest.first {
      var end = rest.startIndex + 1
      if first >= 0x80 {
        while end < rest.endIndex, rest[end] >= 0x80 { end += 1 }
        for scalar in String(decoding: rest[..<end], as: UTF8.self).unicodeScalars {
          take(scalar.value, at: moment, body)
        }
      } else if parser.isInGround, isPrintable(first) {
        while end < rest.endIndex, isPrintable(rest[end]) { end += 1 }
        screen.isBegun = true
        screen.put(ascii: rest[..<end], body)
      } else {
        take(UInt32(first), at: moment, body)
      }
      rest = rest[end...]
    }
  }

  private func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  private mutating func take(
    _ scalar: UInt32, at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    if scalar != 0x0A { screen.isBegun = true }
    switch parser.take(scalar) {
    case .nothing: break
    case .print: screen.put(scalar, body)
    case .control: control(scalar, at: moment, body)
    case .sequence(let final): move(final, at: moment, body)
    case .reset:
      screen.setStyle([], parts: 0)
      eraseAll(at: moment, body)
    case .nextLine: control(0x0A, at: moment, body)
    case .reverseIndex:
      movedUp = moment
      screen.reverseIndex(body)
    case .saveCursor: screen.save()
    case .restoreCursor: aside = screen.restore() ?? aside
    case .command:
      guard let state = Taskbar.State(command: parser.command) else { break }
      if states.count == Self.mostStates { states.removeFirst() }
      states.append(state)
    }
  }

  private mutating func control(
    _ scalar: UInt32, at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    switch scalar {
    case 0x08: screen.back(1)
    case 0x09: screen.tab(body)
    case 0x0A: screen.endRow(isQuiet: moment - movedUp >= Self.quiet, body)
    case 0x0D: screen.returnToStart()
    default: break
    }
  }

  /// Carries out a CSI sequence.
  private mutating func move(
    _ final: UInt8, at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    let count = parser.parameter(0, or: 1)
    switch final {
    case "m": screen.setStyle(parser.parameters, parts: parser.parts)
    case "A", "F":
      movedUp = moment
      screen.up(count, body)
      if final == UInt8(ascii: "F") { screen.returnToStart() }
    case "B": screen.down(count)
    case "E":
      screen.down(count)
      screen.returnToStart()
    case "C": screen.forward(count)
    case "D": screen.back(count)
    case "G": screen.move(toColumn: count - 1)
    case "K": screen.eraseInRow(parser.parameter(0, or: 0))
    case "P": screen.deleteCells(count)
    case "@": screen.insertBlanks(count)
    case "J":
      switch parser.parameter(0, or: 0) {
      case 0: screen.eraseBelow()
      case 2: eraseAll(at: moment, body)
      default: break
      }
    case "H", "f":
      if screen.saved != nil { return screen.leaveRow() }
      movedUp = moment
      screen.move(toRow: count - 1, column: parser.parameter(1, or: 1) - 1, body)
    case "n":
      if parser.parameter(0, or: 0) == 6, positions.count < Self.mostStates {
        positions.append(screen.column)
      }
    case "L": screen.shiftRows(by: -count, body)
    case "M": screen.shiftRows(by: count, body)
    case "S": screen.scrollRegion(by: count, body)
    case "T": screen.scrollRegion(by: -count, body)
    case "r":
      movedUp = moment
      let end = parser.parameter(1, or: .max)
      screen.setRegion(count - 1..<max(count, end), body)
    case "s": screen.save()
    case "u": aside = screen.restore() ?? aside
    default: break
    }
  }

  private mutating func eraseAll(at moment: Moment, _ body: (OutputChange) -> Void) {
    movedUp = moment
    screen.eraseAll(body)
  }
}

/// Drops an incomplete character at the end.
private func wholeCharacters(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let tail = bytes.suffix(3)
  guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
  let length =
    switch bytes[lead] {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
}
