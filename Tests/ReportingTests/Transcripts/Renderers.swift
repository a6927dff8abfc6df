// The renderers as most tests use them.

import Model
import Reporting
import Terminal
import Testing

/// Not the table itself, which `swift test` would print with every test.
extension Glyphs: CustomTestStringConvertible {
  /// "unicode" or "ascii".
  public var testDescription: String { isUnicode ? "unicode" : "ascii" }
}

func plain(
  _ style: LogStyle = LogStyle(heartbeat: .seconds(10)), glyphs: Glyphs = .unicode,
  start: Timestamp = Show.dawn
) -> Show {
  Show(
    LogRenderer(
      messages: messages, glyphs: glyphs, style: style,
      troubles: TroubleLines(messages: messages, glyphs: glyphs, isJournal: style.isJournal),
      began: Moment(nanoseconds: 0)), start: start)
}

/// By default with a clock one hour ahead of UTC.
func accessible(
  _ style: LogStyle = LogStyle(heartbeat: .seconds(30)), clock: Messages.Clock = .local,
  start: Timestamp = Show.dawn
) -> Show {
  let messages = Messages(clock: clock, voice: .spoken, home: "/home/jo") { _ in 3600 }
  return Show(
    LogRenderer(
      messages: messages, glyphs: .unicode, style: style,
      troubles: TroubleLines(messages: messages, glyphs: .ascii), began: Moment(nanoseconds: 0)),
    start: start)
}

func json(
  isQuiet: Bool = false, isVerbose: Bool = false, version: String = "0.1.0",
  isReplay: Bool = false, start: Timestamp = Show.dawn
) -> Show {
  Show(
    JSONRenderer(
      messages: messages, isQuiet: isQuiet, isVerbose: isVerbose, version: version,
      isReplay: isReplay), start: start)
}

extension Sequence where Element: StringProtocol {
  /// Those with a text in them.
  func with(_ text: String) -> [Element] { filter { $0.contains(text) } }
}
