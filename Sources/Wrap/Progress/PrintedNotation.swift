// Finds the notations of progress in a line: percentages, counts and sizes.

import Model

/// One notation of progress in a line.
struct PrintedNotation {
  enum Kind: UInt8 {
    /// `45%`, `45.3 %`.
    case percent
    /// `[13/14]`, `7/12`, `3 of 9`.
    case count
    /// `12.5 MiB / 25.0 MiB`.
    case sizes
    /// A line that is nothing but a number, as of `pv -n`.
    case bare
  }

  let kind: Kind
  /// Its bytes, with the brackets around it.
  var range: Range<Int>
  /// The percentage, or what is done.
  let value: Double
  /// 100, or what is to be done in all; never less than `value`.
  let total: Double
  var unit: Work.Unit?
  /// Whether square brackets enclose it.
  var isSquare = false
  /// Numbers, dates and times before it without a word between, as in the rows of a table.
  var columns = 0

  var isInUnits: Bool { kind == .count || kind == .sizes }
  var fraction: Double { total > 0 ? min(1, max(0, value / total)) : 0 }
}

/// What a line says about progress: the notation that counts, and another one that says the same,
/// as a percentage or in units.
struct PrintedNotations {
  /// What may stand between the numbers of a log and its message, in bytes; units are shorter.
  private static let shortestWord = 4

  private(set) var main: PrintedNotation?
  private(set) var other: PrintedNotation?
  private var count = 0
  /// The one in units.
  var units: PrintedNotation? { [main, other].lazy.compactMap { $0 }.first { $0.isInUnits } }

  init(_ line: LineBytes) {
    var at = line.firstIndex { $0 &- 0x30 < 10 } ?? line.count
    if parseWholeLine(line, from: at) { return }
    var columns = 0
    while at < line.count {
      guard line.digit(at) != nil else {
        let start = at
        while at < line.count, line[at] != 0x20, line.digit(at) == nil { at += 1 }
        if at - start >= Self.shortestWord { columns = 0 }
        at = line.skipBlanks(from: at)
        continue
      }
      if var found = notation(in: line, at: at) {
        found.columns = columns
        found.enclose(in: line)
        add(found)
        at = found.range.upperBound
      } else {
        let end = skipNumber(line, from: at)
        if at == 0 || line[at - 1] == 0x20, line.isAny(of: " ", at: end) { columns += 1 }
        at = end
      }
    }
    if let main, let next = other, abs(main.fraction - next.fraction) > 0.0101 { other = nil }
  }

  /// Whether the line is nothing but a number up to 100.
  private mutating func parseWholeLine(_ line: LineBytes, from first: Int) -> Bool {
    guard line.skipBlanks(from: 0) == first, let number = PrintedNumber(line, at: first),
      number.value <= 100, !number.hasFraction, line.skipBlanks(from: number.end) == line.count
    else { return false }
    main = PrintedNotation(kind: .bare, range: first..<line.count, value: number.value, total: 100)
    return true
  }

  /// The first notation counts. If there is one more, of another kind, it may say the same.
  private mutating func add(_ found: PrintedNotation) {
    count += 1
    if main == nil { main = found }
    let isOther = count == 2 && (main?.kind == .percent) != (found.kind == .percent)
    other = isOther ? found : nil
  }
}

extension PrintedNotation {
  /// Extends the range over brackets that hold nothing else.
  fileprivate mutating func enclose(in line: LineBytes) {
    let before = line.skipBlanks(before: range.lowerBound)
    let after = line.skipBlanks(from: range.upperBound)
    isSquare = line.isAny(of: "[", at: before - 1) && line.isAny(of: "]", at: after)
    let isRound = line.isAny(of: "(", at: before - 1) && line.isAny(of: ")", at: after)
    if isSquare || isRound { range = before - 1..<after + 1 }
  }
}

/// The notation that begins with the digit at `start`.
private func notation(in line: LineBytes, at start: Int) -> PrintedNotation? {
  guard canBegin(line, at: start), var number = PrintedNumber(line, at: start) else { return nil }
  let sign = line.isAny(of: " ", at: number.end) ? number.end + 1 : number.end
  if line.isAny(of: "%", at: sign) {
    guard endsWell(line, at: sign + 1), number.value <= 100 else { return nil }
    return PrintedNotation(kind: .percent, range: start..<sign + 1, value: number.value, total: 100)
  }
  // Only percentages follow a colon or an equals sign.
  if line.isAny(of: ":=", at: start - 1) { return nil }
  number.readUnit(line)
  guard let next = separator(line, after: number.end), var total = PrintedNumber(line, at: next)
  else { return nil }
  total.readUnit(line)
  return endsWell(line, at: total.end) ? pair(line, start, number, total) : nil
}

/// A count or a pair of sizes. `1.2/3.4 MB` has one unit for both.
private func pair(
  _ line: LineBytes, _ start: Int, _ done: PrintedNumber, _ total: PrintedNumber
) -> PrintedNotation? {
  let hasUnits = total.scale > 1 || total.isBytes
  if !hasUnits, done.hasFraction || total.hasFraction || done.isBytes || done.scale > 1 {
    return nil
  }
  let scale = done.isBytes || done.scale > 1 ? done.scale : total.scale
  let word = line.skipBlanks(from: total.end)
  // A whole of 2…2⁵³, as in an event; a day before a time is no amount.
  guard (2...0x1p53).contains(total.scaled), done.value * scale <= total.scaled,
    line.digit(word) == nil || !line.isAny(of: ":", at: word + 2)
  else { return nil }
  var found = PrintedNotation(
    kind: hasUnits ? .sizes : .count, range: start..<total.end, value: done.value * scale,
    total: total.scaled)
  if total.isBytes {
    found.unit = .bytes
  } else if line.holds("files", at: word), !line.isLetter(word + 5) {
    found.unit = .files
  }
  return found
}

/// A notation may follow a blank, a bracket or a bar, and nothing that makes it a part of a word, a
/// path, a date or a difference.
private func canBegin(_ line: LineBytes, at start: Int) -> Bool {
  if start == 0 || line.isAny(of: " [(|:=]>", at: start - 1) { return true }
  // The end of a glyph of a bar.
  return line[start - 1] >= 0x80 && start >= 3 && line[start - 3] == 0xE2
    && (0x94...0xA3).contains(line[start - 2])
}

/// What may follow a notation.
private func endsWell(_ line: LineBytes, at end: Int) -> Bool {
  if end == line.count || line[end] >= 0x80 || line.isAny(of: " ])|[\"", at: end) { return true }
  return line.isAny(of: ":.,;", at: end)
    && (end + 1 == line.count || line.isAny(of: " .", at: end + 1))
}

/// The index of the second number of a pair, after `/`, `of` or `out of`.
private func separator(_ line: LineBytes, after end: Int) -> Int? {
  let word = line.skipBlanks(from: end)
  guard word - end <= 2 else { return nil }
  if line.isAny(of: "/", at: word) {
    let next = line.skipBlanks(from: word + 1)
    return next - word <= 4 ? next : nil
  }
  guard word == end + 1 else { return nil }
  if line.holds("of ", at: word) { return word + 3 }
  return line.holds("out of ", at: word) ? word + 7 : nil
}

/// The index after everything that belongs to a number, a date, a time, a version or a path.
private func skipNumber(_ line: LineBytes, from start: Int) -> Int {
  var at = start
  while line.isLetter(at) || line.isAny(of: "0123456789.:/-,_", at: at) { at += 1 }
  return at
}
