// Lines as events: our own, those of other programs, and what is none.

import Codec
import Format
import Model
import Support
import Testing

/// Decodes a line of a recording, or of another program.
func decode(_ bytes: [UInt8], isForeign: Bool = false) throws(EventError) -> EventLine {
  var decoder = EventDecoder()
  let context =
    isForeign ? EventContext(ownText: { status, _ in "Ours: \(status.name)" }) : EventContext()
  return try bytes.withUnsafeBufferPointer { (line) throws(EventError) in
    try decoder.decode(line, context)
  }
}

@Suite(.blocking) struct DecoderTests {
  @Test func `lines are events or refused`() async throws {
    try await Golden.compareCases("Tests/FormatTests/Cases/events.txt") { line in
      let foreign = "foreign "
      let isForeign = line.hasPrefix(foreign)
      let text = isForeign ? String(line.dropFirst(foreign.count)) : line
      do throws(EventError) {
        return shown(try decode(Array(text.utf8), isForeign: isForeign))
      } catch {
        return "refused: \(Shown.text(error))"
      }
    }
    #expect(throws: EventError.notJSON(offset: 2)) { try decode(Array(" \r".utf8)) }
    #expect(throws: EventError.notJSON(offset: 0)) { try decode([]) }
  }

  /// The event, and what the line says of itself.
  private func shown(_ line: EventLine) -> String {
    var notes: [String] = []
    if line.isVersion { notes.append("the version") }
    if !line.isKnown { notes.append("of an unknown type") }
    if !line.isComplete { notes.append("not complete") }
    if case .progress(let report) = line.kind, let share = report.share {
      notes.append("share \(share)")
    }
    if let omission = line.omission {
      let fault = omission.fault.map { ": \(Shown.text($0))" } ?? ""
      notes.append("without \(omission.names.joined(separator: " "))\(fault)")
    }
    #expect(line.stamp == nil && line.elapsed == nil)
    return ([Shown.text(line.kind)] + notes).joined(separator: "; ")
  }

  @Test func `an object is no list`() throws {
    let counts = try #require(EventType.objects.first { $0.name == "counts" })
    #expect(throws: EventError.wrong("counts", expected: .object(counts))) {
      try decode(Array(#"{"type":"summary","counts":[]}"#.utf8))
    }
  }
}
