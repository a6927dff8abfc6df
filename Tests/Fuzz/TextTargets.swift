// Fuzz targets of Codec and of texts: JSON, lines, CSV, encodings, times, and what a screen shows.

import Codec
import Model
import Terminal

let jsonWords = [
  "{\"", "\":", "\",\"", "[", "]", "{}", "null", "true", "false", "-", ".", "e", "E+", "1e308",
  "1e-400", "9007199254740993", "9223372036854775807", "9223372036854775808", "-0.0", "0.1",
  "\\u0000", "\\ud83d", "\\udeb4", "\\\\", "\\\"", "\u{2028}", "\u{202E}", "\u{7F}", "\n",
]

let textTargets = [
  // Both parsers accept the same texts; a value written again reads back as the same bytes; escapes
  // change no value and leave nothing harmful.
  Target("json", words: jsonWords) {
    ["[1,-2.5e3,\"a\\u00e9\\ud83d\\udeb4\",null,true,{}]", "{\"a\":{\"b\":[[]],\"\":0}}"].map {
      Array($0.utf8)
    }
  } run: { bytes in
    let value = try? JSONValue(parsing: bytes)
    var parser = JSONParser()
    let isAccepted = bytes.withUnsafeBufferPointer { (try? parser.parse($0) { _ in }) != nil }
    require(isAccepted == (value != nil), "JSONValue and JSONParser disagree")
    guard let value else { return }
    let compact = compactJSON(value)
    guard let again = try? JSONValue(parsing: compact) else { fatalError("unreadable as written") }
    require(compactJSON(again) == compact, "written otherwise the second time")
    let escaped = JSONEscape.escaping(compact)
    guard let harmless = try? JSONValue(parsing: escaped) else { fatalError("escapes break it") }
    require(isSame(value, harmless), "escapes change a value")
    let hasControls = text(escaped).unicodeScalars.contains { (0..<0x20).contains($0.value) }
    require(!hasControls && !escaped.contains(0x7F), "a control is left")
  },
  // Lines and objects are the same in whatever pieces they arrive.
  Target("lines", words: jsonWords) {
    ["3{\"a\":1}\n\n[2]\r\nx", "0[{\"a\":\"}\"},{\"b\":[{}]}]"].map { Array($0.utf8) }
  } run: { bytes in
    var choices = Choices(bytes)
    let size = 1 + choices.byte() % 9
    let data = Array(choices.rest)
    var lines: [[UInt8]] = []
    var cutter = LineCutter()
    func take(_ line: LineCutter.Line) {
      if case .line(let bytes) = line { lines.append(Array(bytes)) }
    }
    for piece in pieces(data, size) { piece.withUnsafeBufferPointer { cutter.take($0, take) } }
    requireSame(lines, NDJSON(data).lines.map { Array(data[$0]) }, "lines depend on the pieces")
    requireSame(
      objects(in: [data]), objects(in: pieces(data, size)), "objects depend on the pieces")
  },
  // Rows are the same in whatever pieces they arrive, and cells written with quotes read back.
  Target("csv", words: ["\"", "\"\"", "\\\"", ",", "\r\n", "\u{FEFF}", "\",\"", "\"\n"]) {
    ["2a,\"b \"\"c\"\"\",\r\n\"d\ne\",f", "1\u{FEFF}a;b\n\n\"x\\\" y\",z\n"].map { Array($0.utf8) }
  } run: { bytes in
    var choices = Choices(bytes)
    let size = 1 + choices.byte() % 9
    let items = csvItems(in: [Array(choices.rest)])
    requireSame(items, csvItems(in: pieces(choices.rest, size)), "rows depend on the pieces")
    let rows = items.compactMap { if case .row(let row) = $0 { row.cells } else { nil } }
    let written = rows.map { $0.map(quotedCell).joined(separator: ",") + "\r\n" }.joined()
    let again = csvItems(in: [Array(written.utf8)]).compactMap {
      if case .row(let row) = $0 { row.cells } else { nil }
    }
    requireSame(again, rows, "cells in quotes read back otherwise")
  },
  // Pairs, times and days read back from what is written of them; base64 has its exact length.
  Target("encodings", words: ["%41", "%", "&", "=", "+", "T", "Z", "-", ":", "2026-02-29"]) {
    [
      "a=1&b=two+words&c=%C3%A9", "2026-11-20T06:00:00Z", "2026-11-20", "2026-11-20T06:00:00",
    ].map { Array($0.utf8) }
  } run: { bytes in
    let string = text(bytes)
    if let pairs = FormPairs(parsing: string) {
      require(FormPairs(parsing: pairs.encoded) == pairs, "\(pairs.encoded) reads otherwise")
    }
    _ = PercentEncoding.decode(string)
    require(Base64.encode(bytes).utf8.count == (bytes.count + 2) / 3 * 4, "length of base64")
    if let time = Timestamp(string) { require(Timestamp("\(time)") == time, "\(time)") }
    if let day = Day(string) { require(Day("\(day)") == day, "\(day)") }
  },
  // A text for the screen is clean, cleaning it again changes nothing, and cut it fits.
  Target(
    "display", words: ["\u{1B}[", "\u{9B}", "\u{200D}", "\u{FE0F}", "🚴", "e\u{301}", "🇨🇭", "\t"]
  ) {
    ["8a\u{1B}[31mred\u{7}", "3👩‍🚀日本e\u{301}", "2🇨🇭\u{202E}x"].map { Array($0.utf8) }
  } run: { bytes in
    var choices = Choices(bytes)
    let limit = choices.byte() % 40
    let shown = DisplayText(text(choices.rest))
    checkClean(shown)
    require(DisplayText(shown.description) == shown, "not clean the first time")
    let widths = shown.description.reduce(0) { $0 + DisplayWidth.cells(of: $1) }
    require(shown.cells == widths, "wider or narrower than its characters")
    for cut in [shown.truncated(to: limit), shown.truncatedAtStart(to: limit)] {
      require(cut.cells <= limit, "\(cut.cells) cells in \(limit)")
    }
  },
]

