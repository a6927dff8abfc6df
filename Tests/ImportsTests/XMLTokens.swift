// Documents that are read in small chunks.

@testable import Imports

/// The scanner's tokens: token, level and two attributes of each element, and its line.
func tokens(of bytes: [UInt8], _ size: Int) throws -> [String] {
  var scanner = XMLScanner(MemoryInput(bytes, piece: size))
  var tokens: [String] = []
  while true {
    let token = try scanner.next()
    switch token {
    case .open:
      let type = scanner.value("type").map { String(decoding: $0, as: UTF8.self) }
      let source = scanner.value("sourceName").map { String(decoding: $0, as: UTF8.self) }
      tokens.append("\(scanner.level) \(scanner.lineOfElement()) \(type ?? "-") \(source ?? "-")")
    case .close: tokens.append("\(scanner.level) /")
    case .end: return tokens + ["\(scanner.tolerated)"]
    }
  }
}
