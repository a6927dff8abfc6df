// `routine.json` and `prep.json`, which have the members of the events of that name.

package import Codec
package import Model

extension Routine {
  /// Reads what was written; nil when it is no routine.
  package init?(_ json: JSONValue) {
    guard case .routine(let routine)? = json.view(RoutineEvent.type.event) else { return nil }
    self = routine
    if reason != nil {
      (days, week) = ([], [])
    } else if json["days"]?.elements == nil || json["week"]?.elements == nil {
      return nil
    }
  }

  /// The bytes of `routine.json`.
  package var file: [UInt8] { JSONWriter.file { $0.members(of: self) } }
}

extension PrepSheet {
  /// Reads what was written; nil when it is no sheet.
  package init?(_ json: JSONValue) {
    guard case .prep(let sheet)? = json.view(PrepEvent.type.event) else { return nil }
    self = sheet
  }

  /// The bytes of `prep.json`.
  package var file: [UInt8] { JSONWriter.file { $0.members(of: self) } }
}

extension EventType {
  /// The event that has the members of an object, without those of all types; nil when one is of
  /// another kind, or required and absent. A number out of range counts as absent.
  fileprivate func event(in object: JSONView) -> SyncEvent.Kind? {
    guard object.has(rows) else { return nil }
    var event: SyncEvent.Kind?
    var finder = JSONMemberFinder(keys.map(\.description))
    keys.withUnsafeBufferPointer { keys in
      finder.find(in: object) { record in
        guard let record else { return }
        var fields = EventFields(record, keys: keys, of: object, EventContext())
        event = try? read(&fields)
      }
    }
    return event
  }
}

extension JSONView {
  /// Whether it is an object with all required members, as are the objects in it.
  fileprivate func has(_ rows: [EventRowEntry]) -> Bool {
    kind == .object
      && rows.allSatisfy { row in
        guard let value = member(row.key), !value.isNull else { return !row.isRequired }
        switch row.kind {
        case .object(let object): return value.has(object.rows)
        case .list(.object(let object)):
          var isWhole = true
          return value.forEachElement { isWhole = isWhole && $0.has(object.rows) } && isWhole
        default: return true
        }
      }
  }
}

extension JSONWriter {
  /// The bytes of a file that is one object.
  static func file(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object { members(&$0) }
    json.endLine()
    return json.take()
  }
}
