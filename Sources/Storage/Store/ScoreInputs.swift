// What the saved scores follow from: as long as it is the same, they need not be computed again.

import Codec
import Format
package import Model

/// The state file about the saved scores.
struct ScoreInputs: Equatable, Sendable {
  /// The rider's settings, as text to compare.
  var settings = ""
  /// Whether rides with power have no load for want of an FTP; nil in a file of an earlier version.
  var lacksFTP: Bool?
  /// The stamps of the records, the scores, the sheets and the folders of streams.
  var files: [String: FileStamp] = [:]
}

extension ScoreInputs {
  /// Reads the file; nil when it is damaged: the scores are then computed again.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes),
      let inputs = Self.fields.read(json, from: ScoreInputs())
    else { return nil }
    self = inputs
  }

  var bytes: [UInt8] { Self.fields.file(self) }

  static let fields = RecordTable<ScoreInputs>([
    .init(
      "settings", "The rider's settings, as text to compare.",
      .text.at(\.settings), isRequired: true),
    .init(
      "lacks_ftp", "Whether rides with power have no load for want of an FTP.",
      .flag.at(\.lacksFTP)),
    .init(
      "files", "The stamps of all files that the scores follow from, and of their own.",
      .stamps({ $0.files }, { $0.files = $1 }), isRequired: true),
  ])
}

extension Store {
  /// Today's row and prep sheet as they were saved, if everything that they follow from is as it
  /// was then, and no ride has to be looked at to say that its load lacks an FTP.
  ///
  /// - Throws: `storage`, and what keeps a store from being used.
  package func currentScores(
    on day: Day, settings: String
  ) throws(SyncFailure) -> (row: ScoreDay, prep: PrepSheet)? {
    try check()
    let paths = try paths()
    guard let inputs = try disk.read(paths.scoreInputs).flatMap({ ScoreInputs($0) }),
      inputs.settings == settings, inputs.lacksFTP == false, !hasExclusions,
      try !disk.exists(paths.saving),
      Source.allCases.allSatisfy({ !self[$0].isTouched }),
      try !counts().hasChanges,
      try inputs.files == inputStamps(scores: disk.stamps(in: paths.scores)),
      let row = try savedScores(), row.date == day, let prep = try savedPrep()
    else { return nil }
    return (row, prep)
  }

  /// Notes what the scores follow from that were just saved.
  func saveScoreInputs(
    _ settings: String, lacksFTP: Bool, scores: [Int: FileStamp]
  ) throws(SyncFailure) {
    let inputs = ScoreInputs(
      settings: settings, lacksFTP: lacksFTP, files: try inputStamps(scores: scores))
    try disk.renewState(try paths().scoreInputs, with: inputs.bytes)
  }

  func inputStamps(scores: [Int: FileStamp]) throws(SyncFailure) -> [String: FileStamp] {
    let paths = try paths()
    var files: [String: FileStamp] = [:]
    for (year, stamp) in scores { files["scores/" + YearName.file(year)] = stamp }
    files["routine.json"] = try disk.stamp(paths.routine)
    files["prep.json"] = try disk.stamp(paths.prep)
    for source in Source.allCases {
      files.merge(try stamps(of: source)) { $1 }
      files["streams/" + source.rawValue] = try disk.stamp(paths.streams(source))
    }
    return files
  }
}
