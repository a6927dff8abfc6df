// A wrap that nobody asked for a log changes nothing but the record it keeps.

import Codec
import Support
import Testing

@Suite(.blocking) struct TransparentWrapTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  // MARK: Quiet

  @Test func quietShowsNothingOfASuccessOnATerminal() throws {
    let script = "echo out; echo err >&2; printf tail"
    try expectEqual(rider.wrapOnTerminal(script, ["-q"]).run().terminalBytes, [])
  }

  // MARK: Signals

  /// SIGUSR1 would end the command; it gets none. What it prints of its progress is part of the
  /// answer in a log.
  @Test(arguments: [[], ["--plain"], ["--output", "accessible"]])
  func aRequestForProgressIsAnsweredAndNotPassedOn(_ options: [String]) throws {
    let script = """
      trap 'echo resized' WINCH
      for n in 1 2 3; do echo "[$n/4] step"; done; echo ready; read go; exit 6
      """
    var program = try rider.wrap(script, options, environment: ["LANG": "C.UTF-8"])
    program.input = .pipe
    let running = try program.start()
    try running.wait(for: "ready")
    running.signal(Signals.usr1)
    if options.isEmpty {
      try running.wait(for: "sh", on: .errors)
    } else {
      try running.wait(for: "75")
    }
    running.signal(Signals.winch)
    running.write("\n")
    let result = try running.finish(.exited(6))
    expect(!result.outputLines.contains("resized"))
    if options.isEmpty {
      expectEqual(result.outputLines, ["[1/4] step", "[2/4] step", "[3/4] step", "ready"])
      expectEqual(result.errorLines.count, 1)
    }
  }

  /// Its own number reaches us first; where that is missing, nobody else gets a signal of its.
  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func aCommandThatCannotReportItselfGetsItsSignals() throws {
    let library = try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <sys/syscall.h>
      #include <unistd.h>

      static long process;

      __attribute__((constructor)) static void start(void) { process = syscall(SYS_getpid); }

      ssize_t write(int descriptor, const void *bytes, size_t count) {
        // Between fork and exec.
        if (syscall(SYS_getpid) != process) {
          errno = EBADF;
          return -1;
        }
        return syscall(SYS_write, descriptor, bytes, count);
      }
      """, in: rider.home)
    let script = #"""
      trap 'echo everybody' TERM
      "$VELO" wrap -- sh -c 'trap "exit 5" TERM; echo ready; while :; do sleep 0.1; done' &
      read go; kill -TERM $!; wait $!; echo "code $?"
      """#
    var program = try rider.shell(script, environment: library.environment)
    program.input = .pipe
    let running = try program.start()
    try running.wait(for: "ready")
    running.write("\n")
    try expectEqual(running.wait().outputLines, ["ready", "code 5"])
  }

  // MARK: The live line on standard error

  @Test func theLiveLineGoesToStandardError() throws {
    let gate = try CommandGate()
    var program = try rider.wrap(
      "echo data; echo note >&2; \(gate.wait); exit 5", ["--title", "Gate"],
      environment: Rider.terminal)
    program.input = .terminal
    program.errors = .terminal
    let running = try program.start()
    try running.see("the block", on: .terminal) {
      $0.last?.contains(" Gate · note ") == true && $0.first == "note"
    }
    gate.letGo()
    let result = try running.wait()
    expectEqual([result.brief, result.output], ["exit 5", "data\n"])
    let left = result.screenLines()
    expectEqual(left.first, "note")
    expectEqual(left.filter { $0.contains("Gate") }.count, 1)
    expectEqual(result.modesBefore, result.modesAfter)
  }

  #if os(Linux)
    /// Runs `velo-sync wrap OPTIONS -- COMMAND | READERS` in a shell. LAST is a reader whose start
    /// the command waits for. What comes back to the terminal through a pipe shares it with nothing
    /// of ours; other readers leave the live line.
    @Test(arguments: [
      ("LAST", "", false), ("cat | LAST", "", false), ("LAST > /dev/null", "", true),
      ("LAST", "--output live", true),
    ])
    func aReaderOnTheSameTerminalHasItToItself(
      _ readers: String, _ options: String, _ isLive: Bool
    ) throws {
      let gate = try CommandGate()
      let last = "sh -c 'echo ready > /dev/tty; exec cat'"
      let script = """
        { \(gate.wait); "$VELO" wrap \(options) -- sh -c 'echo data; echo note >&2'; } | \
        \(readers.replacing("LAST", with: last))
        """
      let running = try rider.shell(script, environment: Rider.terminal).onTerminal().start()
      try running.wait(for: "ready")
      gate.letGo()
      let result = try running.wait()
      if isLive {
        expect(result.screenLines().contains { $0.hasPrefix(Marks.done) })
      } else {
        let lines = result.sent.split(separator: "\r\n")
        expectEqual(lines.sorted(), ["data", "note", "ready"])
      }
    }
  #endif

  /// The signal of the closed pipe is no error: shells do not tell of it either.
  @Test func aReaderThatLeavesIsNotAnErrorOnATerminal() throws {
    let program = try rider.shell("\"$VELO\" wrap -- yes | head -n 1", environment: Rider.terminal)
    let result = try program.onTerminal().run()
    expectEqual(result.screenLines(), ["y"])
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// In CI and in a dumb terminal there is no live line, and so nothing is changed.
  @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm", "CI": "1"]])
  func withoutALiveLineTheTerminalIsTheCommands(_ environment: [String: String]) throws {
    let program = try rider.wrap("printf 'a\\033[31mb\\n'", environment: environment)
    try expectEqual(program.onTerminal().run().sent, "a\u{1B}[31mb\r\n")
  }

  /// Standard error that is no terminal is left alone, too.
  @Test func redirectedErrorsAreTheCommandsOwn() throws {
    var program = try rider.wrapOnTerminal("echo shown; printf 'e\\033[0m\\r' >&2")
    program.errors = .pipe
    let result = try program.run()
    expectEqual(result.errors, "e\u{1B}[0m\r")
    expectEqual(result.screenLines().first, "shown")
  }
}
