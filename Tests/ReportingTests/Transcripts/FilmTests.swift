// Recorded syncs and imports as a film: what the live line shows, frame by frame.

import Format
import Model
import Reporting
import Support
import Terminal
import Testing

@Suite(.blocking) struct FilmTests {
  /// Two services of 0.3 s; three new rides; a service that refuses the sign-in; one that asks to
  /// wait three seconds; 50 files.
  private static let recordings = ["first", "few", "failing", "limit", "import"]

  /// A frame without its spinner.
  private struct Frame {
    let at: Int
    let text: String
    let marks: String
    let percent: Int
  }

  @Test(arguments: recordings) func `the film is as recorded`(_ recording: String) throws {
    let (frames, result) = try film(recording)
    var rows: [String] = []
    for (index, frame) in frames.enumerated() {
      let before = index == 0 ? nil : frames[index - 1]
      if (before?.text, before?.percent) == (frame.text, frame.percent) { continue }
      rows.append("\(frame.at)\t\(frame.marks) \(frame.percent) %\t\(frame.text)")
    }
    try Gallery.compare(
      (rows + result).joined(separator: "\n") + "\n", with: "film-\(recording).txt")
  }

  /// Nothing leaps, nothing flashes, and the end is not waited for.
  @Test(arguments: recordings) func `the film is calm`(_ recording: String) throws {
    let events = try Gallery.events(of: "film-\(recording).ndjson")
    let frames = try film(recording).frames
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(next.percent - frame.percent <= 20 && next.percent >= frame.percent, "\(next.at)")
    }
    expectEqual(frames.last?.percent, 100)
    expectEqual(frames.last?.marks, "●●●")
    var changes: [Frame] = []
    for frame in frames where changes.last?.text != frame.text { changes.append(frame) }
    let end = try #require(frames.last).at
    for (frame, next) in zip(changes, changes.dropFirst().map(\.at) + [end + 100]) {
      #expect(next - frame.at >= 330, "\(frame.at): \(frame.text)")
    }
    let work = try #require(events.last).milliseconds
    let full = try #require(frames.first { $0.percent == 100 })
    #expect(end - work <= (work < 1500 ? 450 : 950))
    #expect(full.at - work >= 230)
    if work >= 1500 {
      for text in ["scores", "Saving"] { expectEqual(changes.count { $0.text.contains(text) }, 1) }
    }
  }

  /// The frames that differ, and the lines that stay.
  private func film(_ recording: String) throws -> (frames: [Frame], result: [String]) {
    let events = try Gallery.events(of: "film-\(recording).ndjson")
    var show = TranscriptRenderer.live.show(start: try #require(events.first?.stamp))
    var screen = TestScreen(columns: show.columns, rows: show.rows)
    var (read, frames) = (0, [Frame]())
    func look(_ show: Show) {
      guard show.out.count > read else { return }
      screen.feed(show.out[read...], translatingNewlines: true)
      read = show.out.count
      let lines = screen.visibleLines
      guard let row = lines.firstIndex(where: { $0.contains(" Routine ") }), row > 0 else { return }
      let text = String(lines[row - 1].dropFirst(2)).split(separator: "   ").first ?? ""
      let percent = lines[row].dropLast(2).split(separator: " ").last.flatMap { Int($0) }
      frames.append(
        Frame(
          at: show.writes.last?.at ?? 0, text: String(text),
          marks: lines[row].filter { "○◐●".contains($0) }, percent: percent ?? -1))
    }
    for event in events {
      while show.milliseconds < event.milliseconds {
        show.wait(min(10, event.milliseconds - show.milliseconds))
        look(show)
      }
      show.post(event.kind, received: event.received)
      look(show)
    }
    for _ in 0..<200 where !show.renderer.isDone {
      show.wait(10)
      look(show)
    }
    return (frames, screen.visibleLines)
  }
}
