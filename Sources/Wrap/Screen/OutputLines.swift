// Splits a command's output into lines that are safe to show.

import Model
import Platform
package import Terminal

/// What the output of a command is shown on.
package enum OutputKind: Sendable {
  /// Nothing can be taken back: a page begins below the one before.
  case log
  /// The last rows can be changed.
  case rows
  /// The same, and the command can have all of the screen.
  case terminal
}

/// What the output of a command asks of its terminal.
package struct TerminalRequests: Sendable {
  /// The whole screen, which the command takes from there on.
  package fileprivate(set) var screen: ScreenRequest?
  /// The states of the taskbar (OSC 9;4).
  package fileprivate(set) var taskbar: [Taskbar.State] = []
  /// Sequences that change what keys, the mouse and pasting send.
  package fileprivate(set) var modes: [UInt8] = []
  /// The columns of the cursor, from 0, where it asks for its position (CSI 6 n).
  package fileprivate(set) var positions: [Int] = []
}

/// A command takes the whole screen of its terminal.
package struct ScreenRequest: Sendable {
  /// Whether it is the alternate screen; else the command addresses rows of the one that it has.
  package let isAlternate: Bool
  /// The bytes that show the screen as the command knows it.
  package let page: [UInt8]
  /// The sequence that takes it, and what follows.
  package fileprivate(set) var rest: [UInt8]
}

/// Splits one output of a command. LF and CR LF end a line. CR, backspace, movements of the cursor
/// relative to where it is and to the first row, and erasures are carried out on the rows they
/// concern, tabs move to stops of 8, and colours are kept beside the text. Other controls are
/// removed. Invalid UTF-8 becomes U+FFFD. Lines over 256 KiB are split to bound memory; shorter
/// ones can be read back from a recording.
struct OutputLines: Sendable {
  /// The most of an unfinished line that is shown, in columns.
  private static let shown = 1 << 12
  /// Rows that have not been redrawn for this long are no longer open.
  private static let quiet = Duration.seconds(2)

  private let kind: OutputKind
  /// The rows, without the bytes that are not understood yet.
  private(set) var rows: OutputRows
  private var parser = ControlParser()
  /// The beginning of a character that was split between chunks.
  private var pending: [UInt8] = []
  /// When the latest bytes were read, and when the cursor last moved up.
  private var now = Moment(nanoseconds: 0)
  private var movedUp = Moment(nanoseconds: .min)
  /// The first row that it moved up to then.
  private var top = 0
  /// What the latest bytes ask for.
  private var asked = TerminalRequests()
  /// Whether it has asked for the cursor keys of applications (DECSET 1).
  private var hasKeys = false

  init(_ stream: OutputStream = .standardOutput, _ kind: OutputKind = .rows) {
    self.kind = kind
    rows = OutputRows(stream)
  }

  /// Sets the size of the screen; a log has none.
  mutating func fit(columns: Int, rows count: Int) {
    if kind != .log { rows.fit(columns: columns, rows: count) }
  }

  /// The line that has not ended as a terminal would show it, if it shows anything.
  var open: OpenLine? {
    let text = rows.unfinished(limit: Self.shown)
    return text.isBlank ? nil : OpenLine(text: text, isRedrawn: rows.isRewritten)
  }

  /// What is not finished, as a screen shows it.
  var openRows: OpenRows { kind == .log ? OpenRows() : rows.openRows }

  /// The rows that are redrawn, as they are now, with those that the same bytes add to them; none
  /// once lines follow below them.
  var redrawn: [LogLine] {
    if movedUp == now { return rows.lines(from: top) }
    return rows.isMoving && !rows.isExtended ? rows.openRows.lines : []
  }

  /// Adds bytes read at `moment` and calls `body` with completed lines and changes of earlier ones,
  /// in order.
  mutating func feed(
    _ bytes: [UInt8], at moment: Moment = Moment(nanoseconds: 0), _ body: (OutputChange) -> Void
  ) -> TerminalRequests {
    (now, asked) = (moment, TerminalRequests())
    let text = pending.isEmpty ? bytes : pending + bytes
    let end = endOfWholeCharacters(text)
    pending = Array(text[end...])
    // Where plain lines end that are too few.
    var (at, few) = (0, 0)
    while at < end, asked.screen == nil {
      if at >= few, parser.isInGround, rows.isFresh,
        let lines = PlainLines(in: text, of: rows.stream, from: at, to: &few)
      {
        body(.lines(lines))
        rows.skip(lines.count)
        at = few
      } else {
        at = interpret(text[at..<end], body)
      }
    }
    if asked.screen != nil {
      rows.cut(body)
      // An incomplete character at the end goes with the rest.
      asked.screen?.rest += text[at...]
      pending = []
    }
    return asked
  }

  /// Passes on what is not finished. Later bytes form another line.
  mutating func cut(_ body: (OutputChange) -> Void) { rows.cut(body) }

  /// Passes on the lines that are left: the unterminated last one, if it shows anything, and before
  /// it those that were redrawn.
  mutating func end(_ body: (OutputChange) -> Void) {
    if !pending.isEmpty { rows.put("\u{FFFD}", body) }
    pending = []
    rows.end(body)
    parser = ControlParser()
  }

  // MARK: Interpretation

