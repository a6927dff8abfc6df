// Reads the test vectors beside these tests.

import Codec
import Support

/// Numbers computed by another implementation.
enum Vector {
  private static let folder = #filePath.dropLast("Vector.swift".count) + "Vectors/"

  static func json(_ name: String) throws -> VectorValue {
    VectorValue(json: try JSONValue(parsing: bytes(name)))
  }

  /// The rows of a table by column; an empty cell is nil.
  static func table(_ name: String) throws -> [[String: Double]] {
    let text = String(decoding: try bytes(name), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    let columns = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      var row: [String: Double] = [:]
      for (column, cell) in zip(columns, cells) { row[column] = Double(cell) }
      return row
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = try Disk.read(folder + name) else { throw SystemFailure("read \(name)") }
    return bytes
  }
}

/// A value of a JSON document, with its members by their names.
@dynamicMemberLookup
struct VectorValue {
  fileprivate let json: JSONValue?

  subscript(dynamicMember name: String) -> VectorValue { self[name] }
  subscript(name: String) -> VectorValue { VectorValue(json: json?[name]) }

  var number: Double? { json?.double }
  var text: String? { json?.string }
  /// Not a number of any test if it is none.
  var value: Double { number ?? .nan }
  var integer: Int { number.flatMap { Int(exactly: $0) } ?? .min }
  var list: [VectorValue] { json?.elements?.map { VectorValue(json: $0) } ?? [] }
  var names: [String] { json?.members?.map { $0.name } ?? [] }
}

/// Whether two numbers agree to nine digits.
func agree(_ one: Double?, _ other: Double?) -> Bool {
  switch (one, other) {
  case (let one?, let other?): abs(one - other) <= 1e-9 * max(1, abs(other))
  case (nil, nil): true
  default: false
  }
}
