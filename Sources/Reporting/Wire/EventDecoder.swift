// Reads lines of the event stream: our own of any 1.x, and what other programs write.

import Codec
import SyncModel

/// Decodes one line after another. Types and members that are not known are told and change nothing.
package struct EventDecoder: Sendable {
  private var parser = JSONRecordParser(names: WireField.allCases.map(\.rawValue))

  package init() {}

  /// Decodes a line, with or without its end.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  package mutating func decode(_ line: UnsafeBufferPointer<UInt8>) throws(WireError) -> WireLine {
    try decode(line) { $0 }
  }

  /// Decodes a line and gives what `body` makes of it where it is: a line is too large to be moved
  /// about a million times a second.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  mutating func decode<Result>(
    _ line: UnsafeBufferPointer<UInt8>, _ body: (WireLine) -> Result
  ) throws(WireError) -> Result {
    var outcome = Swift.Result<Result, WireError>.failure(.notAnObject)
    do throws(JSONError) {
      try parser.parse(line) { record in
        guard let record else { return }
        do throws(WireError) {
          outcome = .success(body(try WireLine(WireFields(record))))
        } catch {
          outcome = .failure(error)
        }
      }
    } catch {
      throw WireError(error, isBlank: line.allSatisfy { $0 <= 0x20 })
    }
    return try outcome.get()
  }

  /// Decodes a line, with or without its end.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  package mutating func decode(_ line: some Sequence<UInt8>) throws(WireError) -> WireLine {
    let line = Array(line)
    return try line.withUnsafeBufferPointer { (line) throws(WireError) in try decode(line) }
  }
}

extension WireLine {
  fileprivate init(_ fields: WireFields) throws(WireError) {
    guard let view = fields.view(.type), view.kind == .string else { throw .noType }
    ts = try fields.time(.ts)
    seq = try fields.count(.seq)
    elapsed = try fields.milliseconds(.elapsedMS)
    guard let type = WireLists.types.known(view) else {
      event = .unknown(type: DisplayText(view.string ?? ""))
      ignored = []
      isComplete = true
      return
    }
    event = try WireEvent(type, fields)
    isComplete = EventTable.requiredFields(of: type).subtracting(fields.present).isEmpty
    ignored = fields.strangers + fields.surplus(for: type)
  }
}

extension WireFields {
  /// The names of members that no type has.
  fileprivate var strangers: [DisplayText] {
    guard record.hasStrangers else { return [] }
    var names: [DisplayText] = []
    _ = record.object.forEachMember { name, _ in
      if WireLists.fields.index(of: name) == nil { names.append(DisplayText(name.string ?? "")) }
    }
    return names
  }

  /// The names of members that only other types have.
  fileprivate func surplus(for type: WireType) -> [DisplayText] {
    let surplus = present.subtracting(EventTable.fields(of: type))
    if surplus.isEmpty { return [] }
    return WireField.allCases.filter { surplus.contains($0.place) }.map { DisplayText($0.rawValue) }
  }
}
