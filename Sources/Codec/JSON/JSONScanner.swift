// The grammar of RFC 8259: scans the bytes once, validates everything, and records the tokens.

/// Where the scanner stores tokens.
protocol JSONTokenStore {
  var count: Int { get }
  mutating func append(_ token: JSONToken)
  subscript(index: Int) -> JSONToken { get set }
}

extension Array<JSONToken>: JSONTokenStore {}

/// Storage that is large enough from the beginning: adding a token is a plain store.
struct FixedTokenStore: JSONTokenStore {
  private let tokens: UnsafeMutableBufferPointer<JSONToken>
  private(set) var count = 0

  /// - Parameter tokens: at least as many as the source has bytes.
  init(_ tokens: UnsafeMutableBufferPointer<JSONToken>) {
    self.tokens = tokens
  }

  @inline(__always)
  mutating func append(_ token: JSONToken) {
    tokens[count] = token
    count &+= 1
  }

  subscript(index: Int) -> JSONToken {
    get { tokens[index] }
    nonmutating set { tokens[index] = newValue }
  }
}

enum JSONScanner {
  /// The tokens of the one value in `source`; errors count from its beginning.
  static func tokens(
    of source: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> [JSONToken] {
    var tokens: [JSONToken] = []
    // A member of a record takes about 24 bytes and two tokens.
    tokens.reserveCapacity(min(source.count, JSONValue.lengthLimit) / 12 + 4)
    var scan = JSONScan(source, tokens: tokens)
    tokens = []
    try scan.run()
    return scan.tokens
  }

  /// Records the tokens of the one value in `source`.
  ///
  /// - Parameter tokens: at least as many as `source` has bytes.
  static func scan(
    _ source: UnsafeBufferPointer<UInt8>, into tokens: UnsafeMutableBufferPointer<JSONToken>
  ) throws(JSONError) {
    var scan = JSONScan(source, tokens: FixedTokenStore(tokens))
    try scan.run()
  }

  /// Whether `text` is one JSON number and nothing else.
  static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var scan = JSONScan(text, tokens: [JSONToken]())
    return scan.isNumber()
  }
}

