// The events of a command: in order, and fewer of them while nobody keeps up.

import Codec
import Format
import Reporting
import Support
import Model
import Testing

@Suite(.blocking) struct EventPipeReaderTests {
  private let now = Timestamp(seconds: 1_795_154_400)

  private func status(_ text: String, _ name: String? = nil) -> String {
    let name = name.map { #""status":"\#($0)","# } ?? ""
    return #"{"type":"status",\#(name)"text":"\#(text)"}"#
  }

  private func progress(_ done: Int, _ source: String? = nil) -> String {
    let source = source.map { #""source":"\#($0)","# } ?? ""
    return #"{"type":"progress",\#(source)"done":\#(done)}"#
  }

  private func notice(_ text: String) -> String { #"{"type":"notice","message":"\#(text)"}"# }

  private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

  /// What is left of bytes that are read at once, each event in a word or two.
  private func left(_ bytes: some Sequence<UInt8>, in intake: inout EventPipeReader) -> [String] {
    var left: [String] = []
    intake.feed(Array(bytes), now: now) { left.append(word(for: $0)) }
    return left
  }

  private func left(_ lines: [String]) -> [String] {
    var intake = EventPipeReader(keepsLines: false)
    return left(bytes(lines), in: &intake)
  }

  private func word(for event: EventLine) -> String {
    switch event.kind {
    case .status(.free(let status)): status.text.description
    case .progress(let progress):
      "\(progress.source?.rawValue ?? "run") \(progress.done ?? -1)"
    case .notice(.reported(let notice)): notice.message.description
    default: "\(event.kind)"
    }
  }

  /// Facts enough for the reader to be behind.
  private var flood: [String] { (0...EventPipeReader.many).map { notice("fact \($0)") } }
  private var flooded: [String] { (0...EventPipeReader.many).map { "fact \($0)" } }

  @Test func `a few lines all count`() {
    let lines = [status("a"), status("b"), progress(1), progress(2)]
    expectEqual(left(lines), ["a", "b", "run 1", "run 2"])
  }

  /// While the reader is behind, the last status of a name counts, the last progress of each
  /// source, and every fact; nothing moves past a fact.
  @Test func `behind the last of each counts`() {
    let (a, b, strava) = ("saving", "sorting", "strava")
    let turns = [status("a 2", a), status("b", b), status("a 3", a), status("a 4", a)]
    let cases: [(lines: [String], left: [String])] = [
      ([status("a 1", a)] + turns, ["a 2", "b", "a 4"]),
      ([status("a"), status("b"), status("c")], ["c"]),
      (
        [
          progress(1, strava), progress(1), progress(1, "wahoo"), progress(2, strava),
          progress(2), progress(3, strava),
        ], ["wahoo 1", "run 2", "strava 3"]
      ),
      ([status("a"), progress(1), status("b"), progress(2)], ["b", "run 2"]),
      (
        [
          status("a"), progress(1), notice("x"), status("b"), progress(2), notice("y"),
          progress(3),
        ], ["a", "run 1", "x", "b", "run 2", "y", "run 3"]
      ),
    ]
    for (lines, expected) in cases { expectEqual(left(flood + lines), flooded + expected) }
  }

  @Test func `what is left keeps its own line`() {
    var intake = EventPipeReader(keepsLines: true)
    for count in 1...2 {
      let lines = flood + [status("a"), progress(count), "no event", status("b"), progress(9)]
      var kept: [String] = []
      // The last line comes in two pieces.
      let bytes = bytes(lines)
      for piece in [bytes.dropLast(5), bytes.suffix(5)] {
        intake.feed(Array(piece), now: now) { event in
          kept.append(String(decoding: event.received?.line ?? [], as: UTF8.self))
        }
      }
      expectEqual(kept, flood + [progress(count), status("b"), progress(9)])
    }
  }

  @Test func `one reading does not reach into the next`() {
    var intake = EventPipeReader(keepsLines: false)
    for count in 1...3 {
      let left = left(bytes(flood + [progress(count)]), in: &intake)
      expectEqual(left, flooded + ["run \(count)"])
    }
  }

  @Test func `lines may be cut anywhere`() {
    let lines = [notice("one"), notice("two") + "\r", "", notice("three")]
    let bytes = Array(lines.joined(separator: "\n").utf8)
    for size in [1, 7, bytes.count] {
      var intake = EventPipeReader(keepsLines: false)
      var messages: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        messages += left(bytes[start..<min(bytes.count, start + size)], in: &intake)
      }
      intake.end(now: now) { messages.append(word(for: $0)) }
      expectEqual(messages, ["one", "two", "three"])
      expectEqual(intake.faults.count, 0)
    }
  }

  @Test func `what is no event is counted and the first is kept`() throws {
    var intake = EventPipeReader(keepsLines: false)
    let lines = ["Hello \u{1B}[31mthere", "{}", "[1]", notice("fine"), "", #"{"type":"status"}"#]
    expectEqual(left(bytes(lines), in: &intake), ["fine"])
    expectEqual(left(#"{"type":"notice","mess"#.utf8, in: &intake), [])
    intake.end(now: now) { _ in Issue.record("the last line is cut") }
    expectEqual(intake.faults.count, 5)
    expectEqual(intake.faults.line, "Hello there")
    expectEqual(intake.faults.first, .notJSON(offset: 0))
  }
}
