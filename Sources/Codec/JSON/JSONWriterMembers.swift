// The members of an object in one call each: a name and a value of any kind.

extension JSONWriter {
  /// Writes a member with a string, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// Writes a member with an integer, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// Writes a member with an integer, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// Writes a member with a truth value, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    key(name)
    value(flag)
  }

  /// Writes a member with a number of at most `decimals` places, or nothing when there is none; see
  /// ``value(_:decimals:)``.
  package mutating func member(_ name: StaticString, _ number: Double?, decimals: Int) {
    guard let number else { return }
    key(name)
    value(number, decimals: decimals)
  }

  /// Writes a member with a number in full, or nothing when there is none; see ``value(exactly:)``.
  package mutating func member(_ name: StaticString, exactly number: Double?) {
    guard let number else { return }
    key(name)
    value(exactly: number)
  }

  /// Writes a member with a time in seconds since 1970, or nothing when there is none; see
  /// ``value(time:)``.
  package mutating func member(_ name: StaticString, time seconds: Int64?) {
    guard let seconds else { return }
    key(name)
    value(time: seconds)
  }

  /// Writes a member whose value is JSON already; see ``value(raw:)``.
  package mutating func member(_ name: StaticString, raw json: some Collection<UInt8>) {
    key(name)
    value(raw: json)
  }

  /// Writes a member with a parsed value, compact, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ json: JSONValue?) {
    guard let json else { return }
    key(name)
    value(json)
  }

  /// Writes a member that is `null`.
  package mutating func nullMember(_ name: StaticString) {
    key(name)
    null()
  }

  /// Copies a member of another object, name and value as they were written, the value compact.
  package mutating func member(_ member: JSONMember) {
    key(raw: member.key.slice)
    value(member.value)
  }

  /// Writes a member that is an object.
  package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a member that is an array.
  package mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }
}
