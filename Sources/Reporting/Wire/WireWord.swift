// Words of lists that may grow: known ones as values, others as they were written.

import Codec
package import Model

/// A word of an open list.
package enum OpenEnum<Known: Hashable & Sendable>: Hashable, Sendable {
  /// One that this version knows.
  case known(Known)
  /// Another one: of a later version, or of another program.
  case other(DisplayText)

  /// The value of a known word.
  package var known: Known? {
    if case .known(let value) = self { value } else { nil }
  }
}

/// Recognises the words of one list where they stand.
struct OpenEnumTable<Known: Hashable & Sendable>: Sendable {
  private let known: [Known]
  private let words: StringTable

  /// - Parameter name: the word of each.
  init(_ known: [Known], name: (Known) -> String) {
    self.known = known
    words = StringTable(known.map(name))
  }

  /// The value of a string that is one of the words.
  func known(_ view: JSONView) -> Known? {
    words.index(of: view).map { known[$0] }
  }

  /// The word that a string is; nil for other kinds of value.
  func word(_ view: JSONView) -> OpenEnum<Known>? {
    if let known = known(view) { return .known(known) }
    return view.string.map { .other(DisplayText($0)) }
  }
}

extension OpenEnumTable where Known: CaseIterable & RawRepresentable, Known.RawValue == String {
  init(_: Known.Type) {
    self.init(Array(Known.allCases)) { $0.rawValue }
  }
}

/// The lists of words of the format.
enum WireLists {
  static let types = OpenEnumTable(WireType.self)
  static let fields = StringTable(WireField.allCases.map(\.rawValue))
  static let statuses = OpenEnumTable(WireStatusName.self)
  static let codes = OpenEnumTable(WireCode.self)
  static let waitReasons = OpenEnumTable(WireWaitReason.self)
  static let streams = OpenEnumTable(WireStream.self)
  static let sources = OpenEnumTable(Source.self)
  static let stages = OpenEnumTable(Stage.self)
  static let units = OpenEnumTable(Work.Unit.self)
  static let sourceOutcomes = OpenEnumTable(SourceOutcome.self)
  static let sourceStates = OpenEnumTable(SourceReport.State.self)
  static let outcomes = OpenEnumTable(RunSummary.Outcome.self)
  static let scores = OpenEnumTable(ScoreKind.self)
  static let bands = OpenEnumTable(Band.self)
  static let weekdays = OpenEnumTable(Weekday.self)
}

/// The names of the statuses.
package enum WireStatusName: String, CaseIterable, Sendable {
  case fetchingHealthData = "fetching_health_data"
  case contactingIntegrations = "contacting_integrations"
  case downloadingActivities = "downloading_activities"
  case generatingRoutine = "generating_routine"
  case processingData = "processing_data"
  case computingZones = "computing_zones"
  case calculatingScores = "calculating_scores"
  case refreshingScores = "refreshing_scores"
  case buildingPrep = "building_prep"
  case saving, finalizing, complete, updated, offline
}

/// The codes of errors.
package enum WireCode: String, CaseIterable, Sendable {
  case network, timeout, server, auth, permission
  case rateLimited = "rate_limited"
  case badReply = "bad_reply"
  case badInput = "bad_input"
  case missingInput = "missing_input"
  case storage, locked
  case notConnected = "not_connected"
  case config, usage
  case `internal`
  /// A wrapped command's own error, and every code that is none of these.
  case unknown
}

/// What is waited for.
package enum WireWaitReason: String, CaseIterable, Sendable {
  case rateLimit = "rate_limit"
  case retry, locked
}

/// The output of a wrapped command on which a line came.
package enum WireStream: String, CaseIterable, Sendable {
  case stdout, stderr
}
