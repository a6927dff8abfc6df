// Documents that arrive in small pieces.

@testable import Imports

/// A document in pieces of one size.
final class XMLPieces: XMLInput {
  private(set) var consumed: Int64 = 0
  private let bytes: [UInt8]
  private let size: Int

  init(_ bytes: [UInt8], _ size: Int) {
    (self.bytes, self.size) = (bytes, size)
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int {
    let piece = bytes.dropFirst(Int(consumed)).prefix(min(size, room.count))
    room.copyBytes(from: piece)
    consumed += Int64(piece.count)
    return piece.count
  }
}

/// The elements found by the scanner: token, level, two attributes, and the line each begins on.
func tokens(of bytes: [UInt8], _ size: Int) throws -> [String] {
  var scanner = XMLScanner(XMLPieces(bytes, size))
  var tokens: [String] = []
  while true {
    let token = try scanner.next()
    switch token {
    case .open:
      let type = scanner.value("type").map { String(decoding: $0, as: UTF8.self) }
      let source = scanner.value("sourceName").map { String(decoding: $0, as: UTF8.self) }
      tokens.append(
        "\(scanner.level) \(scanner.lineOfElement()) \(type ?? "-") \(source ?? "-")")
    case .close: tokens.append("\(scanner.level) /")
    case .end: return tokens + ["\(scanner.mended)"]
    }
  }
}
