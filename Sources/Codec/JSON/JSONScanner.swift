// The grammar of RFC 8259: scans the bytes once, validates everything, and records the tokens.

/// Validates bytes against the JSON grammar and lists their tokens, from position to position as
/// ``JSONLexer`` does. That is a type of its own: a function of this one that changes nothing may
/// copy all tokens.
struct JSONScanner {
  private var tokens: [JSONToken] = []
  private let lexer: JSONLexer

  /// Appends the tokens of the one value in `source`; errors count from its beginning.
  static func scan(
    _ source: UnsafeBufferPointer<UInt8>, into tokens: inout [JSONToken]
  ) throws(JSONError) {
    let lexer = JSONLexer(source: source)
    guard source.count <= JSONValue.lengthLimit else {
      throw lexer.unexpected(JSONValue.lengthLimit)
    }
    var scanner = JSONScanner(lexer: lexer)
    swap(&scanner.tokens, &tokens)
    defer { swap(&scanner.tokens, &tokens) }
    let end = lexer.skipSpace(try scanner.scanValue(lexer.skipSpace(0), depth: 0))
    guard end == source.count else { throw lexer.unexpected(end) }
  }

  /// Whether `text` is one JSON number and nothing else.
  static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (try? JSONLexer(source: text).skipNumber(0)) == text.count
  }

  // MARK: Values

  @inline(__always)
  private mutating func scanValue(_ at: Int, depth: Int) throws(JSONError) -> Int {
    switch lexer.byte(at) {
    case UInt8(ascii: "\""): return try scanString(at)
    case UInt8(ascii: "{"): return try scanObject(at, depth: depth + 1)
    case UInt8(ascii: "["): return try scanArray(at, depth: depth + 1)
    case UInt8(ascii: "t"): return try scanWord("true", at)
    case UInt8(ascii: "f"): return try scanWord("false", at)
    case UInt8(ascii: "n"): return try scanWord("null", at)
    default:
      let end = try lexer.skipNumber(at)
      note(at, to: end)
      return end
    }
  }

  @inline(never)
  private mutating func scanObject(_ start: Int, depth: Int) throws(JSONError) -> Int {
    let index = try open(start, depth)
    var at = lexer.skipSpace(start &+ 1)
    if lexer.byte(at) != UInt8(ascii: "}") {
      while true {
        guard lexer.byte(at) == UInt8(ascii: "\"") else { throw lexer.unexpected(at) }
        at = lexer.skipSpace(try scanString(at))
        guard lexer.byte(at) == UInt8(ascii: ":") else { throw lexer.unexpected(at) }
        at = lexer.skipSpace(try scanValue(lexer.skipSpace(at &+ 1), depth: depth))
        guard lexer.byte(at) == UInt8(ascii: ",") else { break }
        at = lexer.skipSpace(at &+ 1)
      }
    }
    return try close(index, at, with: UInt8(ascii: "}"))
  }

  @inline(never)
  private mutating func scanArray(_ start: Int, depth: Int) throws(JSONError) -> Int {
    let index = try open(start, depth)
    var at = lexer.skipSpace(start &+ 1)
    if lexer.byte(at) != UInt8(ascii: "]") {
      while true {
        at = lexer.skipSpace(try scanValue(at, depth: depth))
        guard lexer.byte(at) == UInt8(ascii: ",") else { break }
        at = lexer.skipSpace(at &+ 1)
      }
    }
    return try close(index, at, with: UInt8(ascii: "]"))
  }

  private mutating func open(_ start: Int, _ depth: Int) throws(JSONError) -> Int {
    guard depth <= JSONValue.depthLimit else { throw lexer.unexpected(start) }
    note(start, to: start)
    return tokens.count &- 1
  }

  private mutating func close(
    _ index: Int, _ at: Int, with bracket: UInt8
  ) throws(JSONError) -> Int {
    guard lexer.byte(at) == bracket else { throw lexer.unexpected(at) }
    tokens[index].close(end: at &+ 1, next: tokens.count)
    return at &+ 1
  }

  @inline(never)
  private mutating func scanWord(_ word: StaticString, _ start: Int) throws(JSONError) -> Int {
    var at = start
    for index in 0..<word.utf8CodeUnitCount {
      guard lexer.byte(at) == word.utf8Start[index] else { throw lexer.unexpected(at) }
      at &+= 1
    }
    note(start, to: at)
    return at
  }

  // MARK: Strings

  @inline(__always)
  private mutating func scanString(_ start: Int) throws(JSONError) -> Int {
    let at = lexer.skipPlainText(start &+ 1)
    guard lexer.byte(at) == UInt8(ascii: "\"") else { return try scanRest(ofStringFrom: start, at) }
    note(start, to: at &+ 1)
    return at &+ 1
  }

  /// Continues at a byte that is not plain text.
  @inline(never)
  private mutating func scanRest(ofStringFrom start: Int, _ from: Int) throws(JSONError) -> Int {
    var hasEscapes = false
    var at = from
    while true {
      at = lexer.skipPlainText(at)
      guard at < lexer.source.count else { throw lexer.unexpected(at) }
      switch lexer.source[at] {
      case UInt8(ascii: "\""):
        note(start, to: at &+ 1, isMarked: hasEscapes)
        return at &+ 1
      case UInt8(ascii: "\\"):
        hasEscapes = true
        at = try lexer.skipEscape(at)
      case 0..<0x20: throw lexer.unexpected(at)
      default: at = try lexer.skipMultibyteScalar(at)
      }
    }
  }

  @inline(__always)
  private mutating func note(_ start: Int, to end: Int, isMarked: Bool = false) {
    tokens.append(
      JSONToken(start: start, end: end, next: tokens.count &+ 1, isMarked: isMarked))
  }
}

