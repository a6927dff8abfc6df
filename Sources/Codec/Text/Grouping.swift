// Integers for people: 3,212.

extension BinaryInteger {
  /// The number with a comma between every three digits, from 1,000 on.
  package var grouped: String {
    var groups: [UInt8] = []
    for (index, digit) in String(magnitude).utf8.reversed().enumerated() {
      if index > 0, index % 3 == 0 { groups.append(UInt8(ascii: ",")) }
      groups.append(digit)
    }
    if self < 0 { groups.append(UInt8(ascii: "-")) }
    return String(decoding: groups.reversed(), as: UTF8.self)
  }
}
