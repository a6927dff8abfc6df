// A decoder of bytes from outside, and the table of all of them.

/// A decoder with words it knows, inputs to start from, and a law in `run`.
struct Target: Sendable {
  let name: String
  /// The dictionary: what a mutation may insert as a whole.
  var words: [String] = []
  /// Inputs to start from.
  var seeds: @Sendable () throws -> [[UInt8]] = { [] }
  /// Decodes an input and traps when its law is broken.
  let run: @Sendable ([UInt8]) -> Void

  /// The target of this process. libFuzzer calls back from one thread alone.
  nonisolated(unsafe) static var chosen: Target?

  static let all =
    textTargets + eventTargets + importTargets + storeTargets + serviceTargets + flagTargets
    + screenTargets

  init(
    _ name: String, words: [String] = [], seeds: @escaping @Sendable () throws -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.name, self.words, self.seeds, self.run) = (name, words, seeds, run)
  }

  /// Whether its inputs are lines of words.
  var isText: Bool { !["fit", "zip", "gzip"].contains(name) }

  /// The dictionary as libFuzzer reads it.
  var dictionary: String {
    words.map { word in
      let bytes = word.utf8.map { byte in
        let isPlain = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
        return isPlain ? String(Unicode.Scalar(byte)) : "\\x" + hex(byte)
      }
      return "\"\(bytes.joined())\"\n"
    }.joined()
  }
}

/// Traps with the law that an input breaks.
func require(_ holds: Bool, _ law: @autoclosure () -> String) {
  if !holds { fatalError(law()) }
}

/// Requires equal lists, and names their first difference.
func requireSame<Value: Equatable>(_ one: [Value], _ other: [Value], _ law: String) {
  if one == other { return }
  let at = zip(one, other).prefix { $0 == $1 }.map { _ in 1 }.count
  let (first, second) = (one.dropFirst(at).first, other.dropFirst(at).first)
  fatalError("\(law): at \(at), \(first as Any) and \(second as Any)")
}

func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

private func hex(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

/// The choices that an input makes before its data, a byte each; zeros once it has ended.
struct Choices {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  mutating func pick<Value>(_ list: [Value]) -> Value { list[byte() % list.count] }
}

/// The input in pieces that it chooses: their sizes follow from a number.
func pieces(_ bytes: some Collection<UInt8>, _ size: Int) -> [[UInt8]] {
  var rest = Array(bytes)[...]
  var pieces: [[UInt8]] = []
  while !rest.isEmpty {
    let count = 1 + (size &+ pieces.count &* 7) % max(1, size)
    pieces.append(Array(rest.prefix(count)))
    rest = rest.dropFirst(count)
  }
  return pieces
}
