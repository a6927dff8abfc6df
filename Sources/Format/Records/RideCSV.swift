// Rides and totals as comma-separated values (RFC 4180 with LF), for spreadsheets.

import Codec
package import Model

/// Makes CSV: a header line with the names of the fields, then a line for each ride or total.
package enum RideCSV {
  /// The fields of rides that are single values, as they are stored. The records of one ride stand
  /// in one cell, with blanks between them. The average speed, which is not stored, comes last.
  package static func bytes(_ rides: [Activity]) -> [UInt8] {
    table(
      rides, Activity.fields, also: "same_as", { $0.sameAs.map(\.description) },
      last: ("average_speed_kmh", \.averageSpeed))
  }

  package static func bytes(_ totals: [RideTotal]) -> [UInt8] {
    table(totals, Events.total.members, also: nil, { _ in [] }, last: nil)
  }

  private static func table<Record>(
    _ records: [Record], _ table: Table<Record>, also list: String?,
    _ words: (Record) -> [String], last: (name: String, value: (Record) -> Double?)?
  ) -> [UInt8] {
    let names = table.fields.filter { $0.isSingle || $0.key.description == list }
      .map(\.key.description)
    var text = (names + [last?.name].compactMap(\.self)).joined(separator: ",") + "\n"
    for record in records {
      // As it is written in the store; our own bytes are valid.
      let object = try? JSONValue(parsing: table.file(record))
      let cells =
        names.map { name in
          name == list ? cell(words(record).joined(separator: " ")) : object?[name].map(cell) ?? ""
        } + (last.map { [$0.value(record).map { short($0) } ?? ""] } ?? [])
      text += cells.joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  private static func cell(_ value: JSONValue) -> String {
    value.string.map(cell) ?? (value.isNull ? "" : rounded(value))
  }

  /// A number with at most three decimals.
  private static func rounded(_ value: JSONValue) -> String {
    let literal = value.literal
    guard let point = literal.firstIndex(of: "."), literal[point...].utf8.count > 4,
      let number = value.double
    else { return literal }
    return short(number)
  }

  /// A number with at most three decimals; empty for one beyond all that is stored.
  private static func short(_ number: Double) -> String {
    ScaledDecimal(number, decimals: 3)?.text ?? ""
  }

  /// A text is clean, as on a terminal, where the table may be shown.
  private static func cell(_ text: String) -> String {
    let text = DisplayText(text).description
    // A spreadsheet would compute it.
    let isFormula = text.first { !$0.isWhitespace }.map { "=+-@".contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    let isPlain = safe.utf8.allSatisfy { !"\",".utf8.contains($0) }
    return isPlain ? safe : "\"" + safe.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

extension Field {
  /// Whether its value is a text, a number or the like.
  fileprivate var isSingle: Bool {
    switch access.kind() {
    case .object, .list, .point: false
    default: true
    }
  }
}
