// Records as the text that a store writes, to compare a whole record at once.

import Codec
package import Format

extension RecordWithFields {
  /// All members that a store writes, but the service's own record: `id="garmin:1" duration_s=60`.
  package var members: String {
    var json = JSONWriter()
    json.object { json in
      writeMembers(to: &json)
      writeOrigin(to: &json)
    }
    let members = (try? JSONValue(parsing: json.take()))?.members?.map { member in
      "\(member.name)=\(member.value.literal)"
    }
    return members?.joined(separator: " ") ?? ""
  }
}
