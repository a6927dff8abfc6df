// Rows of comma-separated values from pieces of any size.

import Support
import Testing

@testable import Codec

@Suite(.blocking) struct CSVReaderTests {
  private func items(
    _ bytes: [UInt8], pieces size: Int = 1000, mostBytes: Int = 100, mostCells: Int = 10
  ) -> [CSVReader.Item] {
    var reader = CSVReader(mostBytes: mostBytes, mostCells: mostCells)
    var items: [CSVReader.Item] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      Array(rest.prefix(size)).withUnsafeBufferPointer { reader.take($0) { items.append($0) } }
      rest = rest.dropFirst(size)
    }
    reader.end { items.append($0) }
    return items
  }

  private func rows(_ text: String, pieces size: Int = 1000) -> [[String]] {
    items(Array(text.utf8), pieces: size).compactMap { item in
      if case .row(let row) = item { row.cells } else { nil }
    }
  }

  @Test(arguments: 1...9) func `pieces of any size give the same rows`(_ size: Int) {
    let text = "a,b\r\n\"one, \"\"two\"\"\r\nthree\",é🚴\n\n\r\n,\r\"\"\rlast,"
    expectEqual(
      rows(text, pieces: size),
      [["a", "b"], ["one, \"two\"\r\nthree", "é🚴"], ["", ""], [""], ["last", ""]])
  }

  @Test func `a row knows its first line`() {
    let lines = items(Array("a\r\n\r\n\"b\r\n\r\nb\"\rc\n\"\n\",d\n\n\ne".utf8)).map { item in
      if case .row(let row) = item { row.line } else { 0 }
    }
    expectEqual(lines, [1, 3, 6, 7, 11])
  }

  @Test func `only the last row may have no line end`() {
    let ends: [Bool?] = items(Array("a\nb\rc\r\nd".utf8)).map { item in
      if case .row(let row) = item { row.isEnded } else { nil }
    }
    expectEqual(ends, [true, true, true, false])
  }

  @Test func `quotes and backslashes lose nothing`() {
    for (text, cells) in [
      // A backslash is content where the quote ends the cell.
      (#""C:\",x"#, [[#"C:\"#, "x"]]), ("\"a\\\"\nb", [[#"a\"#], ["b"]]), (#""a\"""#, []),
      (#""a\"",b""#, [[#"a\",b"#]]),
      // It escapes a quote that cannot end the cell.
      (#""say \"hi\" twice",x"#, [[#"say "hi" twice"#, "x"]]),
      (#"say \"hi\",x"#, [[#"say \"hi\""#, "x"]]),
      // Quotes in the wrong place.
      (#"a"b",c"#, [[#"a"b""#, "c"]]), (#""a"b"c,d"#, [[#"ab"c"#, "d"]]),
      (#""a" ,b"#, [["a ", "b"]]), ("a\0b\u{1B}[2J,c", [["a\0b\u{1B}[2J", "c"]]),
      ("", []), ("\r\n\n\r", []),
    ] as [(String, [[String]])] {
      expectEqual(rows(text), cells, "\(text)")
    }
  }

  @Test func `what is no text is replaced`() {
    expectEqual(
      items([0x61, 0xFF, 0x2C, 0xC3, 0x0A]),
      [.row(CSVRow(cells: ["a\u{FFFD}", "\u{FFFD}"], line: 1, isEnded: true))])
  }

  @Test(arguments: [1, 7, 1000]) func `a row beyond the limit is reported once and skipped`(
    _ size: Int
  ) {
    let long = String(repeating: "x", count: 101)
    let full = String(repeating: "x", count: 100)
    expectEqual(
      items(Array("a\n\(long)\(long)\n\(full)\n\"\(long)\n\"\"\n\",b\nc\n".utf8), pieces: size),
      [
        .row(CSVRow(cells: ["a"], line: 1, isEnded: true)), .tooLarge(line: 2),
        .row(CSVRow(cells: [full], line: 3, isEnded: true)), .tooLarge(line: 4),
        .row(CSVRow(cells: ["c"], line: 7, isEnded: true)),
      ])
  }

  @Test func `a row with too many cells is reported`() {
    let ten = String(repeating: ",", count: 9)
    expectEqual(rows(ten).map(\.count), [10])
    expectEqual(
      items(Array("\(ten),,\nb\n".utf8)),
      [.tooLarge(line: 1), .row(CSVRow(cells: ["b"], line: 2, isEnded: true))])
  }

  @Test func `an endless row is reported before it ends`() {
    var reader = CSVReader(mostBytes: 1000)
    var count = 0
    [UInt8](repeating: 0x22, count: 1001).withUnsafeBufferPointer { piece in
      reader.take(piece) { if $0 == .tooLarge(line: 1) { count += 1 } }
    }
    expectEqual(count, 1)
  }

  @Test func `an open quote is reported`() {
    expectEqual(
      items(Array("a\nb,\"c\nd\n".utf8)),
      [.row(CSVRow(cells: ["a"], line: 1, isEnded: true)), .unclosed(line: 2)])
  }
}
