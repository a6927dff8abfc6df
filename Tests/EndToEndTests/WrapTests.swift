// Real commands inside a real wrap: events, logs, exits and signals.

import Codec
import Support
import Testing
import CLibrary

@Suite(.blocking) struct WrapTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private func wrap(_ script: String, _ options: String...) throws -> Program {
    try rider.wrap(script, options, environment: ["LANG": "C.UTF-8"])
  }

  @Test func `emit succeeds after its wrap has ended`() throws {
    var program = try rider.shell(
      #"read go; "$VELO" emit status text=x 3>&1; echo "code $?" >&2"#,
      environment: ["VELO_SYNC_EVENTS_FD": "3"])
    program.input = .pipe
    let running = try program.start()
    running.closeReading()
    running.write("go\n")
    try running.wait(for: "code 0", on: .errors)
  }

  @Test func `many events stay in order and take little memory`() throws {
    let count = Tier.rounds(100_000)
    let script = """
      awk 'BEGIN {
        for (n = 1; n <= \(count); n++)
          if (n % 1000 == 0)
            printf "{\\"type\\":\\"status\\",\\"status\\":\\"downloading_activities\\",\\"source\\":\\"strava\\",\\"text\\":\\"x\\",\\"count\\":%d}\\n", n
          else
            printf "{\\"type\\":\\"progress\\",\\"done\\":%d,\\"total\\":200000}\\n", n
      }' >&"$VELO_SYNC_EVENTS_FD"
      [ ! -r /proc/$PPID/status ] || grep VmHWM /proc/$PPID/status >&2
      """
    let result = try wrap(script, "--json").finish()
    let counts = result.outputLines.compactMap { line -> Int64? in
      (try? JSONValue(parsing: Array(line.utf8)))?["count"]?.integer
    }
    expectEqual(counts.last, Int64(count))
    expectEqual(counts, counts.sorted())
    #if os(Linux)
      try expectEqual(peakMemory(result.errors + result.output) < 50_000, true)
    #endif
  }

  /// In a log even if it holds the pipes of wrap.
  @Test(arguments: [("", ["--plain"]), ("<&- >&- 2>&-", [])])
  func `a process left behind does not delay the end`(_ streams: String, _ options: [String]) throws
  {
    let result = try rider.wrap("sleep 1000 \(streams) & echo $!", options).finish()
    let pid = try #require(result.outputLines.first.flatMap { Int32($0) })
    kill(pid, SIGKILL)
  }

  /// In a log, and without one, where nobody speaks.
  @Test(arguments: [["--plain"], []])
  func `a reader that leaves ends both`(_ options: [String]) throws {
    let running = try rider.wrap("while echo more; do :; done", options).start()
    try running.wait(for: "more")
    running.closeReading()
    let result = try running.finish(.signalled(SIGPIPE))
    if options.isEmpty { expectEqual(result.errors, "") }
  }

  /// A full pipe stops the command; nothing is lost when its reader continues.
  @Test func `a slow reader loses nothing`() throws {
    let script = """
      echo asleep >&2
      n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); echo "line $n"; done
      """
    let running = try wrap(script, "--plain").start()
    running.pauseReading(.output)
    try running.wait(for: "asleep", on: .errors)
    running.resumeReading(.output)
    let result = try running.finish()
    expectEqual(result.outputLines.dropLast(), (1...20_000).map { "line \($0)" }[...])
  }

  // MARK: Signals

  /// It ends with its parent in every case.
  private static let waiting =
    "sleep 1000 & echo ready; while kill -0 $PPID 2>/dev/null; do wait $!; done"

  @Test(arguments: [["--plain"], [], ["--pty"]])
  func `signals to wrap alone are passed on`(_ options: [String]) throws {
    var all = [
      ("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("USR2", SIGUSR2), ("QUIT", SIGQUIT),
      ("ALRM", SIGALRM), ("PROF", SIGPROF),
    ]
    #if os(Linux)
      // The real-time signals have numbers only.
      all.append(("40", 40))
    #endif
    for (name, signal) in all {
      let script = "trap 'kill $!; echo got \(name); exit 9' \(name); " + Self.waiting
      let running = try rider.wrap(script, options).start()
      try running.wait(for: "ready")
      running.signal(signal)
      let result = try running.wait()
      expectEqual(result.status, .exited(9), "\(name)")
      expectEqual(result.outputLines.prefix(2), ["ready", "got \(name)"])
    }
  }

  @Test func `the signal of the command ends wrap`() throws {
    let running = try wrap(#""$VELO" emit status text=Waiting; exec sleep 1000"#, "--json").start()
    try running.wait(for: "Waiting")
    running.signal(SIGTERM)
    let events = try Events(running.wait())
    expectEqual(
      [events.brief, events.summary?["outcome"]?.string], ["signal \(SIGTERM)", "interrupted"])
  }

  /// Debuggers and shells take any number of interrupts.
  @Test(arguments: ["--plain", "--pty"])
  func `the command decides however often it is asked`(_ mode: String) throws {
    // The trap decides nothing: in dash, one within another leaves it a status that is not its own.
    let script = """
      n=0; trap 'kill $!; n=$((n + 1)); echo no $n' TERM; sleep 1000 & echo ready
      while [ $n -lt 5 ] && kill -0 $PPID 2>/dev/null; do wait $!; done; exit 9
      """
    let running = try wrap(script, mode).start()
    var seen = try running.wait(for: "ready").count
    for _ in 1...5 {
      running.signal(SIGTERM)
      seen = try running.wait(for: "no ", from: seen).count
    }
    try running.finish(.exited(9))
  }

  /// No event reports an unfinished line.
  @Test(arguments: ["--json", "--plain"]) func `lines are reported when they end`(_ mode: String)
    throws
  {
    let script = #"""
      printf '\r10 %%'; printf 'Name: ' >&2; "$VELO" emit notice message=ready; read go
      printf '\r20 %%'; echo jo >&2; printf '\r30 %%\n'; printf 'end'
      """#
    var program = try wrap(script, mode)
    program.input = .pipe
    let running = try program.start()
    try running.wait(for: "ready")
    running.write("\n")
    let result = try running.finish()
    if mode == "--json" {
      let lines = try Events(result).of("log").map {
        "\($0["stream"]?.string ?? ""): \($0["text"]?.string ?? "")"
      }
      expectEqual(lines.sorted(), ["stderr: Name: jo", "stdout: 30 %", "stdout: end"])
    } else {
      expectEqual(
        result.outputLines.dropLast().map { $0.split(separator: "Z ").last },
        ["ready", "30 %", "end"])
      expectEqual(result.errorLines, ["Name: jo"])
    }
  }

  /// SIGUSR1 would end the command; it gets none. What it prints of its progress is part of the
  /// answer in a log.
  @Test(arguments: [[], ["--plain"], ["--output", "accessible"]])
  func `a request for progress is answered and not passed on`(_ options: [String]) throws {
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
  func `a command that cannot report itself gets its signals`() throws {
    let library = try PreloadedLibrary("mute", in: rider.home)
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
}
