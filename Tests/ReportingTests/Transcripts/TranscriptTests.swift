// Every line a person can see, in every face, as files to read: compared, or recorded anew.

import Format
import Model
import Reporting
import Support
import Testing

/// `RECORD_GALLERY=1 swift test --filter TranscriptTests` writes the files anew, and fails, so that a
/// recording never passes unseen.
@Suite(.blocking) struct TranscriptTests {
  /// Each scene from its beginning to its end.
  @Test(arguments: TranscriptFace.allCases)
  func scenesReadAsRecorded(_ face: TranscriptFace) throws {
    let scenes =
      face == .live
      ? GalleryScene.further + GalleryScene.tips : GalleryScene.all + GalleryScene.further
    let pages = scenes.map { scene in
      var show = face.show()
      scene.play(&show)
      // These are the same in every scene, and part of the recorded runs below.
      let lines = show.transcript(of: face).filter { line in
        !["version", "run_started"].contains { line.hasPrefix("{\"type\":\"\($0)\"") }
      }
      return page(scene.name, lines)
    }
    try Gallery.compare(pages.joined(separator: "\n"), with: "scenes-\(face.rawValue).txt")
  }

  /// Runs that were recorded with `--events`, as `replay` shows them: lines as they come.
  @Test(arguments: recordings, [TranscriptFace.plain, .accessible, .quiet, .json])
  func recordedRunsReadAsRecorded(_ recording: String, _ face: TranscriptFace) throws {
    let events = try Gallery.events(of: "\(recording).ndjson", keepsLines: face == .json)
    var show = face.show(start: try #require(events.first?.stamp), isReplay: true)
    for event in events { show.play(event) }
    let text = page("\(recording), \(face.rawValue)", show.transcript(of: face))
    try Gallery.compare(text, with: "\(recording)-\(face.rawValue).txt")
  }

  /// The live line of the same runs, at least once a second whenever it looks different.
  @Test(arguments: recordings, [80, 40])
  func recordedRunsLookAsRecorded(_ recording: String, _ columns: Int) throws {
    let events = try Gallery.events(of: "\(recording).ndjson")
    var show = TranscriptFace.live.show(
      columns: columns, start: try #require(events.first?.stamp))
    var pages: [String] = []
    var last: [String] = []
    func look(_ show: Show) {
      let lines = show.transcript(of: .live)
      // Frames that differ only in the spinner count as equal.
      let still = lines.map {
        String($0.drop { Glyphs.unicode.spinner.map(\.description).contains(String($0)) })
      }
      if still != last { pages.append(page("\(show.milliseconds) ms", lines)) }
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
    try Gallery.compare(
      pages.joined(separator: "\n"), with: "\(recording)-live-\(columns).txt")
  }

  private static let recordings = ["rehearsal", "retry"]

  private func page(_ name: String, _ lines: [String]) -> String {
    (["== \(name)"] + (lines.isEmpty ? ["(nothing)"] : lines)).joined(separator: "\n") + "\n"
  }
}
