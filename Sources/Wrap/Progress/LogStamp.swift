// Finds the date, the time and the level that a line of a log begins with.

/// What loggers put before a message. Its numbers are neither columns of a table nor progress.
enum LogStamp {
  private static let names: [StaticString] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    "mon", "tue", "wed", "thu", "fri", "sat", "sun",
  ]
  private static let levels: [StaticString] = [
    "trace", "debug", "info", "notice", "warn", "warning", "error", "critical", "fatal",
  ]

  /// Where the message begins, after numbers of a process and a thread; 0 for a line of another
  /// kind.
  static func end(in line: LineBytes) -> Int {
    var (at, end) = (0, 0)
    var (isStamped, isNamed) = (false, false)
    var numbers = 0
    while at < line.count {
      let start = line.skipBlanks(from: at)
      var stop = start
      while stop < line.count, line[stop] != 0x20 { stop += 1 }
      at = stop
      let next = line.skipBlanks(from: stop)
      let first = line.isAny(of: "[(", at: start) ? start + 1 : start
      if isTime(line, first..<stop) || isDay(line, first..<stop, before: next) {
        isStamped = true
      } else if names.contains(where: { line.isWord($0, from: first, to: stop) }) {
        isNamed = true
      } else if line.digit(start) != nil, (start..<stop).allSatisfy({ line.digit($0) != nil }) {
        // The day after a month, the year at the end; else a process and its thread.
        numbers += 1
        guard isNamed || isStamped, numbers <= 2 else { break }
        if !isNamed { continue }
      } else if stop - start == 1, line.isAny(of: "-|:", at: start) {
        if !isStamped { break }
      } else if !levels.contains(where: { line.isWord($0, from: first, to: stop) }) {
        // A number is one of a process if a word follows, but not in `3 of 9`.
        if isStamped, line.isLetter(first), !line.holds("of ", at: start),
          !line.holds("out of ", at: start)
        {
          end = start
        }
        break
      }
      end = next
    }
    return isStamped ? end : 0
  }

  /// Whether a time of day is there, perhaps with its day: `18:45:02,123`, `2026-05-07T18:45:02Z`.
  private static func isTime(_ line: LineBytes, _ range: Range<Int>) -> Bool {
    hasForm(line, range, of: ":", least: 1)
  }

  /// Whether a day is there: `2026/05/07`, `05-07` before a time, or `I0507`.
  private static func isDay(_ line: LineBytes, _ range: Range<Int>, before next: Int) -> Bool {
    if hasForm(line, range, of: "-/", least: 2) { return true }
    let end = min(line.count, next + 8)
    guard next < end, isTime(line, next..<end) else { return false }
    let isShort = range.count == 5 && hasForm(line, range, of: "-/", least: 1)
    return isShort
      || range.count == 5 && line.isAny(of: "IWEF", at: range.lowerBound)
        && (range.lowerBound + 1..<range.upperBound).allSatisfy { line.digit($0) != nil }
  }

  /// Whether two digits begin what is nothing but digits and what separates them, with as many of
  /// these separators or more.
  private static func hasForm(
    _ line: LineBytes, _ range: Range<Int>, of separators: StaticString, least: Int
  ) -> Bool {
    guard line.digit(range.lowerBound) != nil, line.digit(range.lowerBound + 1) != nil,
      range.allSatisfy({
        line.digit($0) != nil || line.isAny(of: ":-/.,+TZ])", at: $0)
      })
    else { return false }
    return range.count { line.isAny(of: separators, at: $0) && line.digit($0 + 1) != nil } >= least
  }
}
