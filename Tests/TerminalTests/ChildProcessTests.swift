// Child processes and their pipes.

import CLibrary
import Support
import Model
import Platform
import Terminal
import Testing
import Wrap

/// The result of a command.
private struct Outcome: Equatable {
  var output = ""
  var errors = ""
  var events = ""
  var end: ChildEnd?
}

extension ProcessTests {
  struct ChildProcessTests {
    /// Runs a command to its exit. `answer` receives its output and may close its standard output;
    /// `closed` is called when all pipes of a running command have ended.
    private func run(
      _ command: [String], _ answer: (String, ChildProcess) -> Bool = { _, _ in true },
      closed: (ChildProcess) -> Void = { _ in }
    ) throws -> Outcome {
      let (queue, inputs) = (try SignalQueue(), ByteInputs())
      let signals = ProcessSignals(queue: queue, catchesStop: false)
      defer { signals.restore() }
      let child = try ChildProcess(
        command, environment: ["PATH": "/usr/bin:/bin"], eventsVariable: "EVENTS",
        outputs: .separate, signals: signals, inputs: inputs, queue: queue)
      var waiting = PollWaiting(
        signals: queue, wakeUp: WakeUp(queue), inputs: inputs, now: { Moment(nanoseconds: 0) },
        drain: { [] })
      var outcome = Outcome()
      var open = 3
      while outcome.end == nil || open > 0 {
        for signal in waiting.next(until: nil) {
          switch signal {
          case .bytes(let channel, let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            switch channel {
            case .output(.standardOutput): outcome.output += text
            case .output(.standardError): outcome.errors += text
            default: outcome.events += text
            }
            if !answer(text, child) {
              inputs.remove(.output(.standardOutput))
              open -= 1
            }
          case .bytesEnded:
            open -= 1
            if open == 0, outcome.end == nil { closed(child) }
          case .childEnded(let end):
            outcome.end = end
            inputs.endWhenEmpty()
          default: break
          }
        }
      }
      return outcome
    }

    private func shell(
      _ script: String, closed: (ChildProcess) -> Void = { _ in }
    ) throws -> Outcome {
      try run(["sh", "-c", script], closed: closed)
    }

    @Test func `reports every channel then the exit`() throws {
      try expectEqual(
        shell("echo out; echo err >&2; echo event >&$EVENTS; exit 7"),
        Outcome(output: "out\n", errors: "err\n", events: "event\n", end: .exited(7)))
      // Closed outputs are not the exit.
      try expectEqual(
        shell("echo out; exec >&- 2>&-; echo event >&$EVENTS; exit 5"),
        Outcome(output: "out\n", events: "event\n", end: .exited(5)))
      // The descriptor has one digit.
      try expectEqual(shell("echo $EVENTS").output.count, 2)
      #expect(throws: ChildFailure.notFound) { try run(["no such command"]) }
    }

    @Test func `child inherits ignored signals`() throws {
      for number in [SIGHUP, SIGPIPE] {
        let former = signal(number, SIG_IGN)
        defer { signal(number, former) }
        try expectEqual(shell("kill -\(number) $$; exit 3").end, .exited(3))
      }
    }

    /// The child has no duplicates of the pipe ends, which would keep them open.
    @Test func `closed pipes end before the exit`() throws {
      let outcome = try shell("eval \"exec >&- 2>&- $EVENTS>&-\"; exec sleep 1000") {
        $0.send(SIGTERM)
      }
      expectEqual(outcome, Outcome(end: .signalled(SIGTERM)))
    }

    /// An orphaned process holds the pipes; the command's own output still arrives.
    @Test func `orphaned process does not delay the end`() throws {
      let outcome = try shell("sleep 1000 & echo $!; echo last")
      expectEqual(outcome.end, .exited(0))
      let words = outcome.output.split(separator: "\n")
      expectEqual(words.last, "last")
      let pid = try #require(words.first.flatMap { Int32($0) })
      expectEqual(kill(pid, SIGKILL), 0)
    }

    /// A request for progress is for this process: it would end most commands.
    @Test func `forwards signals`() throws {
      let script = """
        trap 'echo usr1; exit 1' USR1; trap 'echo usr2' USR2; trap 'kill $!; echo term; exit 9' TERM
        sleep 1000 & echo ready
        while kill -0 $PPID 2>/dev/null; do wait $!; done
        """
      let outcome = try run(["sh", "-c", script]) { text, _ in
        if text == "ready\n" {
          kill(getpid(), SIGUSR1)
          kill(getpid(), SIGUSR2)
        }
        if text == "usr2\n" { kill(getpid(), SIGTERM) }
        return true
      }
      expectEqual(outcome, Outcome(output: "ready\nusr2\nterm\n", end: .exited(9)))
    }

    /// Ends by SIGPIPE, or by a write error if libcurl ignores SIGPIPE in a parallel test.
    @Test func `closed reader ends the command`() throws {
      let outcome = try run(["sh", "-c", "while echo more; do :; done"]) { _, _ in false }
      #expect([.signalled(SIGPIPE), .exited(0)].contains(outcome.end))
    }
  }
}
