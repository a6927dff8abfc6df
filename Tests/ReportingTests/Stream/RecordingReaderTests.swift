// Recordings with everything that can be wrong with a file.

import Reporting
import Model
import Support
import Testing

@Suite struct RecordingReaderTests {
  private static let version = #"{"type":"version","format":"1.0","velo_sync":"0.1.0"}"#
  private static func start(_ attempt: Int = 1) -> String {
    #"{"type":"run_started","command":"sync","arguments":[],"attempt":\#(attempt)}"#
  }
  private static let summary = #"{"type":"summary","outcome":"ok","exit_code":0}"#

  /// What a recording says: a letter an item, R for a run, e for an event, ! for a newer one.
  private func story(_ text: String, pieces: Int = 7) -> (items: String, recording: RecordingReader)
  {
    var recording = RecordingReader(keepsLines: false)
    var items = ""
    let bytes = Array(text.utf8)
    func take() {
      while let item = recording.nextItem() {
        switch item {
        case .run: items += "R"
        case .event: items += "e"
        case .newer: items += "!"
        }
      }
    }
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      bytes[start..<min(bytes.count, start + pieces)].withUnsafeBufferPointer { recording.read($0) }
      take()
    }
    recording.end()
    take()
    return (items, recording)
  }

  @Test func `runs begin where they say`() {
    let run = [Self.version, Self.start(), Self.start(2), Self.summary].joined(separator: "\n")
    expectEqual(story(run + "\n").items, "Reee")
    expectEqual(story(run + "\n" + run + "\n").items, "ReeeReee")
    // Without its version, and behind a line that was torn by a crash.
    expectEqual(story("\(Self.start())\n\(Self.summary)\n\(Self.start())\n").items, "ReeRe")
    let torn = "\(Self.version)\n\(Self.start())\n{\"type\":\"sta\(run)\n"
    expectEqual(story(torn).items, "ReReee")
    expectEqual(story(torn).recording.faults.count, 1)
  }

  @Test func `says what is wrong with the file`() {
    let (items, recording) = story(
      "\(Self.version)\nmake: done\n\n[1]\n\(Self.start())\n{\"type\":\"st")
    #expect(items == "Re" && recording.faults.count == 2)
    #expect(recording.isTorn && recording.isOurs && !recording.isEmpty)
    let foreign = story("GET / 200\nGET /x 404\n{\"type\":\"lap\"}\n").recording
    #expect(!foreign.isOurs && !foreign.isTorn && foreign.faults.count == 2)
    #expect(story("").recording.isEmpty)
    // A last line without an end may be whole all the same.
    let whole = story("\(Self.version)\n\(Self.summary)")
    #expect(whole.items == "Re" && !whole.recording.isTorn)
    for format in ["2.1", "2", "0.9", "10.0.1"] {
      let newer = #"{"type":"version","format":"\#(format)","velo_sync":"9"}"#
      let (items, recording) = story("\(newer)\n\(Self.start())\n\(Self.summary)\n")
      expectEqual(items, "!ee", "\(format)")
      // Whoever looks for the last run meets its version first.
      expectEqual(recording.lastRun, 0, "\(format)")
    }
  }

  @Test func `finds the last run`() {
    let first = [Self.version, Self.start(), Self.summary].joined(separator: "\n") + "\n"
    let noise = #"{"type":"log","stream":"stdout","text":"\"version\" 2"}"#
    let last =
      [Self.version, noise, Self.start(), Self.start(2), noise].joined(separator: "\n") + "\n"
    expectEqual(story(first + first + last).recording.lastRun, first.utf8.count * 2)
    expectEqual(story(noise + "\n").recording.lastRun, nil)
    let bare = "\(Self.start())\n\(Self.summary)\n\(Self.start())\n"
    expectEqual(
      story(bare).recording.lastRun, Self.start().utf8.count + Self.summary.utf8.count + 2)
  }
}
