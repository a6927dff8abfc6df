// Reads the test vectors that stand beside these tests.

import Foundation

/// A file of numbers that another implementation computed.
enum Vector {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Vectors")

  static func json<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
  }

  /// The rows of a table by column; an empty cell is nil.
  static func table(_ name: String) throws -> [[String: Double]] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline)
    let columns = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      var row: [String: Double] = [:]
      for (column, cell) in zip(columns, cells) { row[column] = Double(cell) }
      return row
    }
  }
}

/// Whether two numbers agree to one part in a thousand million.
func agree(_ one: Double?, _ other: Double?) -> Bool {
  switch (one, other) {
  case (let one?, let other?): abs(one - other) <= 1e-9 * max(1, abs(other))
  case (nil, nil): true
  default: false
  }
}
