// Reads a document of any length piece by piece and tells where its elements begin and end.

/// A streaming scanner for the XML of Apple Health exports: well-formedness is checked, with Apple's
/// known mistakes allowed (see ``mended``), DOCTYPE is skipped, references to entities are refused,
/// texts between elements are checked and dropped. Its memory does not depend on the document.
struct XMLScanner: ~Copyable {
  enum Token: Hashable {
    /// An element begins; its name and its attributes can be read.
    case open
    /// An element ends.
    case close
    /// The document is over.
    case end
  }

  /// How deep the element of the last token lies; the root is at 1.
  private(set) var level = 0

  /// Control characters, doubled attributes and blanks in names that were put up with.
  var mended: Int { check.controls + mendedTags }

  // For the other files of the scanner.
  let bytes: UnsafeMutablePointer<UInt8>
  let classes = XMLClass()
  /// The next byte to look at.
  var at = 0
  /// Behind the last byte read. A zero stands there, so that loops over names need no other end.
  var limit = 0
  var attributes: XMLAttributes
  var mendedTags = 0
  /// Where the name of the element that begins stands.
  var name = 0..<0
  var openNames: XMLNames

  private let input: any XMLInput
  private var check = XMLTextCheck()
  /// Behind the last byte known to be UTF-8.
  private var checked = 0
  private var isAtEnd = false
  /// The line of a byte that the search for others goes on from.
  private var lineMark = (at: 0, line: 1)
  private var hasClosed = false
  private var hasRoot = false
  private var hasBegun = false

  init(_ input: any XMLInput) {
    self.input = input
    bytes = .allocate(capacity: XMLLimit.tag + 16)
    // Words are loaded from up to eight bytes behind the limit, whatever stands there.
    bytes.initialize(to: 0)
    attributes = XMLAttributes(of: bytes)
    openNames = XMLNames()
  }

  deinit {
    bytes.deallocate()
  }

  /// The next token.
  ///
  /// - Throws: `damaged` with the line, at its end for a document that is cut; what the input throws.
  mutating func next() throws(HealthFault) -> Token {
    if !hasBegun { try begin() }
    if hasClosed {
      hasClosed = false
      return close()
    }
    while try skipText() {
      switch bytes[at + 1] {
      case UInt8(ascii: "/"):
        try scanCloseTag()
        return close()
      case UInt8(ascii: "?"): try skip("<?", until: "?>")
      case UInt8(ascii: "!"): try skipDeclaration(hasRoot: hasRoot)
      default: return try open()
      }
    }
    return .end
  }

  /// Whether the element that begins has this name.
  @inline(__always)
  func isNamed(_ text: StaticString) -> Bool {
    name.count == text.utf8CodeUnitCount
      && areEqual(bytes + name.lowerBound, text.utf8Start, name.count)
  }

  /// The value of an attribute of the element that begins, its references resolved; nil when there
  /// is none. It is gone with the next token.
  @inline(__always)
  mutating func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    attributes.value(name)
  }

  /// The line, from 1, of the element that begins.
  mutating func lineOfElement() -> Int { line(at: name.lowerBound) }

  /// Passes over a byte order mark.
  private mutating func begin() throws(HealthFault) {
    hasBegun = true
    while limit < 3 {
      if try !refill(keeping: 0) { return }
    }
    if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
  }

  private mutating func open() throws(HealthFault) -> Token {
    guard openNames.count > 0 || !hasRoot else { throw damaged(at: at) }
    hasRoot = true
    hasClosed = try scanOpenTag()
    guard openNames.push(bytes + name.lowerBound, count: name.count) else {
      throw damaged(at: name.lowerBound)
    }
    level = openNames.count
    return .open
  }

  private mutating func close() -> Token {
    level = openNames.count
    openNames.pop()
    return .close
  }

  /// Skips what stands between tags; false at the end of a whole document.
  private mutating func skipText() throws(HealthFault) -> Bool {
    while true {
      while at < limit {
        let byte = bytes[at]
        if byte == UInt8(ascii: "<") {
          if at + 1 < limit { return true }
          break
        }
        if !classes.isBlank(byte) {
          // Outside the root there is no text.
          guard openNames.count > 0 else { throw damaged(at: at) }
          if byte == UInt8(ascii: "&") {
            guard let end = try endOfReference(at: at) else { break }
            at = end
            continue
          }
        }
        at += 1
      }
      if try !refill(keeping: at) {
        guard at == limit, hasRoot, openNames.count == 0 else { throw cut() }
        return false
      }
    }
  }

  /// Where the reference ends that begins here; nil when more bytes are needed to say.
  func endOfReference(at start: Int) throws(HealthFault) -> Int? {
    switch XMLReference(bytes, at: start, end: limit) {
    case .character(_, let length): return start + length
    case .cut: return nil
    case .none: throw damaged(at: start)
    }
  }

  // MARK: Pieces

  /// Reads on, with what stands before `start` dropped. Afterwards `start` is at 0, and so is `at`.
  ///
  /// - Returns: false at the end of the input.
  /// - Throws: `damaged` when there is no room left: no honest tag is that long.
  mutating func refill(keeping start: Int) throws(HealthFault) -> Bool {
    if isAtEnd { return false }
    if start > 0 {
      lineMark = (0, line(at: start))
      bytes.update(from: bytes + start, count: limit - start)
      limit -= start
      checked -= start
      name = 0..<0
      at = 0
    }
    guard limit < XMLLimit.tag else { throw damaged(at: 0) }
    let room = UnsafeMutableRawBufferPointer(start: bytes + limit, count: XMLLimit.tag - limit)
    let count = try input.read(into: room)
    isAtEnd = count == 0
    limit += count
    bytes[limit] = 0
    let (end, isDamaged) = check.check(bytes, checked..<limit)
    if isDamaged { throw damaged(at: end) }
    checked = end
    if isAtEnd, checked < limit { throw cut() }
    return !isAtEnd
  }

  // MARK: Lines

  /// The line, from 1, of a byte at hand.
  private mutating func line(at place: Int) -> Int {
    if place < lineMark.at { return lineBehind(place) }
    lineMark = (place, lineBehind(place))
    return lineMark.line
  }

  private func lineBehind(_ place: Int) -> Int {
    let lineFeed = UInt8(ascii: "\n")
    return place < lineMark.at
      ? lineMark.line - XMLWord.count(of: lineFeed, in: bytes, place..<lineMark.at)
      : lineMark.line + XMLWord.count(of: lineFeed, in: bytes, lineMark.at..<place)
  }

  /// The document is damaged at the element that begins.
  func damagedElement() -> HealthFault { damaged(at: name.lowerBound) }

  /// The document is damaged where the scanner stands.
  func damaged() -> HealthFault { damaged(at: at) }

  /// The document is damaged at a byte at hand.
  func damaged(at place: Int) -> HealthFault { .damaged(line: lineBehind(place)) }

  /// The document ends too early.
  func cut() -> HealthFault { damaged(at: limit) }
}
