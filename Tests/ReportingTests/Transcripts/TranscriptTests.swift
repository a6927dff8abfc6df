// Recorded runs as `replay` shows them in every output mode.

import Format
import Model
import Reporting
import Support
import Testing

@Suite(.blocking) struct TranscriptTests {
  private static let recordings = ["rehearsal", "retry"]

  @Test func `runs read as recorded`() throws {
    var pages: [String] = []
    for recording in Self.recordings {
      for renderer in [TranscriptRenderer.plain, .accessible, .quiet] {
        let show = try show(recording, renderer)
        pages.append(Gallery.page("\(recording), \(renderer)", show.transcript(of: renderer)))
      }
    }
    try Gallery.compare(pages.joined(separator: "\n"), with: "runs.txt")
  }

  /// But for the version of the program that replays it.
  @Test(arguments: recordings) func `a stream is passed on as it is`(_ recording: String) throws {
    let recorded = String(
      decoding: try #require(try Disk.read(Gallery.path(of: "\(recording).ndjson"))), as: UTF8.self)
    let lines = recorded.replacing("\"velo_sync\":\"0.1.0\"", with: "\"velo_sync\":\"1.0.0\"")
    try expectEqual(show(recording, .json).out, Array(lines.utf8))
  }

  /// The live line, at least once a second whenever it looks different: the lines that changed.
  @Test(arguments: zip(recordings, [80, 40]))
  func `the live line moves as recorded`(_ recording: String, _ columns: Int) throws {
    let events = try Gallery.events(of: "\(recording).ndjson")
    var show = TranscriptRenderer.live.show(
      columns: columns, start: try #require(events.first?.stamp))
    var pages: [String] = []
    var last: [String] = []
    func look(_ show: Show) {
      let lines = show.transcript(of: .live)
      // Frames that differ only in the spinner count as equal.
      let still = lines.map {
        String($0.drop { Glyphs.unicode.spinner.map(\.description).contains(String($0)) })
      }
      let changed = zip(lines, still).enumerated().filter { row, line in
        row >= last.count || last[row] != line.1
      }
      if still != last {
        pages.append(Gallery.page("\(show.milliseconds) ms", changed.map(\.element.0)))
      }
      last = still
    }
    for event in events {
      while show.milliseconds + 1000 < event.milliseconds {
        show.wait(1000)
        look(show)
      }
      show.play(event)
      look(show)
    }
    try Gallery.compare(pages.joined(separator: "\n"), with: "\(recording)-live-\(columns).txt")
  }

  /// The run as this renderer shows it.
  private func show(_ recording: String, _ renderer: TranscriptRenderer) throws -> Show {
    let events = try Gallery.events(of: "\(recording).ndjson", keepsLines: renderer == .json)
    var show = renderer.show(start: try #require(events.first?.stamp), isReplay: true)
    for event in events { show.play(event) }
    return show
  }
}
