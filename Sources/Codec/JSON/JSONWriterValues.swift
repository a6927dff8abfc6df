// Writes values of every kind, as members or as elements of an array.

extension JSONWriter {
  // MARK: Strings

  /// Writes a string. Escapes what JSON requires, and what could harm a terminal or a log: DEL, C1
  /// controls, U+2028, U+2029 and the bidirectional controls.
  package mutating func value(_ text: String) { string(nil, text) }

  /// Writes a member with a string, or nothing for nil; see ``value(_:)-(String)``.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    string(name, text)
  }

  @inline(__always)
  private mutating func string(_ name: StaticString?, _ text: String) {
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { string(name, utf8: $0) }
    if done == nil { Array(text.utf8).withUnsafeBufferPointer { string(name, utf8: $0) } }
  }

  @inline(__always)
  private mutating func string(_ name: StaticString?, utf8 text: UnsafeBufferPointer<UInt8>) {
    var plain = 0
    append(name, atMost: text.count &+ 2) { output in
      output[0] = UInt8(ascii: "\"")
      while plain < text.count, text[plain].isPlainInJSON, text[plain] != 0x7F {
        output[plain &+ 1] = text[plain]
        plain &+= 1
      }
      output[plain &+ 1] = UInt8(ascii: "\"")
      return plain == text.count ? plain &+ 2 : plain &+ 1
    }
    if plain < text.count { continueString(text, from: plain) }
  }

  // MARK: Integers

  /// Writes a member with an integer, or nothing for nil.
  package mutating func member(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    integer(name, number)
  }

  /// Writes a member with an integer, or nothing for nil.
  package mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    integer(name, Int64(number))
  }

  @inline(__always)
  private mutating func integer(_ name: StaticString?, _ number: Int64) {
    append(name, atMost: 20) { output in Digits.put(number, at: output) }
  }

  // MARK: Fractions

  /// Writes a member with a number rounded to at most `decimals` (0…9) places, half away from zero,
  /// without trailing zeros. Writes `null` for a number that is not finite, and nothing for nil.
  package mutating func member(_ name: StaticString, _ number: Double?, decimals: Int) {
    guard let number else { return }
    fraction(name, number, decimals)
  }

  /// Writes an element of an array: a number rounded as a member is, or `null` for nil.
  package mutating func value(_ number: Double?, decimals: Int) {
    guard let number else { return word(nil, "null") }
    fraction(nil, number, decimals)
  }

  private mutating func fraction(_ name: StaticString?, _ number: Double, _ decimals: Int) {
    guard let rounded = ScaledDecimal(number, decimals: decimals) else { return full(name, number) }
    append(name, atMost: ScaledDecimal.longest) { output in rounded.put(at: output) }
  }

  /// Writes a member with a number in the fewest digits that read back as the same double. Writes
  /// `null` for a number that is not finite, and nothing for nil.
  package mutating func member(_ name: StaticString, exactly number: Double?) {
    guard let number else { return }
    full(name, number)
  }

  private mutating func full(_ name: StaticString?, _ number: Double) {
    guard number.isFinite else { return word(name, "null") }
    // Swift's shortest form is valid JSON, except that ".0" is not needed.
    var text = number.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    raw(name, text.utf8)
  }

  // MARK: Words

  /// Writes a member with `true` or `false`, or nothing for nil.
  package mutating func member(_ name: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    word(name, flag ? "true" : "false")
  }

  /// Writes a member that is `null`.
  package mutating func nullMember(_ name: StaticString) { word(name, "null") }

  private mutating func word(_ name: StaticString?, _ word: StaticString) {
    bytes(name, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  // MARK: Texts of fixed length

  /// Writes a member with a text of `length` bytes that `put` stores. None of them may need an
  /// escape.
  package mutating func member(
    _ name: StaticString, length: Int, _ put: (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    append(name, atMost: length + 2) { output in
      output[0] = UInt8(ascii: "\"")
      put(output + 1)
      output[length + 1] = UInt8(ascii: "\"")
      return length + 2
    }
  }

  // MARK: JSON

  /// Writes bytes that already are one JSON value.
  package mutating func value(raw json: some Collection<UInt8>) { raw(nil, json) }

  /// Writes a member whose value already is JSON.
  package mutating func member(_ name: StaticString, raw json: some Collection<UInt8>) {
    raw(name, json)
  }

  /// Writes a parsed value as received, without the white space between its tokens.
  package mutating func value(_ json: JSONValue) { raw(nil, json.compact) }

  /// Writes a member with such a value, or nothing for nil.
  package mutating func member(_ name: StaticString, _ json: JSONValue?) {
    guard let json else { return }
    raw(name, json.compact)
  }

  /// Copies a member of another object: its name as written, its value without white space.
  package mutating func member(_ member: JSONMember) {
    value(raw: member.nameSlice)
    endKey()
    value(member.value)
  }

  private mutating func raw(_ name: StaticString?, _ json: some Collection<UInt8>) {
    let done: Void? = json.withContiguousStorageIfAvailable { bytes(name, $0) }
    if done == nil { Array(json).withUnsafeBufferPointer { bytes(name, $0) } }
  }

  mutating func bytes(_ name: StaticString?, _ bytes: UnsafeBufferPointer<UInt8>) {
    append(name, atMost: bytes.count) { output in
      output.copy(bytes)
      return bytes.count
    }
  }
}
