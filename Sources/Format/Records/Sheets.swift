// `routine.json` and `prep.json`, which have the members of the events of that name.

package import Codec
package import Model

extension Routine {
  /// Reads what was written; nil when it is no routine.
  package init?(_ json: JSONValue) {
    guard let routine = Events.routine.sheet(json) else { return nil }
    self = routine
    if reason != nil {
      (days, week) = ([], [])
    } else if json["days"]?.elements == nil || json["week"]?.elements == nil {
      return nil
    }
  }

  /// The bytes of `routine.json`.
  package var file: [UInt8] { Events.routine.members.file(self) }
}

extension PrepSheet {
  /// Reads what was written; nil when it is no sheet.
  package init?(_ json: JSONValue) {
    guard let sheet = Events.prep.sheet(json) else { return nil }
    self = sheet
  }

  /// The bytes of `prep.json`.
  package var file: [UInt8] { Events.prep.members.file(self) }
}

extension EventTable {
  /// The members of an object; nil when one is of another kind, or always there and absent. A
  /// number out of range counts as absent.
  fileprivate func sheet(_ json: JSONValue) -> Members? {
    var sheet = blank
    let reading = json.view { members.read($0, into: &sheet) }
    let isWhole =
      reading.isObject && reading.wrong.isEmpty && reading.damaged.isEmpty
      && reading.incomplete.isEmpty
      && members.always.isSubset(of: reading.read)
    return isWhole ? sheet : nil
  }
}
