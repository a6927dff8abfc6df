// The renderers that transcripts are recorded of, and what they have written as lines to read.

import Model
import Reporting
import Support
import Terminal

enum TranscriptRenderer: String, CaseIterable, Sendable {
  case plain, accessible, quiet, json, live

  /// A run that this renderer shows.
  ///
  /// - Parameter isReplay: whether a recorded run is passed on.
  func show(columns: Int = 80, start: Timestamp = Show.dawn, isReplay: Bool = false) -> Show {
    var show =
      switch self {
      case .plain:
        ReportingTests.plain(LogStyle(heartbeat: .seconds(10), isVerbose: true), start: start)
      case .accessible:
        ReportingTests.accessible(
          LogStyle(heartbeat: .seconds(30), isVerbose: true), clock: .utc, start: start)
      case .quiet:
        Show(
          QuietRenderer(
            messages: messages, troubles: TroubleLines(messages: messages, glyphs: .unicode)),
          start: start)
      case .json:
        ReportingTests.json(isVerbose: true, version: "1.0.0", isReplay: isReplay, start: start)
      case .live: ReportingTests.live(style: LiveStyle(isVerbose: true, firstTip: 0), start: start)
      }
    (show.columns, show.rows) = (columns, 40)
    return show
  }
}

extension Show {
  /// What was written so far: the lines of both streams in order, those of standard error marked;
  /// of the live renderer what a terminal of both streams shows.
  func transcript(of renderer: TranscriptRenderer) -> [String] {
    if renderer == .live {
      var screen = TestScreen(columns: columns, rows: rows)
      for chunk in chunks { screen.feed(chunk.bytes, translatingNewlines: true) }
      return screen.transcript
    }
    return chunks.flatMap { chunk in
      String(decoding: chunk.bytes, as: UTF8.self).split(separator: "\n").map {
        (chunk.stream == .standardError ? "stderr: " : "") + $0
      }
    }
  }
}
