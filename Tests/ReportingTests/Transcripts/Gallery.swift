// The folder of recorded pictures, transcripts and runs, compared by tests.

import Format
import Model
import Reporting
import Support
import Testing

/// What each file shows that no other does:
///
/// - `messages.txt`: every text, in every output mode
/// - `run-*.txt`: what happens in a run and what is then shown, see ``RunScript``
/// - `scenes.txt`: the moments that the other files show
/// - `live-80-unicode.txt`: the live line in full, with colours; `live-80-ascii.txt`: without
///   Unicode
/// - `live-40-unicode.txt`: what is left out of a narrow window; `live-20-unicode.txt`: one line
/// - `runs.txt`: a good and a retried run as lines and sentences
/// - `rehearsal-live-80.txt`, `retry-live-40.txt`: what moves in the live line, and when
/// - `chart-80-unicode.txt`: charts of dots; `chart-80-ascii.txt`: of characters;
///   `chart-40-unicode.txt`: fewer labels; `chart-accessible.txt`: sentences
/// - `rehearsal.ndjson`, `retry.ndjson`: the runs themselves, and how `replay` passes them on
/// - `chart.svg`, `error.svg`, `narrow.svg`, `rehearsal.svg`, `rides.svg`: the pictures of the
///   README
enum Gallery {
  static func path(of name: String) -> String {
    Golden.path(of: "Tests/ReportingTests/Gallery/" + name)
  }

  /// Compares `text` with the recorded file.
  static func compare(_ text: String, with name: String) throws {
    try Golden.compare("Tests/ReportingTests/Gallery/" + name, with: text)
  }

  /// A name and what is shown under it.
  static func page(_ name: String, _ lines: [String]) -> String {
    "== \(name)\n" + lines.map { $0 + "\n" }.joined()
  }

  /// The events of a recorded run.
  ///
  /// - Parameter keepsLines: whether each event keeps what was received, to be passed on.
  static func events(of name: String, keepsLines: Bool = false) throws -> [EventLine] {
    let bytes = try #require(try Disk.read(path(of: name)))
    var reader = RecordingReader(keepsLines: keepsLines)
    bytes.withUnsafeBufferPointer { reader.read($0) }
    reader.end()
    var events: [EventLine] = []
    while let item = reader.nextItem() {
      if case .event(let event) = item { events.append(event) }
    }
    return events
  }
}

extension EventLine {
  /// When it came, from the beginning of its run.
  var milliseconds: Int { Int((elapsed ?? .zero).milliseconds) }
}

extension Show {
  /// Lets time pass until a recorded event, shows it, and leaves after the last.
  mutating func play(_ event: EventLine) {
    wait(max(0, event.milliseconds - milliseconds))
    post(event.kind, received: event.received)
    if case .summary = event.kind { leave() }
  }
}