/// Skips what is no value by itself: white space, digits, escapes.
///
/// Every function takes the position it begins at and returns the one behind what it has read: a
/// position kept in memory is stored and loaded again for each token. Every read is guarded by the
/// length of the source: reading beyond the end gives NUL, which the grammar allows nowhere.
private struct JSONLexer {
  let source: UnsafeBufferPointer<UInt8>

  @inline(__always)
  func byte(_ at: Int) -> UInt8 { at < source.count ? source[at] : 0 }

  @inline(__always)
  func skipSpace(_ start: Int) -> Int {
    var at = start
    while byte(at).isJSONSpace { at &+= 1 }
    return at
  }

  // MARK: Numbers

  @inline(__always)
  func skipNumber(_ start: Int) throws(JSONError) -> Int {
    var at = start
    if byte(at) == UInt8(ascii: "-") { at &+= 1 }
    at = byte(at) == UInt8(ascii: "0") ? at &+ 1 : try skipDigits(at)
    if byte(at) == UInt8(ascii: ".") { at = try skipDigits(at &+ 1) }
    if byte(at) | 0x20 == UInt8(ascii: "e") {
      at &+= 1
      if byte(at) == UInt8(ascii: "+") || byte(at) == UInt8(ascii: "-") { at &+= 1 }
      at = try skipDigits(at)
    }
    return at
  }

  @inline(__always)
  private func skipDigits(_ start: Int) throws(JSONError) -> Int {
    var at = start
    guard byte(at) &- UInt8(ascii: "0") < 10 else { throw unexpected(at) }
    repeat { at &+= 1 } while byte(at) &- UInt8(ascii: "0") < 10
    return at
  }

  // MARK: Parts of strings

  @inline(__always)
  func skipPlainText(_ start: Int) -> Int {
    var at = ByteWord.skip(source, from: start) { word in
      word | ByteWord.below(0x20, word) | ByteWord.equal(UInt8(ascii: "\""), word)
        | ByteWord.equal(UInt8(ascii: "\\"), word)
    }
    while at < source.count, source[at].isPlainInJSON { at &+= 1 }
    return at
  }

  func skipEscape(_ start: Int) throws(JSONError) -> Int {
    var at = start &+ 1
    switch byte(at) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return at &+ 1
    case UInt8(ascii: "u"):
      at &+= 1
      for _ in 0..<4 {
        guard Hex.value(of: byte(at)) != nil else { throw unexpected(at) }
        at &+= 1
      }
      return at
    default: throw unexpected(at)
    }
  }

  /// Skips one character of two to four bytes.
  func skipMultibyteScalar(_ at: Int) throws(JSONError) -> Int {
    switch UTF8Character(in: source, at: at) {
    case .whole(let length): return at + length
    case .cut: throw unexpected(source.count)
    case .damaged: throw unexpected(at)
    }
  }

  // MARK: Errors

  func unexpected(_ at: Int) -> JSONError { JSONError(isCutShort: at >= source.count, offset: at) }
}

extension UInt8 {
  /// Whether it stands for itself inside a string: ASCII, but no quote, backslash or control
  /// character below DEL.
  @inline(__always)
  var isPlainInJSON: Bool {
    self >= 0x20 && self < 0x80 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }

  /// The four bytes JSON allows between tokens.
  @inline(__always)
  var isJSONSpace: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09)
  }
}

/// Passes over bytes of no interest eight at a time: parsing takes half as long again without it.
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Passes over groups of eight bytes as long as `marks`, given them as a number, sets the top bit
  /// of none. What is looked for is among the next eight bytes then, or the end is.
  @inline(__always)
  static func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, unless marks: (UInt64) -> UInt64
  ) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var at = start
    while at &+ 8 <= bytes.count,
      marks(raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)) & tops == 0
    { at &+= 8 }
    return at
  }

  /// A word of ASCII with the top bit of a byte set, if it has a byte below `limit` (at most 0x80).
  @inline(__always)
  static func below(_ limit: UInt8, _ word: UInt64) -> UInt64 {
    (word &- ones &* UInt64(limit)) & ~word
  }

  /// A word with the top bit of a byte set, if it has this byte.
  @inline(__always)
  static func equal(_ byte: UInt8, _ word: UInt64) -> UInt64 {
    below(1, word ^ (ones &* UInt64(byte)))
  }
}