  /// Takes a control, or text as long as it is of one kind.
  ///
  /// - Returns: the index after it.
  private mutating func interpret(_ text: ArraySlice<UInt8>, _ body: (OutputChange) -> Void) -> Int
  {
    let first = text[text.startIndex]
    if first >= 0x80 {
      let part = text.prefix { $0 >= 0x80 }
      for scalar in String(decoding: part, as: UTF8.self).unicodeScalars { feed(scalar, body) }
      return part.endIndex
    }
    if parser.isInGround, isPrintable(first) {
      let part = text.prefix(while: isPrintable)
      rows.put(ascii: part, body)
      return part.endIndex
    }
    feed(Unicode.Scalar(first), body)
    return text.startIndex + 1
  }

  private func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  private mutating func feed(_ scalar: Unicode.Scalar, _ body: (OutputChange) -> Void) {
    switch parser.feed(scalar.value) {
    case .nothing: break
    case .print: rows.put(scalar, body)
    case .control: control(scalar, body)
    case .sequence(let final): move(final, body)
    case .modes(isOn: true) where parser.isAboutAlternateScreen:
      ask(isAlternate: true, UInt8(ascii: "h"))
    case .modes(let isOn):
      if parser.parameters.contains(1) { hasKeys = isOn }
      if parser.isForKeys { pass("[", parser.content, isOn ? "h" : "l") }
    case .escape(let final):
      switch final {
      case "=", ">": pass("", [final], "")
      case "7": rows.save()
      case "8": rows.restore()
      case "D", "E": control("\n", body)
      case "M": up(1)
      case "c":
        rows.setStyle([], parts: 0)
        clear(body)
      default: break
      }
    case .command:
      if let state = Taskbar.State(command: parser.content) { asked.taskbar.append(state) }
    }
  }

  /// Passes a sequence on to a terminal.
  private mutating func pass(_ start: String, _ content: [UInt8], _ end: String) {
    if kind == .terminal { asked.modes += [0x1B] + Array(start.utf8) + content + Array(end.utf8) }
  }

  private mutating func control(_ scalar: Unicode.Scalar, _ body: (OutputChange) -> Void) {
    switch scalar {
    case "\u{8}": rows.move(by: -1)
    case "\t": rows.tab(body)
    case "\n": rows.endRow(isQuiet: now - movedUp >= Self.quiet, body)
    case "\r": rows.returnToStart()
    default: break
    }
  }

  /// Carries out a CSI sequence.
  private mutating func move(_ final: UInt8, _ body: (OutputChange) -> Void) {
    let count = parser.parameter(or: 1)
    switch final {
    case "m": rows.setStyle(parser.parameters, parts: parser.parts)
    case "A", "F":
      up(count)
      if final == UInt8(ascii: "F") { rows.returnToStart() }
    case "B", "E":
      rows.down(count)
      if final == UInt8(ascii: "E") { rows.returnToStart() }
    case "C": rows.move(by: count)
    case "D": rows.move(by: -count)
    case "G": rows.move(toColumn: count - 1)
    case "K": rows.eraseInRow(parser.parameter(or: 0))
    case "P": rows.deleteCells(count)
    case "@": rows.insertBlanks(count)
    case "J":
      switch parser.parameter(or: 0) {
      // Many terminals clear the screen by this.
      case 0 where rows.isAtHome: clear(body)
      case 0: rows.eraseBelow()
      case 2: clear(body)
      default: break
      }
    case "n": if parser.parameter(or: 0) == 6 { asked.positions.append(rows.column) }
    case "s": rows.save()
    case "u": rows.restore()
    case "H", "f", "r": address(final, body)
    case "d", "L", "M", "S", "T": ask(isAlternate: false, final)
    default: break
    }
  }

  private mutating func up(_ count: Int) {
    rows.up(count)
    noteRedraw()
  }

  private mutating func noteRedraw() {
    top = movedUp == now ? min(top, rows.row) : rows.row
    movedUp = now
  }

  /// Moves the cursor to a place of the screen, or sets the rows that scroll. In a log, where
  /// nothing is written over, another line begins.
  private mutating func address(_ final: UInt8, _ body: (OutputChange) -> Void) {
    // With the cursor keys of applications, all of the screen is drawn: as top does.
    let isHome = kind != .log && !hasKeys && parser.parameters.allSatisfy { $0 <= 1 }
    if !isHome { return kind == .terminal ? ask(isAlternate: false, final) : rows.cut(body) }
    rows.goHome()
    noteRedraw()
  }

  private mutating func clear(_ body: (OutputChange) -> Void) {
    if kind == .log { return rows.cut(body) }
    rows.clear()
    noteRedraw()
    body(.cleared)
  }

  /// The command is to get the whole screen, where it can have it.
  private mutating func ask(isAlternate: Bool, _ final: UInt8) {
    guard kind == .terminal else { return }
    asked.screen = ScreenRequest(
      isAlternate: isAlternate, page: rows.page,
      rest: Array("\u{1B}[".utf8) + parser.content + [final])
  }
}

/// Where an incomplete character begins that may go on in the next bytes.
private func endOfWholeCharacters(_ bytes: [UInt8]) -> Int {
  guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
    return bytes.count
  }
  let length =
    switch bytes[lead] {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  return bytes.count - lead < length ? lead : bytes.count
}
