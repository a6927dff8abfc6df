// Reads lines of the event stream: our own of any 1.x, and what other programs write.

import Codec
import Model

/// Decodes one line after another. Types and members that are not known are told and change nothing.
package struct EventDecoder: Sendable {
  private var parser = JSONRecordParser(names: WireField.allCases.map(\.rawValue))
  private var times = TimestampParser()

  package init() {}

  /// Decodes a line, with or without its end.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  package mutating func decode(_ line: UnsafeBufferPointer<UInt8>) throws(WireError) -> WireLine {
    var decoded: WireLine?
    try decode(line) { decoded = $0 }
    guard let decoded else { throw .notAnObject }
    return decoded
  }

  /// Decodes a line and calls `body` with it where it is: a line is too large to be moved about a
  /// million times a second.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  mutating func decode(
    _ line: UnsafeBufferPointer<UInt8>, _ body: (consuming WireLine) -> Void
  ) throws(WireError) {
    try Self.decode(line, &parser, &times, body)
  }

  private static func decode(
    _ line: UnsafeBufferPointer<UInt8>, _ parser: inout JSONRecordParser,
    _ times: inout TimestampParser,
    _ body: (consuming WireLine) -> Void
  ) throws(WireError) {
    var trouble: WireError?
    do throws(JSONError) {
      try parser.parse(line) { record in
        do throws(WireError) {
          guard let record else { throw .notAnObject }
          var fields = WireFields(record)
          body(try WireLine(&fields, &times))
        } catch {
          trouble = error
        }
      }
    } catch {
      throw WireError(error, isBlank: line.allSatisfy { $0 <= 0x20 })
    }
    if let trouble { throw trouble }
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
  fileprivate init(_ fields: inout WireFields, _ times: inout TimestampParser) throws(WireError) {
    guard let view = fields.view(.type), view.kind == .string else { throw .noType }
    ts = try fields.time(.ts, &times)
    seq = try fields.count(.seq)
    elapsed = try fields.milliseconds(.elapsedMS)
    guard let type = WireLists.types.known(view) else {
      event = .unknown(type: DisplayText(view.string ?? ""))
      ignored = []
      outOfRange = fields.outOfRange
      isComplete = true
      return
    }
    do throws(WireError) {
      event = try WireEvent(type, &fields)
    } catch {
      // An event that lacks what was left out has that fault.
      throw fields.outOfRange.isEmpty ? error : WireError(outOfRange: fields.outOfRange)
    }
    outOfRange = fields.outOfRange
    isComplete =
      outOfRange.isEmpty
      && EventTable.requiredFields(of: type).subtracting(fields.present).isEmpty
    ignored = fields.ignored(for: type)
  }
}

extension WireFields {
  /// The names of members that this version does not know, or not of this type.
  fileprivate func ignored(for type: WireType) -> [DisplayText] {
    var names: [DisplayText] = []
    if record.hasStrangers {
      _ = record.object.forEachMember { name, _ in
        if WireLists.fields.index(of: name) == nil { names.append(DisplayText(name.string ?? "")) }
      }
    }
    let surplus = present.subtracting(EventTable.fields(of: type))
    if !surplus.isEmpty {
      names += WireField.allCases.filter { surplus.contains($0.place) }
        .map { DisplayText($0.rawValue) }
    }
    return names
  }
}
