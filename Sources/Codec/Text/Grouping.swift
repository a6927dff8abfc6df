// Integers with digit grouping: 3,212.

extension Int {
  /// The number with a comma between groups of three digits, from 1,000 on.
  package var grouped: String {
    // At most 19 digits, 6 commas and a sign, stored from the last to the first.
    String(unsafeUninitializedCapacity: 26) { output in
      var at = output.count
      func put(_ byte: UInt8) {
        at -= 1
        output[at] = byte
      }

      var rest = magnitude
      var digits = 0
      repeat {
        if digits > 0, digits % 3 == 0 { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
        digits += 1
      } while rest > 0
      if self < 0 { put(UInt8(ascii: "-")) }
      let length = output.count - at
      for index in 0..<length { output[index] = output[at + index] }
      return length
    }
  }
}
