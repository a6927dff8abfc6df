// Reads the catalogue of a Strava export, activities.csv.

import Codec
import Model

/// The activities of an account, as the table at the root of Strava's export lists them.
struct StravaCatalogue: Sendable {
  /// In the order of the file. An id may occur twice.
  let rows: [StravaRow]
  /// Rows without an id, or with more cells than there are columns.
  let skipped: Int
  /// Whether the file ends before it should, is damaged after the last row, or has more rows than
  /// are kept.
  let isDamaged: Bool

  /// Reads a file to its end, or to where it is damaged.
  ///
  /// - Parameter place: without a member, rows have a line number.
  /// - Returns: nil for a file that is not Strava's catalogue.
  /// - Throws: `stopped` and `noZlib`; the failure of a catalogue that is damaged before its first
  ///   row.
  static func read(
    _ input: any ByteInput, at place: FileOrigin
  ) throws(ImportError) -> StravaCatalogue? {
    var builder = StravaCatalogueBuilder(place: place)
    var reader = CSVReader()
    let input = InputBuffer(input)
    do throws(ImportError) {
      try input.skipByteOrderMark()
      while builder.isReading {
        guard try input.fill(1) else {
          reader.end { builder.take($0) }
          break
        }
        reader.take(input.bytes.bindMemory(to: UInt8.self)) { builder.take($0) }
        input.advance(input.bytes.count)
      }
    } catch {
      switch error {
      case .stopped, .noZlib, .unsuitable(.unreadable): throw error
      case .damaged, .unsuitable: try builder.stop(error)
      }
    }
    return try builder.finish()
  }
}

/// Takes the rows of a table for as long as it can be Strava's.
private struct StravaCatalogueBuilder {
  let place: FileOrigin

  /// Whether it is another table.
  private var isForeign = false
  /// What ended the reading.
  private var damage: ImportError?
  private var columns: StravaColumns?
  private var rows: [StravaRow] = []
  private var textSize = 0
  private var skipped = 0
  /// The most rows in which an unknown table must name a file.
  private static let mostUncertain = 100

  init(place: FileOrigin) { self.place = place }

  /// False when the rest of the file does not matter.
  var isReading: Bool { !isForeign && damage == nil }

  /// Takes what was found in the file; ignores it unless `isReading`.
  mutating func take(_ item: CSVReader.Item) {
    guard isReading else { return }
    switch item {
    case .row(let row):
      if columns == nil {
        columns = StravaColumns(row.cells)
        isForeign = columns == nil
        if !row.isEnded { damage = .damaged(line: row.line) }
      } else {
        take(row)
      }
    case .tooLarge(let line), .unclosed(let line):
      isForeign = columns == nil
      damage = .damaged(line: line)
    }
  }

  private mutating func take(_ line: CSVRow) {
    guard var columns else { return }
    let cells = line.cells
    if !line.isEnded, cells.count < columns.count { return damage = .damaged(line: line.line) }
    guard StravaID.isValid(cells[0]), cells.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
      isForeign = !columns.isCertain
      return skipped += 1
    }
    let recording = columns.file(of: cells)
    self.columns = columns
    var place = place
    if place.member == nil { place.line = line.line }
    let row = StravaRow(cells, file: recording, columns, from: place)
    guard rows.count < ImportLimits.stravaRows, textSize + row.textSize <= ImportLimits.stravaText
    else { return skipped += 1 }
    textSize += row.textSize
    rows.append(row)
    isForeign = !columns.isCertain && rows.count >= Self.mostUncertain
  }

  /// Ends at a failure of the input.
  ///
  /// - Throws: the failure, if it is not known what was read.
  mutating func stop(_ error: ImportError) throws(ImportError) {
    guard columns?.isCertain == true else { throw error }
    damage = error
  }

  /// - Returns: nil for a file that is not Strava's.
  /// - Throws: the damage of a catalogue without any row.
  mutating func finish() throws(ImportError) -> StravaCatalogue? {
    guard columns?.isCertain == true, !isForeign else { return nil }
    if rows.isEmpty, let damage { throw damage }
    let orders = Set(rows.compactMap(\.date?.order))
    let order = orders.count == 1 ? orders.first : nil
    for index in rows.indices { rows[index].date(in: order) }
    return StravaCatalogue(rows: rows, skipped: skipped, isDamaged: damage != nil)
  }
}
