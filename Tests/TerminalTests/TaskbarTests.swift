// Taskbar progress: the bytes, when they are sent, and which terminals support it.

import Support
import Testing

@testable import Terminal

@Suite(.blocking) struct TaskbarTests {
  private var taskbar = Taskbar()
  private var screen = TestScreen()

  private mutating func show(_ state: Taskbar.State) -> Int {
    let bytes = taskbar.show(state)
    screen.feed(bytes)
    return bytes.count
  }

  @Test mutating func `encodes every state`() {
    for (state, code) in [
      (.normal(percent: 22), "1;22"), (.paused(percent: 22), "4;22"),
      (.error(percent: 22), "2;22"), (.none, "0;"),
    ] as [(Taskbar.State, String)] {
      expectEqual(taskbar.show(state), Array("\u{1B}]9;4;\(code)\u{1B}\\".utf8))
    }
  }

  /// Each ESC twice in a sequence that tmux passes on; it ends as the others do.
  @Test func `tmux passes it on`() {
    var taskbar = Taskbar(isAroundTmux: true)
    for (state, code) in [(.normal(percent: 22), "1;22"), (.none, "0;")]
      as [(Taskbar.State, String)]
    {
      let sequence = "\u{1B}Ptmux;\u{1B}\u{1B}]9;4;\(code)\u{1B}\u{1B}\\\u{1B}\\"
      expectEqual(taskbar.show(state), Array(sequence.utf8))
    }
  }

  @Test mutating func `only changes are sent`() {
    expectEqual(show(.none), 0)
    #expect(show(.normal(percent: 0)) > 0)
    expectEqual(show(.normal(percent: 0)), 0)
    #expect(show(.normal(percent: 1)) > 0)
    #expect(show(.none) > 0)
    expectEqual(show(.none), 0)
    expectEqual(screen.taskbarHistory, ["1;0", "1;1", "0;"])
    expectEqual(screen.taskbar, nil)
  }

  @Test(
    arguments: [
      (["TERM_FEATURES": "T3CwLrMSc7UUw9Ts3BFGsSyHNoSxFP"], true), (["TERM_FEATURES": "PT3"], true),
      (["TERM_FEATURES": "T3CwPrMSc7"], false), (["TERM_FEATURES": "T3P2"], false),
      (["TERM_FEATURES": ""], false), (["TERM_PROGRAM": "WezTerm"], true),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.0"], true),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.10.1-main+abc"], true),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "2"], true),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.1.3"], false),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1"], false),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "tip"], false),
      (["TERM_PROGRAM": "ghostty"], false),
      (["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.0"], false),
      (["TERM_PROGRAM": "Apple_Terminal"], false), (["WT_SESSION": "5a3b"], true),
      (["WT_SESSION": ""], false), (["ConEmuANSI": "ON"], true), (["ConEmuANSI": "OFF"], false),
      (["PTYXIS_VERSION": "48.0"], true), (["PTYXIS_VERSION": "49~beta"], true),
      (["PTYXIS_VERSION": "47.10"], false), (["PTYXIS_VERSION": "unknown"], false),
      (["WT_SESSION": "5a3b", "TMUX": "/tmp/tmux-0/default,1,0"], false),
      (["TMUX": "/tmp/tmux-0/default,1,0", "VELO_SYNC_TASKBAR": "tmux"], true),
      (["VELO_SYNC_TASKBAR": "tmux"], false),
      (["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.97.0"], true),
      (["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.96.4"], false),
      (["VTE_VERSION": "8000"], true), (["VTE_VERSION": "7802"], false),
      (["TERM_PROGRAM": "WezTerm", "STY": "1.pts-0"], false),
      (["TERM": "xterm-kitty"], false),
    ] as [([String: String], Bool)])
  func `terminals that know it`(_ environment: [String: String], _ knows: Bool) {
    for isTerminal in [true, false] {
      let device = Device(isTerminal: isTerminal)
      let capabilities = Capabilities(
        devices: Devices(input: device, output: device, error: device), environment: environment)
      expectEqual(capabilities.taskbar != nil, knows && isTerminal)
    }
  }
}
