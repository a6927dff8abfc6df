// What services say about a person.

import Codec
import Model
import Network

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
