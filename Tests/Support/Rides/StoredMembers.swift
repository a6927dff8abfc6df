// Records as the text that a store writes, to compare a whole record at once.

import Codec
import Format
package import Model

extension Activity {
  /// All members that a store writes, but the service's own record: `id="garmin:1" duration_s=60`.
  package var members: String {
    list { json in
      writeMembers(to: &json)
      writeOrigin(to: &json)
    }
  }
}

extension WellnessDay {
  /// All members that a store writes, but the service's own record.
  package var members: String {
    list { json in
      writeMembers(to: &json)
      writeOrigin(to: &json)
    }
  }
}

/// The members of an object as `name=value`.
private func list(_ write: (inout JSONWriter) -> Void) -> String {
  var json = JSONWriter()
  json.object { write(&$0) }
  let members = (try? JSONValue(parsing: json.take()))?.members?.map { member in
    "\(member.name)=\(member.value.literal)"
  }
  return members?.joined(separator: " ") ?? ""
}
