// What services say about a person.

import Codec
import Model

/// First and last name of an athlete; nil without either.
func personName(_ athlete: JSONValue) -> DisplayText? {
  let parts = ["firstname", "lastname"].compactMap { athlete[$0]?.string }.filter { !$0.isEmpty }
  return parts.isEmpty ? nil : DisplayText(parts.joined(separator: " "))
}

extension Sex {
  /// `F` or `M`; nil for everything else, null among it.
  init?(letter value: JSONValue?) {
    switch value?.string {
    case "F": self = .female
    case "M": self = .male
    default: return nil
    }
  }
}
