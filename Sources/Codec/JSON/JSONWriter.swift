// Writes JSON text, member after member, in the order of the calls.

/// Builds JSON in a buffer of its own; commas and quotes come by themselves.
///
/// ```
/// var json = JSONWriter()
/// json.object {
///   $0.member("type", "progress")
///   $0.member("fraction", 0.25, decimals: 4)
///   $0.array("sources") { $0.value("strava") }
/// }
/// json.endLine()
/// ```
///
/// Balanced calls give well-formed text: one value, or one a line. Member names are not compared.
package struct JSONWriter: Sendable {
  // The array is kept longer than the text, so that bytes are stored without growing it each time.
  private var storage: [UInt8]
  private var needsComma = false

  /// How many bytes were written.
  package private(set) var count = 0

  /// An empty text with room for `capacity` bytes before it must grow.
  package init(capacity: Int = 512) {
    storage = Array(repeating: 0, count: max(capacity, 64))
  }

  // MARK: The text

  /// The text so far. A slice that is still held when writing goes on costs one copy.
  package var bytes: ArraySlice<UInt8> { storage[..<count] }

  /// Hands the text out without copying it and leaves the writer empty.
  package mutating func take() -> [UInt8] {
    var text: [UInt8] = []
    swap(&text, &storage)
    text.removeLast(text.count - count)
    removeAll()
    return text
  }

  /// Forgets the text and keeps the room.
  package mutating func removeAll() {
    count = 0
    needsComma = false
  }

  /// Ends a line of NDJSON; what follows is a new value.
  package mutating func endLine() {
    append(atMost: 1) { output in
      output[0] = 0x0A
      return 1
    }
    needsComma = false
  }

  // MARK: Structure

  /// Writes an object with the members that `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array with the values that `body` writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes the name of a member; its value must follow. The name must need no escapes.
  package mutating func key(_ name: StaticString) {
    let comma = takeComma(leaving: false)
    name.withUTF8Buffer { name in
      assert(ByteWord.endOfPlainText(name, from: 0, deleteIsPlain: false) == name.count)
      append(atMost: name.count + 4) { output in
        var at = Self.put(comma, at: output)
        output[at] = UInt8(ascii: "\"")
        (output + at + 1).update(from: name)
        at += 1 + name.count
        output[at] = UInt8(ascii: "\"")
        output[at + 1] = UInt8(ascii: ":")
        return at + 2
      }
    }
  }

  /// Writes any text as the name of a member; its value must follow.
  package mutating func key(escaping name: String) {
    value(name)
    endKey()
  }

  /// Writes a name that is a JSON string already, quotes included; its value must follow.
  mutating func key(raw name: ArraySlice<UInt8>) {
    value(raw: name)
    endKey()
  }

  // MARK: Values

  /// Writes a string, escaping what JSON demands and what could harm a terminal or a log: DEL, C1
  /// controls, U+2028, U+2029 and the bidirectional controls.
  package mutating func value(_ text: String) {
    let comma = takeComma(leaving: true)
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { string($0, after: comma) }
    if done == nil { Array(text.utf8).withUnsafeBufferPointer { string($0, after: comma) } }
  }

  /// Writes an integer.
  package mutating func value(_ number: Int64) {
    let comma = takeComma(leaving: true)
    append(atMost: 21) { output in
      let start = Self.put(comma, at: output)
      return start + Digits.put(number, at: output + start)
    }
  }

  /// Writes an integer.
  package mutating func value(_ number: Int) { value(Int64(number)) }

  /// Writes `true` or `false`.
  package mutating func value(_ flag: Bool) { word(flag ? "true" : "false") }

  /// Writes `null`.
  package mutating func null() { word("null") }

  /// Writes a number rounded to at most `decimals` (0…9) places, without zeros at its end; `null`
  /// when it is not finite.
  package mutating func value(_ number: Double, decimals: Int) {
    guard let fraction = ScaledDecimal(number, decimals: decimals) else {
      return value(exactly: number)
    }
    let comma = takeComma(leaving: true)
    append(atMost: ScaledDecimal.longest + 1) { output in
      let start = Self.put(comma, at: output)
      return start + fraction.put(at: output + start)
    }
  }

  /// Writes a number with all the digits it takes to read the same double again; `null` when it is
  /// not finite.
  package mutating func value(exactly number: Double) {
    guard number.isFinite else { return null() }
    // Swift's shortest form is a JSON number; ".0" says nothing there.
    var text = number.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    value(raw: text.utf8)
  }

  /// Writes a time as an RFC 3339 text, `2026-11-20T06:00:01Z`; see ``UTCTime/text(_:)``.
  package mutating func value(time seconds: Int64) {
    let comma = takeComma(leaving: true)
    append(atMost: UTCTime.length + 3) { output in
      let start = Self.put(comma, at: output)
      output[start] = UInt8(ascii: "\"")
      UTCTime.put(seconds, at: output + start + 1)
      output[start + 1 + UTCTime.length] = UInt8(ascii: "\"")
      return start + UTCTime.length + 2
    }
  }

  /// Writes bytes that are one JSON value already, as they are.
  package mutating func value(raw json: some Collection<UInt8>) {
    let comma = takeComma(leaving: true)
    let done: Void? = json.withContiguousStorageIfAvailable { copy($0, after: comma) }
    if done == nil { Array(json).withUnsafeBufferPointer { copy($0, after: comma) } }
  }

  /// Writes a parsed value as it was sent, without the white space between its tokens.
  package mutating func value(_ json: JSONValue) {
    var comma = takeComma(leaving: true)
    json.forEachCompactRun { run in
      copy(run, after: comma)
      comma = false
    }
  }

  // MARK: Inside

  /// Lets `body` store at most `room` bytes at the end of the text and say how many it stored.
  @inline(__always)
  private mutating func append(atMost room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if storage.count - count < room { grow(by: room) }
    let start = count
    count += storage.withUnsafeMutableBufferPointer { storage in
      guard let base = storage.baseAddress else { return 0 }
      return body(base + start)
    }
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    storage.append(contentsOf: repeatElement(0, count: max(storage.count, room, 64)))
  }

  /// Whether a comma must come first, and whether the next value needs one.
  @inline(__always)
  private mutating func takeComma(leaving next: Bool) -> Bool {
    defer { needsComma = next }
    return needsComma
  }

  @inline(__always)
  private static func put(_ comma: Bool, at output: UnsafeMutablePointer<UInt8>) -> Int {
    output[0] = UInt8(ascii: ",")
    return comma ? 1 : 0
  }

  private mutating func endKey() {
    append(atMost: 1) { output in
      output[0] = UInt8(ascii: ":")
      return 1
    }
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    let comma = takeComma(leaving: false)
    append(atMost: 2) { output in
      let start = Self.put(comma, at: output)
      output[start] = bracket
      return start + 1
    }
  }

  private mutating func close(_ bracket: UInt8) {
    append(atMost: 1) { output in
      output[0] = bracket
      return 1
    }
    needsComma = true
  }

  private mutating func word(_ word: StaticString) {
    let comma = takeComma(leaving: true)
    word.withUTF8Buffer { copy($0, after: comma) }
  }

  private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, after comma: Bool) {
    append(atMost: bytes.count + 1) { output in
      let start = Self.put(comma, at: output)
      (output + start).update(from: bytes)
      return start + bytes.count
    }
  }

  private mutating func string(_ text: UnsafeBufferPointer<UInt8>, after comma: Bool) {
    let plain = ByteWord.endOfPlainText(text, from: 0, deleteIsPlain: false)
    // One byte becomes at most six, `\u0000`.
    append(atMost: plain + (text.count - plain) * 6 + 3) { output in
      var at = Self.put(comma, at: output)
      output[at] = UInt8(ascii: "\"")
      at += 1
      (output + at).update(from: UnsafeBufferPointer(rebasing: text[..<plain]))
      at += plain
      if plain < text.count { at += JSONEscape.put(text, from: plain, at: output + at) }
      output[at] = UInt8(ascii: "\"")
      return at + 1
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Copies all of `bytes` to here.
  @inline(__always)
  func update(from bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    update(from: source, count: bytes.count)
  }
}
