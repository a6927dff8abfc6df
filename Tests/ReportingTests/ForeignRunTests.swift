// Runs of other programs: what scripts cannot say, the signals of this system and styled lines.

import CLibrary
import Model
import Reporting
import Support
import Terminal
import Testing

@Suite struct ForeignRunTests {
  /// By the numbers of this system.
  @Test func `the signal that ended it is named`() {
    var signals = [
      (SIGHUP, "SIGHUP"), (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"), (SIGSYS, "SIGSYS"),
      (SIGXCPU, "SIGXCPU"), (SIGXFSZ, "SIGXFSZ"), (SIGVTALRM, "SIGVTALRM"), (SIGPROF, "SIGPROF"),
      (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
    ]
    #if os(Linux)
      signals += [(SIGIO, "SIGIO"), (SIGPWR, "SIGPWR"), (SIGSTKFLT, "SIGSTKFLT")]
    #endif
    for (number, name) in signals {
      var show = plain()
      show.wrap()
      show.exit(.signal(number))
      expectEqual(show.errors.with("\(name) (signal \(number))").count, 1)
    }
  }

  @Test func `the title of a recorded run is read from its arguments`() {
    for (arguments, name) in [
      (["--title", "Backup", "--", "cp", "a"], "Backup"),
      (["--title=Backup", "--", "cp", "a"], "Backup"),
      (["--", "sh", "-c", "echo 'a b'", "--title"], #"sh -c 'echo '\''a b'\''' --title"#),
    ] as [([String], DisplayText)] {
      let run = RunStart(
        id: "", subject: RunSubject(command: "wrap", arguments: ["wrap"] + arguments),
        arguments: [], scope: nil)
      expectEqual(run.wrappedName, name)
    }
  }

  /// A line keeps its colours above the block, unless colour is off.
  @Test(arguments: [true, false]) func `lines keep their colors`(_ hasColor: Bool) {
    var show = live(palette: hasColor ? .theme : .colorless)
    show.wrap()
    var style = TextStyle.plain
    style.apply([31])
    let styled = StyledText([("error:", style), (" no such gear", .plain)])
    show.wait(400)
    show.post(.log(LogLine(stream: .standardOutput, text: "error: no such gear", styled: styled)))
    show.wait(200)
    let text = String(decoding: show.out, as: UTF8.self)
    expectEqual(text.contains("\u{1B}[31merror:\u{1B}[0m no such gear"), hasColor)
    #expect(screen(show).lines.contains { $0.hasPrefix("error: no such gear") })
  }
}
