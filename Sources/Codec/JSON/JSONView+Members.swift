// Copies members of an object as received.

extension JSONView {
  /// The bytes of the members whose names `isWanted`, in order, separated by commas and without the
  /// white space between tokens; empty when this is not an object.
  package func members(where isWanted: (_ name: JSONView) -> Bool) -> [UInt8] {
    var output: [UInt8] = []
    _ = forEachMember { name, value in
      guard isWanted(name) else { return }
      if !output.isEmpty { output.append(UInt8(ascii: ",")) }
      name.appendCompact(to: &output)
      output.append(UInt8(ascii: ":"))
      value.appendCompact(to: &output)
    }
    return output
  }

  /// Appends the source without the white space between its tokens.
  private func appendCompact(to output: inout [UInt8]) {
    var isInString = false
    var isEscaped = false
    // A value without parts has no white space between tokens.
    guard hasParts else { return output.append(contentsOf: source) }
    for byte in source {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte.isJSONSpace {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      }
      output.append(byte)
    }
  }

  private var hasParts: Bool {
    switch kind {
    case .object, .array: true
    case .string, .bool, .null, .number: false
    }
  }
}
