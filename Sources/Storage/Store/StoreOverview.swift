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
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func savedRows(days: Int) throws(SyncFailure) -> [ScoreDay] {
    guard let last = try savedScores() else { return [] }
    return try savedRows(since: last.date.advanced(by: 1 - days))
  }

  /// The routine of `routine.json`; nil when there is none.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func savedRoutine() throws(SyncFailure) -> Routine? {
    try check()
    return try sheet(paths().routine) { Routine($0) }
  }

  /// The sheet of `prep.json`; nil when there is none.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func savedPrep() throws(SyncFailure) -> PrepSheet? {
    try check()
    return try sheet(paths().prep) { PrepSheet($0) }
  }

  /// The latest ride that counts, of those in the last lines of the newest files; without `raw`.
  ///
  /// - Throws: `storage`, and what keeps a store from being used.
  package func latestRide() throws(SyncFailure) -> Activity? {
    try check()
    var rides: [Activity] = []
    for source in Source.allCases {
      let folder = try paths().activities(source)
      guard let newest = try disk.stamps(in: folder).max(by: { $0.key < $1.key }) else { continue }
      let size = Int(newest.value.size)
      let end = max(0, size - Self.latestLength)..<size
      let bytes = try disk.read(folder + "/" + YearName.file(newest.key), in: end) ?? []
      // The first line may be cut, and another run may be writing the last.
      rides += recordLines(in: bytes).compactMap { line in
        (try? JSONValue(parsing: bytes, in: line.range)).flatMap { Activity($0, of: source) }
      }.filter(\.isRide)
    }
    // One record that is left out leaves out the ride.
    let excluded = Set(rides.filter(\.isExcluded).flatMap(\.records))
    let ride = rides.filter { !excluded.contains($0.id) }.max { $0.start < $1.start }
    var main = rides.first { $0.id == ride?.mainID } ?? ride
    main?.raw = nil
    return main
  }

  /// About three months of one ride a day.
  private static var latestLength: Int { 131_072 }

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
