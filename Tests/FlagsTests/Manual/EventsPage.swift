// velo-sync-events(5): what follows from the table of events.

import Format
import Model

@testable import Flags

extension ManualPage {
  static let events = ManualPage(
    "velo-sync-events.5", about: "the event stream of velo-sync",
    words: [
      "sources": Source.allCases.map(\.rawValue).joined(separator: ", "),
      "format": "\(StreamVersion.current)",
    ],
    rows: ["members": EventType.common.map { (Mdoc.code($0.name), $0.meaning) }],
    parts: [
      "types": { page in
        for type in EventType.all { page.section("\(type.name)", "\(type.about)", type.rows) }
      },
      "objects": { page in
        for object in EventType.objects { page.section(object.name, object.about, object.rows) }
      },
    ])

  /// The examples with jq, each behind a pipe from velo-sync.
  static let recipes = events.examples(in: "EXAMPLES").compactMap { text -> String? in
    let pipe = "velo-sync --json | jq "
    return text.hasPrefix(pipe) ? "jq " + text.dropFirst(pipe.count) : nil
  }
}

extension Mdoc {
  fileprivate mutating func section(_ name: String, _ about: String, _ rows: [MemberDescription]) {
    subsection(name)
    paragraph(about)
    if !rows.isEmpty { list(rows.map { (Self.code($0.name), $0.meaning) }) }
  }
}

extension MemberDescription {
  /// What it may be, and what it means.
  fileprivate var meaning: String {
    let saysWhenAbsent = about.split(separator: " ").contains("absent")
    return "(\(kind.text)) \(about)" + (isRequired || saysWhenAbsent ? "" : " May be absent.")
  }
}

extension ValueKind {
  fileprivate var text: String {
    switch self {
    case .text: "text"
    case .time, .localTime: "time"
    case .date: "date"
    case .integer, .seconds: "count"
    case .ordinal: "number from 1"
    case .number: "number"
    case .fraction: "fraction"
    case .flag: "true or false"
    case .version: "version"
    case .word(let list): list.isSources ? "source" : "one of \(list.text)"
    case .list(.word(let list)): list.isSources ? "list of sources" : "list of any of \(list.text)"
    case .point: "pair"
    case .list(.point): "list of pairs"
    case .list(let kind): "list of \(kind.text)"
    case .object(let object): object.name
    case .orNull(let kind): "\(kind.text) or null"
    }
  }
}

extension WordList {
  fileprivate var isSources: Bool { words == Source.allCases.map(\.rawValue) }
  fileprivate var text: String { words.joined(separator: ", ") + (mayGrow ? ", or another" : "") }
}
