// Splitting a command's output into lines.

import Support
import Model
import Terminal
import Testing

@Suite(.blocking) struct OutputLinesTests {
  /// The lines of an output that arrives in these chunks and then ends.
  private func lines(_ pieces: [[UInt8]]) -> [String] {
    var output = OutputLines()
    var lines: [String] = []
    for piece in pieces { output.take(piece) { lines.append($0.description) } }
    if let last = output.end() { lines.append(last.description) }
    return lines
  }

  private func lines(_ text: String) -> [String] { lines([Array(text.utf8)]) }

  static let cases: [(text: String, lines: [String])] = [
    ("", []),
    ("\n", [""]),
    ("one\ntwo\n", ["one", "two"]),
    ("one\r\ntwo\r\n\r\n", ["one", "two", ""]),
    ("no end", ["no end"]),
    ("no end\r", ["no end"]),
    (" 10 %\r 50 %\r100 %\n", ["100 %"]),
    (" 10 %\r 50 %\r100 %\r\n", ["100 %"]),
    (" 10 %\r 50 %\r", [" 50 %"]),
    (" 10 %\r\u{1B}[K", []),
    ("a\rb\r\r\nc", ["b", "c"]),
    ("\u{1B}[31mred\u{1B}[0m\tblank\u{7}\n", ["red blank"]),
    ("\u{1B}]0;title\u{7}shown\u{202E}\n", ["shown"]),
  ]

  @Test(arguments: cases.indices) func linesMatchATerminal(_ index: Int) {
    #expect(lines(Self.cases[index].text) == Self.cases[index].lines)
  }

  /// Chunk boundaries do not change the lines.
  @Test(arguments: cases.indices) func chunkBoundariesDoNotMatter(_ index: Int) {
    let (text, expected) = Self.cases[index]
    #expect(lines(text.utf8.map { [$0] }) == expected)
    for cut in 0...text.utf8.count {
      #expect(lines([Array(text.utf8.prefix(cut)), Array(text.utf8.dropFirst(cut))]) == expected)
    }
  }

  @Test func replacesInvalidUTF8ButNotSplitCharacters() {
    #expect(lines([[0x61, 0xFF, 0x62, 0x0A]]) == ["a\u{FFFD}b"])
    #expect(lines([[0xE2, 0x82], [0xAC, 0x0A]]) == ["€"])
  }

  @Test func splitsOverlongLines() {
    let long = String(repeating: "é", count: 100_000)
    var output = OutputLines()
    var pieces: [String] = []
    for piece in Array(long.utf8).chunks(of: 10_000) {
      output.take(piece) { pieces.append($0.description) }
    }
    #expect(pieces.count == 3)
    #expect(pieces.allSatisfy { $0.utf8.count <= OutputLines.longest })
    #expect((pieces + [output.end()?.description ?? ""]).joined() == long)
  }

  /// A control string longer than a line stays hidden.
  @Test func controlStringStaysHiddenAcrossSplits() {
    let picture = "\u{1B}]1337;File=" + String(repeating: "QUJD", count: 50_000) + "\u{7}"
    #expect(lines("before" + picture + "after\nnext\n") == ["before", "after", "next"])
  }

  // MARK: Unfinished lines

  /// The visible text after each chunk of a line.
  private func seen(_ pieces: [String]) -> [String?] {
    var output = OutputLines()
    return pieces.map {
      output.take(Array($0.utf8)) { _ in }
      return output.unfinished?.description
    }
  }

  @Test func unfinishedLineIsAvailable() {
    #expect(seen(["one\ntw", "o", "\n", "three\n"]) == ["tw", "two", nil, nil])
    #expect(seen(["10 %", "\r", "20 %\r", "30", " %\n"]) == ["10 %", "10 %", "20 %", "30", nil])
    #expect(seen(["\r\u{1B}[K", "\u{1B}[1mName\u{1B}[", "0m: "]) == ["", "Name", "Name: "])
    var output = OutputLines()
    output.take([0x61, 0xE2, 0x82]) { _ in }
    #expect(output.unfinished == "a")
    output.take([0xAC]) { _ in }
    #expect(output.unfinished == "a€")
  }

  @Test func unfinishedLineIsTruncated() {
    var output = OutputLines()
    for _ in 0..<1000 { output.take([UInt8](repeating: 0x2E, count: 500)) { _ in } }
    let count = output.unfinished?.description.utf8.count ?? 0
    #expect(count > 1000 && count < 10_000)
  }

  @Test func cutLineContinuesAsAnother() {
    var output = OutputLines()
    var lines: [String] = []
    func take(_ text: String) { output.take(Array(text.utf8)) { lines.append($0.description) } }
    take("Go on? ")
    #expect(output.cut() == "Go on? ")
    #expect(output.cut() == nil && output.unfinished == nil)
    take("yes\n\nnext")
    #expect(lines == ["yes", "", "next"].dropLast())
    #expect(output.cut() == "next")
    // A line end alone is not a line.
    take("\r\n\n")
    #expect(lines == ["yes", "", ""])
    take("\u{1B}]0;hid")
    #expect(output.cut() == "")
    take("den\u{7}shown\n")
    #expect(lines.last == "shown")
  }

  @Test func returnsFreeMemory() {
    var text = ""
    for step in 1...20_000 { text += "\rstep \(step)" }
    #expect(lines(text + "\n") == ["step 20000"])
  }
}

extension Array {
  fileprivate func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
