// Documents that are read in small chunks.

@testable import Imports

/// A document in chunks of equal size.
final class XMLPieces: ByteInput {
  private(set) var consumed: Int64 = 0
  private let bytes: [UInt8]
  private let size: Int

  init(_ bytes: [UInt8], _ size: Int) {
    (self.bytes, self.size) = (bytes, size)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let piece = bytes.dropFirst(Int(consumed)).prefix(min(size, buffer.count))
    buffer.copyBytes(from: piece)
    consumed += Int64(piece.count)
    return piece.count
  }
}

/// The scanner's tokens: token, level and two attributes of each element, and its line.
func tokens(of bytes: [UInt8], _ size: Int) throws -> [String] {
  var scanner = XMLScanner(XMLPieces(bytes, size))
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
