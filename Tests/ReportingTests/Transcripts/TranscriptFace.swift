// The faces that transcripts are recorded of, and what they have written as lines to read.

import Model
import Reporting
import Support
import Terminal

enum TranscriptFace: String, CaseIterable, Sendable {
  case plain, accessible, quiet, json, live

  /// A run that this face shows.
  ///
  /// - Parameter isReplay: whether a recorded run is passed on.
  func show(columns: Int = 80, start: Timestamp = Show.dawn, isReplay: Bool = false) -> Show {
    var show = Show(face(isReplay), start: start)
    show.columns = columns
    show.rows = 40
    return show
  }

  private func face(_ isReplay: Bool) -> any Face {
    let began = Moment(nanoseconds: 0)
    let troubles = TroubleLines(messages: messages, glyphs: .unicode)
    switch self {
    case .plain:
      return PlainFace(
        messages: messages, glyphs: .unicode, style: PlainStyle(isVerbose: true),
        troubles: troubles, began: began)
    case .accessible:
      let messages = Messages(clock: .utc, voice: .spoken, home: "/home/jo")
      return AccessibleFace(
        messages: messages, style: AccessibleStyle(isVerbose: true),
        troubles: TroubleLines(messages: messages, glyphs: .ascii), began: began)
    case .quiet:
      return QuietFace(messages: messages, troubles: troubles)
    case .json:
      return JSONFace(
        messages: messages, isQuiet: false, isVerbose: true, version: "1.0.0", isReplay: isReplay)
    case .live:
      return LiveFace(
        messages: messages, glyphs: .unicode, palette: .colorless,
        style: LiveStyle(isVerbose: true, firstTip: 0), began: began)
    }
  }
}

extension Show {
  /// What was written so far: the lines of both streams in order, those of standard error marked; of
  /// the live face what a terminal of both streams shows.
  func transcript(of face: TranscriptFace) -> [String] {
    if face == .live {
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
