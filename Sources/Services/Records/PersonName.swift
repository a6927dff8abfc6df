// What services call a person.

import Codec
import SyncModel

/// First and last name of an athlete; nil without either.
func personName(_ athlete: JSONValue) -> DisplayText? {
  let parts = ["firstname", "lastname"].compactMap { athlete[$0]?.string }.filter { !$0.isEmpty }
  return parts.isEmpty ? nil : DisplayText(parts.joined(separator: " "))
}