/// No control characters, no sequences, nothing that turns the direction of the text.
func checkClean(_ shown: DisplayText) {
  for scalar in shown.description.unicodeScalars {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: fatalError("U+\(scalar.value)")
    default: break
    }
  }
}

func compactJSON(_ value: JSONValue) -> [UInt8] {
  var json = JSONWriter()
  json.value(value)
  return json.take()
}

private func isSame(_ one: JSONValue, _ two: JSONValue) -> Bool {
  guard one.kind == two.kind else { return false }
  switch one.kind {
  case .object:
    let (first, second) = (one.members ?? [], two.members ?? [])
    return first.count == second.count
      && zip(first, second).allSatisfy { $0.name == $1.name && isSame($0.value, $1.value) }
  case .array:
    let (first, second) = (one.elements ?? [], two.elements ?? [])
    return first.count == second.count && zip(first, second).allSatisfy { isSame($0, $1) }
  case .number:
    if let integer = one.integer { require(one.double == Double(integer), one.literal) }
    return one.literal == two.literal
  default: return one.string == two.string && one.bool == two.bool
  }
}

private func objects(in pieces: [[UInt8]]) -> [[UInt8]] {
  var cutter = JSONObjectCutter(nesting: 1)
  var objects: [[UInt8]] = []
  for piece in pieces { piece.withUnsafeBufferPointer { cutter.take($0) { objects.append($0) } } }
  return objects
}

private func csvItems(in pieces: [[UInt8]]) -> [CSVReader.Item] {
  var reader = CSVReader()
  var items: [CSVReader.Item] = []
  for piece in pieces { piece.withUnsafeBufferPointer { reader.take($0) { items.append($0) } } }
  reader.end { items.append($0) }
  return items
}

private func quotedCell(_ cell: String) -> String {
  "\"" + cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
}