/// Validates bytes against the JSON grammar and lists their tokens.
///
/// Every read is guarded by the length of the source: reading beyond the end gives NUL, which the
/// grammar allows nowhere.
private struct JSONScan<Tokens: JSONTokenStore> {
  private(set) var tokens: Tokens
  private let source: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ source: UnsafeBufferPointer<UInt8>, tokens: Tokens) {
    self.source = source
    self.tokens = tokens
  }

  /// Scans the one value of the source.
  mutating func run() throws(JSONError) {
    guard source.count <= JSONValue.lengthLimit else {
      throw JSONError(reason: .tooLong, offset: JSONValue.lengthLimit)
    }
    skipSpace()
    try scanValue(depth: 0)
    skipSpace()
    guard at == source.count else { throw failure(.trailingBytes) }
  }

  mutating func isNumber() -> Bool {
    do {
      try skipNumber()
      return at == source.count
    } catch {
      return false
    }
  }

  // MARK: Values

  @inline(__always)
  private mutating func scanValue(depth: Int) throws(JSONError) {
    switch byte {
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "{"): try scanObject(depth: depth + 1)
    case UInt8(ascii: "["): try scanArray(depth: depth + 1)
    case UInt8(ascii: "t"): try scanWord("true")
    case UInt8(ascii: "f"): try scanWord("false")
    case UInt8(ascii: "n"): try scanWord("null")
    default:
      let start = at
      try skipNumber()
      note(from: start)
    }
  }

  @inline(never)
  private mutating func scanObject(depth: Int) throws(JSONError) {
    let index = try open(depth)
    if byte != UInt8(ascii: "}") {
      while true {
        guard byte == UInt8(ascii: "\"") else { throw unexpected() }
        try scanString()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected() }
        at &+= 1
        skipSpace()
        try scanValue(depth: depth)
        skipSpace()
        guard byte == UInt8(ascii: ",") else { break }
        at &+= 1
        skipSpace()
      }
    }
    try close(index, with: UInt8(ascii: "}"))
  }

  @inline(never)
  private mutating func scanArray(depth: Int) throws(JSONError) {
    let index = try open(depth)
    if byte != UInt8(ascii: "]") {
      while true {
        try scanValue(depth: depth)
        skipSpace()
        guard byte == UInt8(ascii: ",") else { break }
        at &+= 1
        skipSpace()
      }
    }
    try close(index, with: UInt8(ascii: "]"))
  }

  private mutating func open(_ depth: Int) throws(JSONError) -> Int {
    guard depth <= JSONValue.depthLimit else { throw failure(.tooDeep) }
    let index = tokens.count
    note(from: at)
    at &+= 1
    skipSpace()
    return index
  }

  private mutating func close(_ index: Int, with bracket: UInt8) throws(JSONError) {
    guard byte == bracket else { throw unexpected() }
    at &+= 1
    tokens[index].close(end: at, next: tokens.count)
  }

  @inline(never)
  private mutating func scanWord(_ word: StaticString) throws(JSONError) {
    let start = at
    for index in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[index] else { throw unexpected() }
      at &+= 1
    }
    note(from: start)
  }

  // MARK: Numbers

  @inline(__always)
  private mutating func skipNumber() throws(JSONError) {
    if byte == UInt8(ascii: "-") { at &+= 1 }
    if byte == UInt8(ascii: "0") { at &+= 1 } else { try skipDigits() }
    if byte == UInt8(ascii: ".") {
      at &+= 1
      try skipDigits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      at &+= 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at &+= 1 }
      try skipDigits()
    }
  }

  @inline(__always)
  private mutating func skipDigits() throws(JSONError) {
    guard byte &- UInt8(ascii: "0") < 10 else { throw unexpected() }
    repeat { at &+= 1 } while byte &- UInt8(ascii: "0") < 10
  }

  // MARK: Strings

  @inline(__always)
  private mutating func scanString() throws(JSONError) {
    let start = at
    at = ByteWord.endOfPlainText(source, from: start &+ 1, deleteIsPlain: true)
    guard byte == UInt8(ascii: "\"") else { return try scanRest(ofStringFrom: start) }
    at &+= 1
    note(from: start)
  }

  /// Continues at a byte that is not plain text.
  @inline(never)
  private mutating func scanRest(ofStringFrom start: Int) throws(JSONError) {
    var hasEscapes = false
    while true {
      at = ByteWord.endOfPlainText(source, from: at, deleteIsPlain: true)
      guard at < source.count else { throw unexpected() }
      switch source[at] {
      case UInt8(ascii: "\""):
        at &+= 1
        note(from: start, isMarked: hasEscapes)
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0..<0x20:
        throw failure(.controlCharacter)
      default:
        try skipMultibyteScalar()
      }
    }
  }

  private mutating func skipEscape() throws(JSONError) {
    at &+= 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at &+= 1
    case UInt8(ascii: "u"):
      at &+= 1
      for _ in 0..<4 {
        guard Hex.value(of: byte) != nil else { throw unexpected(.badEscape) }
        at &+= 1
      }
    default:
      throw unexpected(.badEscape)
    }
  }

  /// Skips one scalar of two to four bytes; the ranges are those of table 3-7 of the Unicode
  /// Standard.
  private mutating func skipMultibyteScalar() throws(JSONError) {
    let lead = source[at]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: throw failure(.badUTF8)
    }
    for index in 1..<length {
      guard at + index < source.count else {
        throw JSONError(reason: .unexpectedEnd, offset: source.count)
      }
      let allowed = index == 1 ? second : 0x80...0xBF
      guard allowed.contains(source[at + index]) else { throw failure(.badUTF8) }
    }
    at += length
  }

  // MARK: Cursor

  private var byte: UInt8 {
    @inline(__always) get { at < source.count ? source[at] : 0 }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while byte.isJSONSpace { at &+= 1 }
  }

  @inline(__always)
  private mutating func note(from start: Int, isMarked: Bool = false) {
    tokens.append(
      JSONToken(start: start, end: at, next: tokens.count &+ 1, isMarked: isMarked))
  }

  private func unexpected(_ reason: JSONError.Reason = .unexpectedByte) -> JSONError {
    at < source.count ? failure(reason) : failure(.unexpectedEnd)
  }

  private func failure(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason: reason, offset: at)
  }
}

extension UInt8 {
  /// The four bytes JSON allows between tokens.
  @inline(__always)
  var isJSONSpace: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09)
  }
}
