// Cuts the objects out of a JSON text that is too large to be parsed as a whole.

/// Finds the objects that are elements of arrays at one nesting, in bytes that arrive in pieces of
/// any size. Only brackets and strings are examined: whether an object is valid JSON is found out
/// by parsing it, and what is between the objects is skipped.
package struct JSONObjectCutter: Sendable {
  /// The longest accepted object in bytes, so that no object can use up the memory.
  package let limit: Int
  /// The number of objects that were skipped because they are too long.
  package private(set) var skipped = 0
  /// Whether the text is not JSON: it begins otherwise, its brackets do not match, they are nested
  /// too deep, or something follows its end. Nothing is found after that.
  package private(set) var isDamaged = false

  /// The arrays and objects around the objects that are looked for.
  private let nesting: Int
  private var depth = 0
  /// A bit for each open bracket, the innermost lowest: 1 for an array.
  private var arrays: UInt128 = 0
  private var isInString = false
  private var isEscaped = false
  private var hasBegun = false
  /// The bytes of the current object in earlier pieces.
  private var rest: [UInt8] = []
  private var isInObject = false
  private var isTooLong = false

  /// - Parameter nesting: the arrays and objects around an object, from 1 to 127: 1 for the
  ///   elements of the outermost array.
  package init(nesting: Int, limit: Int = 1 << 20) {
    self.nesting = min(max(nesting, 1), JSONValue.depthLimit - 1)
    self.limit = limit
  }

  /// Whether the text has come to its end.
  package var isComplete: Bool { hasBegun && depth == 0 && !isDamaged }

  /// Takes a piece and calls `body` with the bytes of each object that ends in it, in order.
  package mutating func take(_ piece: UnsafeBufferPointer<UInt8>, _ body: ([UInt8]) -> Void) {
    var at = 0
    /// Where the current object begins in this piece.
    var start = 0
    while at < piece.count, !isDamaged {
      if isInString {
        skipString(piece, &at)
        continue
      }
      let byte = piece[at]
      at &+= 1
      switch byte {
      case UInt8(ascii: "\"") where depth > 0: isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isElement = byte == UInt8(ascii: "{") && depth == nesting && arrays & 1 == 1
        open(isArray: byte == UInt8(ascii: "["))
        if isElement, !isDamaged { (isInObject, start) = (true, at &- 1) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        close(isArray: byte == UInt8(ascii: "]"))
        if isInObject, depth == nesting {
          keep(piece[start..<at])
          finish(body)
        }
      // Before and after the text there is nothing but white space.
      default: if depth == 0, !byte.isJSONSpace { fail() }
      }
    }
    if isInObject { keep(piece[start...]) }
  }

  // MARK: Brackets and strings

  private mutating func open(isArray: Bool) {
    let isSecond = depth == 0 && hasBegun
    guard depth < JSONValue.depthLimit, !isSecond else { return fail() }
    hasBegun = true
    depth &+= 1
    arrays = arrays &<< 1 | (isArray ? 1 : 0)
  }

  private mutating func close(isArray: Bool) {
    guard depth > 0, arrays & 1 == (isArray ? 1 : 0) else { return fail() }
    depth &-= 1
    arrays = arrays &>> 1
  }

  /// Skips to the end of a string, or of the piece.
  private mutating func skipString(_ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
    if isEscaped {
      isEscaped = false
      at &+= 1
    }
    while at < piece.count {
      let byte = piece[at]
      at &+= 1
      if byte == UInt8(ascii: "\"") {
        isInString = false
        return
      }
      if byte == UInt8(ascii: "\\") {
        if at == piece.count {
          isEscaped = true
        } else {
          at &+= 1
        }
      }
    }
  }

  private mutating func fail() {
    isDamaged = true
    isInObject = false
    rest = []
  }

  // MARK: Objects

  private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if isTooLong { return }
    if bytes.count > limit - rest.count {
      isTooLong = true
      rest = []
    } else {
      rest.append(contentsOf: bytes)
    }
  }

  private mutating func finish(_ body: ([UInt8]) -> Void) {
    isInObject = false
    if isTooLong {
      skipped += 1
    } else {
      body(rest)
    }
    isTooLong = false
    rest.removeAll(keepingCapacity: true)
  }
}
