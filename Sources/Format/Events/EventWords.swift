// The lists of words of the format; the words themselves are those of the enums.

import Codec
package import Model

/// A list of words of which a member is one.
package struct EventWords: Sendable {
  package let name: String
  package let words: [String]
  /// Whether a later 1.x may add others.
  package let mayGrow: Bool
}

/// An enum whose raw values are the words of a list.
protocol EventWord: EventListElement, CaseIterable, RawRepresentable
where RawValue == String, Model == Self {
  static var list: EventWordList<Self> { get }
}

extension EventWord {
  static var kind: EventValueKind {
    .word(EventWords(name: list.name, words: allCases.map(\.rawValue), mayGrow: list.mayGrow))
  }

  static var expected: EventError.Expected { .text }

  static func read(_ view: JSONView) -> EventReading<Self> {
    if let word = list.word(view) { return .value(word) }
    return view.kind == .string ? .unknown : .wrong
  }

  static func write(_ word: Self, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, word.rawValue)
  }

  static func writeElement(_ word: Self, to json: inout JSONWriter) { json.value(word.rawValue) }
}

/// Recognises the words of one enum where they stand.
struct EventWordList<Word: EventWord>: Sendable {
  let name: String
  let mayGrow: Bool
  private let cases: [Word]
  private let words: StringTable

  private init(_ name: String, mayGrow: Bool) {
    self.name = name
    self.mayGrow = mayGrow
    cases = Array(Word.allCases)
    words = StringTable(cases.map(\.rawValue))
  }

  /// Words that decide what a script does, and those that are the frame of the format itself.
  static func closed(_ name: String) -> EventWordList { EventWordList(name, mayGrow: false) }

  /// Words for what the program knows: a later 1.x may add others.
  static func growing(_ name: String) -> EventWordList { EventWordList(name, mayGrow: true) }

  /// The case that a JSON string is the word of; nil for other words and other values.
  func word(_ view: JSONView) -> Word? {
    words.index(of: view).map { cases[$0] }
  }
}

extension SyncStatus.Name: EventWord { static let list: EventWordList<Self> = .growing("status") }
extension FailureCode: EventWord { static let list: EventWordList<Self> = .growing("code") }
extension Source: EventWord { static let list: EventWordList<Self> = .growing("source") }
extension Work.Unit: EventWord { static let list: EventWordList<Self> = .growing("unit") }
extension Wait.Reason.Name: EventWord {
  static let list: EventWordList<Self> = .growing("wait_reason")
}
extension SourceReport.State: EventWord {
  static let list: EventWordList<Self> = .growing("source_state")
}
extension Band: EventWord { static let list: EventWordList<Self> = .growing("band") }
extension Stage: EventWord { static let list: EventWordList<Self> = .closed("stage") }
extension RunSummary.Outcome: EventWord {
  static let list: EventWordList<Self> = .closed("outcome")
}
extension SourceOutcome: EventWord {
  static let list: EventWordList<Self> = .closed("source_outcome")
}
extension ScoreKind: EventWord { static let list: EventWordList<Self> = .closed("score") }
extension OutputStream: EventWord { static let list: EventWordList<Self> = .closed("stream") }
extension Weekday: EventWord { static let list: EventWordList<Self> = .closed("weekday") }
