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
/// Balanced calls give well-formed text: one value, or one a line. Member names are not compared;
/// those given as `StaticString` must need no escapes.
package struct JSONWriter: Sendable {
  // The array is kept longer than the text, so that storing bytes does not resize it each time.
  private var storage: [UInt8]
  private var needsComma = false

  /// The number of bytes written.
  package private(set) var count = 0

  /// An empty text with capacity for `capacity` bytes.
  package init(capacity: Int = 512) {
    // Bytes are read only once they are written: filling large buffers took 3 % of a first sync.
    let size = max(capacity, 64)
    storage = Array(unsafeUninitializedCapacity: size) { $1 = size }
  }

  // MARK: The text

  /// The text so far. Writing on while a slice is still held costs one copy.
  package var bytes: ArraySlice<UInt8> { storage[..<count] }

  /// Returns the text without copying it and leaves the writer empty.
  package mutating func take() -> [UInt8] {
    var text: [UInt8] = []
    swap(&text, &storage)
    text.removeLast(text.count - count)
    removeAll()
    return text
  }

  /// Returns a copy of the text, empties the writer and keeps its capacity; for many small texts.
  package mutating func takeCopy() -> [UInt8] {
    let length = count
    removeAll()
    return storage.withUnsafeBufferPointer { storage in
      Array(UnsafeBufferPointer(start: storage.baseAddress, count: length))
    }
  }

  /// Empties the writer and keeps its capacity.
  package mutating func removeAll() {
    count = 0
    needsComma = false
  }

  /// Ends a line of NDJSON; a new value may follow.
  package mutating func endLine() {
    put(0x0A)
    needsComma = false
  }

  // MARK: Structure

  /// Writes an object with the members that `body` writes: a member, or without a name a value.
  package mutating func object(_ name: StaticString? = nil, _ body: (inout JSONWriter) -> Void) {
    open(name, UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array with the elements that `body` writes: a member, or without a name a value.
  package mutating func array(_ name: StaticString? = nil, _ body: (inout JSONWriter) -> Void) {
    open(name, UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes any text as the name of a member; a value must follow.
  package mutating func key(escaping name: String) {
    value(name)
    endKey()
  }

  /// Writes members from bytes that were written before, from the first name to the last value.
  package mutating func members(again members: [UInt8]) {
    members.withUnsafeBufferPointer { if !$0.isEmpty { bytes(nil, $0) } }
  }

  /// Ends the name of a member; a value must follow.
  mutating func endKey() {
    put(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func open(_ name: StaticString?, _ bracket: UInt8) {
    append(name, atMost: 1) { output in
      output[0] = bracket
      return 1
    }
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    put(bracket)
    needsComma = true
  }

  // MARK: Storing bytes

  /// Writes a comma if needed, the name of a member if there is one, and the bytes that `body`
  /// stores: at most `limit` bytes. `body` returns their number.
  @inline(__always)
  mutating func append(
    _ name: StaticString?, atMost limit: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    let comma = needsComma
    needsComma = true
    store(atMost: limit &+ 4 &+ (name?.utf8CodeUnitCount ?? 0)) { output in
      output[0] = UInt8(ascii: ",")
      var at = comma ? 1 : 0
      if let name { at &+= Self.put(key: name, at: output + at) }
      return at &+ body(output + at)
    }
  }

  /// Stores a name that needs no escapes, with quotes and colon. Returns the number of bytes.
  @inline(__always)
  private static func put(key name: StaticString, at output: UnsafeMutablePointer<UInt8>) -> Int {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    assert(name.allSatisfy { $0.isPlainInJSON })
    output[0] = UInt8(ascii: "\"")
    (output + 1).copy(name)
    let end = output + (name.count &+ 1)
    end[0] = UInt8(ascii: "\"")
    end[1] = UInt8(ascii: ":")
    return name.count &+ 3
  }

  /// Writes the rest of a string that has already begun, from its first escape on.
  @inline(never)
  mutating func continueString(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    store(atMost: (text.count - start) * 6 + 1) { output in
      let end = JSONEscape.put(text, from: start, at: output)
      output[end] = UInt8(ascii: "\"")
      return end + 1
    }
  }

  private mutating func put(_ byte: UInt8) {
    store(atMost: 1) { output in
      output[0] = byte
      return 1
    }
  }

  @inline(__always)
  private mutating func store(atMost limit: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if storage.count &- count < limit { grow(by: limit) }
    let start = count
    count &+= storage.withUnsafeMutableBufferPointer { storage in
      guard let base = storage.baseAddress else { return 0 }
      return body(base + start)
    }
  }

  @inline(never)
  private mutating func grow(by bytes: Int) {
    storage.append(contentsOf: repeatElement(0, count: max(storage.count, bytes, 64)))
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Copies all of `bytes` here.
  @inline(__always)
  func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let source = bytes.baseAddress { update(from: source, count: bytes.count) }
  }
}
