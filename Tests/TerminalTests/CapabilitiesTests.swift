// Capabilities of devices and environments.

import Support
import Model
import Testing

@testable import Platform
@testable import Terminal

@Suite(.blocking) struct CapabilitiesTests {
  private func capabilities(
    _ environment: [String: String], isTerminal: Bool = true, columns: Int? = 80
  ) -> Capabilities {
    let output = Device(
      isTerminal: isTerminal, window: columns.map { WindowSize(columns: $0, rows: 24) },
      identity: FileIdentity(device: 8, inode: 4711))
    let other = Device(isTerminal: false, identity: FileIdentity(device: 8, inode: 12))
    return Capabilities(
      devices: Devices(input: other, output: output, error: other), environment: environment)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], nil), (["TERM": "xterm", "CI": ""], nil),
      (["TERM": "xterm", "NO_COLOR": "1"], nil), (["TERM": "xterm", "CI": "true"], .ci),
      (["TERM": "dumb"], .dumbTerm), (["TERM": ""], .noTerm), ([:], .noTerm),
    ] as [([String: String], LiveObstacle?)])
  func `live`(_ environment: [String: String], _ obstacle: LiveObstacle?) {
    expectEqual(capabilities(environment).liveObstacle, obstacle)
  }

  @Test func `live line needs a wide terminal`() {
    let term = ["TERM": "xterm"]
    expectEqual(capabilities(term, isTerminal: false, columns: nil).liveObstacle, .notATerminal)
    expectEqual(capabilities(term, columns: 19).liveObstacle, .narrow(columns: 19))
    expectEqual(capabilities(term, columns: 20).liveObstacle, nil)
    expectEqual(capabilities(term, columns: nil).liveObstacle, nil)
  }

  @Test func `guessed obstacles yield to a request`() {
    expect(!LiveObstacle.ci.isFinal)
    expect(!LiveObstacle.sharedTerminal.isFinal)
    #expect(LiveObstacle.notATerminal.isFinal)
    // Certain obstacles precede guessed ones.
    expectEqual(capabilities(["TERM": "dumb", "CI": "1"]).liveObstacle, .dumbTerm)
    expectEqual(capabilities(["TERM": "xterm", "CI": "1"], columns: 9).liveObstacle?.isFinal, true)
  }

  @Test(
    arguments: [
      (["LANG": "en_US.UTF-8"], .unicode), (["LANG": "de_DE.utf8"], .unicode),
      (["LC_CTYPE": "UTF-8"], .unicode), (["LANG": "de_DE@euro"], .ascii), ([:], .ascii),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": "C.UTF-8"], .unicode),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], .ascii),
      (["LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"], .ascii),
      (["LANG": "en_US.UTF-8", "TERM": "linux"], .ascii),
    ] as [([String: String], GlyphSet)])
  func `glyphs`(_ environment: [String: String], _ glyphs: GlyphSet) {
    expectEqual(capabilities(environment).glyphs, glyphs)
  }

  @Test(
    arguments: [
      (.never, ["CLICOLOR_FORCE": "1"], false, .setting),
      (.always, ["NO_COLOR": "1", "TERM": "dumb"], true, .setting),
      (.auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false, .variable("NO_COLOR")),
      (.auto, ["NO_COLOR": "", "TERM": "xterm"], true, .device),
      (.auto, ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true, .variable("CLICOLOR_FORCE")),
      (.auto, ["CLICOLOR_FORCE": "0", "FORCE_COLOR": "3"], true, .variable("FORCE_COLOR")),
      (.auto, ["FORCE_COLOR": "false", "TERM": "xterm"], true, .device),
      (.auto, ["CLICOLOR": "0", "TERM": "xterm"], false, .variable("CLICOLOR")),
      (.auto, ["CLICOLOR": "1", "TERM": "dumb"], false, .term),
      (.auto, [:], false, .term), (.auto, ["TERM": "vt100"], false, .term),
      (.auto, ["TERM": "vt220-8bit"], false, .term), (.auto, ["TERM": "vt525"], true, .device),
      (.auto, ["TERM": "xterm-mono"], false, .term), (.auto, ["TERM": "rxvt-m"], false, .term),
      (.auto, ["TERM": "ansi-m", "FORCE_COLOR": "1"], true, .variable("FORCE_COLOR")),
      (.always, ["TERM": "vt100"], true, .setting),
      (.auto, ["TERM": "xterm-vt220"], true, .device),
      (.auto, ["TERM": "vte-256color"], true, .device),
      (.auto, ["TERM": "xterm", "CI": "true"], true, .device),
    ] as [(ColorChoice, [String: String], Bool, ColorDecision.Reason)])
  func `color`(
    _ choice: ColorChoice, _ environment: [String: String], _ isOn: Bool,
    _ reason: ColorDecision.Reason
  ) {
    let decision = capabilities(environment).color(on: .standardOutput, choice)
    expectEqual(decision.isOn, isOn)
    expectEqual(decision.reason, reason)
    // The other stream is no terminal.
    if reason == .device { #expect(!capabilities(environment).color(on: .standardError).isOn) }
  }

  @Test(
    arguments: [
      (nil, 100, 100, 100), ("60", 100, 60, 60), ("120", 100, 120, 100),
      ("1", 100, 100, 100), ("1001", 100, 100, 100), ("+60", 100, 100, 100),
      ("60 ", 100, 100, 100), ("", 100, 100, 100), (nil, nil, 80, 80), ("132", nil, 132, 132),
    ] as [(String?, Int?, Int, Int)])
  func `columns`(_ variable: String?, _ window: Int?, _ text: Int, _ block: Int) {
    let capabilities = capabilities(variable.map { ["COLUMNS": $0] } ?? [:], columns: window)
    expectEqual(capabilities.textColumns, text)
    expectEqual(capabilities.blockColumns, block)
  }

  @Test func `journal must match the stream`() {
    for (variables, isJournal) in [
      (["JOURNAL_STREAM": "8:4711"], true), (["JOURNAL_STREAM": "8:47110"], false), ([:], false),
    ] {
      expectEqual(capabilities(variables).isJournal(.standardOutput), isJournal)
      expect(!capabilities(variables).isJournal(.standardError))
    }
  }
}
