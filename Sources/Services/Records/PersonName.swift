// The name and sex of an athlete, as services write them.

import Codec
import Model
import Network

extension Sex {
  /// `F` or `M`; nil for anything else, including null.
  init?(letter value: JSONValue?) {
    switch value?.string {
    case "F": self = .female
    case "M": self = .male
    default: return nil
    }
  }
}
