// What `status` asks of a store: read without a lock, beside a run that may be writing.

import Codec
import Format
package import Model

extension Store {
  /// Whether the store at `root` is one of the sample athlete; false where there is none.
  ///
  /// - Throws: `storage`.
  package static func isSample(
    _ root: String, on files: any FileSystem
  ) throws(SyncFailure) -> Bool {
    let paths = StorePaths(root: root, stateFolder: "", key: "")
    let disk = StoreDisk(files: files)
    try disk.refuseFile(root)
    return try disk.exists(paths.sampleMark)
  }

  /// The rows of scores from so many days before the last one on, in order of date; empty before
  /// the first.
  ///
  /// - Parameter days: from 1, the last row's day included.
  package func savedRows(days: Int) throws(SyncFailure) -> [ScoreDay] {
    guard let last = try savedScores() else { return [] }
    return try savedRows(since: last.date.advanced(by: 1 - days))
  }

  /// The routine of `routine.json`; nil when there is none.
  package func savedRoutine() throws(SyncFailure) -> Routine? {
    try check()
    return try sheet(paths().routine) { Routine($0) }
  }

  /// The sheet of `prep.json`; nil when there is none.
  package func savedPrep() throws(SyncFailure) -> PrepSheet? {
    try check()
    return try sheet(paths().prep) { PrepSheet($0) }
  }

  /// The latest ride that counts; nil when there is none.
  package func latestRide() throws(SyncFailure) -> Activity? {
    try check()
    let paths = try paths()
    var years: Set<Int> = []
    for source in Source.allCases { years.formUnion(try disk.years(in: paths.activities(source))) }
    // Mostly the first of them has one.
    for year in years.sorted().reversed() {
      let newYear = Day(year: year, month: 1, day: 1)
      let rides = try rides(since: newYear, until: Day(year: year, month: 12, day: 31))
      let latest = rides.filter { $0.isRide && !$0.isExcluded }.max { $0.start < $1.start }
      if let latest { return latest }
    }
    return nil
  }

  private func sheet<Sheet>(
    _ path: String, _ read: (JSONValue) -> Sheet?
  ) throws(SyncFailure) -> Sheet? {
    guard let bytes = try disk.read(path) else { return nil }
    guard let json = try? JSONValue(parsing: bytes), let sheet = read(json) else {
      throw .badInput(file: DisplayText(path), line: nil)
    }
    return sheet
  }
}
