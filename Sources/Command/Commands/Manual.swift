// Builds the manual pages from the tables of options and events.

import Flags
import Reporting
import Model

/// The texts of the manual pages, as committed.
package enum Manual {
  /// velo-sync(1).
  package static var command: String { CommandPage.text(exits: ExitStatus.table) }

  /// The table of exit codes in the README, in Markdown.
  package static var exitCodes: String { ExitStatus.markdown }

  /// velo-sync-events(5).
  package static var events: String {
    let types = EventTable.types.map {
      ManualPart(name: $0.name, about: $0.about, fields: $0.fields.map(field))
    }
    return EventsPage.text(
      format: EventEncoder.format, common: EventTable.common.map(field), types: types,
      objects: objects(in: EventTable.types.flatMap(\.fields)))
  }

  /// The objects used by members, each once.
  private static func objects(in fields: [EventField]) -> [ManualPart] {
    var parts: [ManualPart] = []
    func look(_ fields: [EventField]) {
      for field in fields {
        guard let object = field.kind.object, !parts.contains(where: { $0.name == object.name })
        else { continue }
        parts.append(
          ManualPart(
            name: object.name, about: object.about, fields: object.fields.map(Self.field)))
        look(object.fields)
      }
    }
    look(fields)
    return parts
  }

  private static func field(_ field: EventField) -> ManualPart.Field {
    ManualPart.Field(
      name: field.name, kind: field.kind.words, isRequired: field.isRequired, about: field.about)
  }
}

extension EventField.Kind {
  /// The kind in words.
  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .time: "time"
    case .date: "date"
    case .count: "count"
    case .ordinal: "number from 1"
    case .number: "number"
    case .fraction: "fraction"
    case .flag: "true or false"
    case .version: "version"
    case .word(let list):
      "one of \(list.words.joined(separator: ", "))\(list.mayGrow ? ", or another" : "")"
    case .list(let kind): "list of \(kind.words)"
    case .object(let object): object.name
    case .orNull(let kind): "\(kind.words) or null"
    }
  }
}
