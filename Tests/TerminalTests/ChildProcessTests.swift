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

  init(output: String = "", errors: String = "", events: String = "", end: ChildEnd? = nil) {
    (self.output, self.errors, self.events, self.end) = (output, errors, events, end)
  }
}

extension ProcessTests {
  struct ChildProcessTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private func environment(_ path: String) -> [String: String] {
      ["PATH": path, "PLACE": folder.path]
    }

    /// Runs a command to its exit. `answer` receives its output and may close its standard output;
    /// `closed` is called when all pipes of a running command have ended.
    private func run(
      _ command: [String], path: String = "/usr/bin:/bin",
      _ answer: (String, ChildProcess) -> Bool = { _, _ in true },
      closed: (ChildProcess) -> Void = { _ in }
    ) throws -> Outcome {
      let (queue, inputs) = (try SignalQueue(), ByteInputs())
      let signals = ProcessSignals(queue: queue, catchesStop: false)
      defer { signals.restore() }
      let child = try ChildProcess(
        command, environment: environment(path), eventsVariable: "EVENTS", outputs: .separate,
        signals: signals, inputs: inputs, queue: queue)
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

    private func failure(_ command: String, path: String = "/usr/bin:/bin") throws -> ChildFailure?
    {
      let queue = try SignalQueue()
      let signals = ProcessSignals(queue: queue, catchesStop: false)
      defer { signals.restore() }
      do throws(ChildFailure) {
        _ = try ChildProcess(
          [command], environment: environment(path), eventsVariable: "EVENTS", outputs: .separate,
          signals: signals, inputs: ByteInputs(), queue: queue)
        return nil
      } catch {
        return error
      }
    }

    @Test func reportsEveryChannelThenTheExit() throws {
      let outcome = try shell("echo out; echo err >&2; echo event >&$EVENTS; exit 7")
      expectEqual(
        outcome, Outcome(output: "out\n", errors: "err\n", events: "event\n", end: .exited(7)))
    }

    @Test func reportsTheFatalSignal() throws {
      try expectEqual(shell("kill -KILL $$").end, .signalled(SIGKILL))
    }

    @Test func childInheritsIgnoredSignals() throws {
      for number in [SIGHUP, SIGPIPE] {
        let former = signal(number, SIG_IGN)
        defer { signal(number, former) }
        try expectEqual(shell("kill -\(number) $$; exit 3").end, .exited(3))
      }
    }

    /// The child has no duplicates of the pipe ends, which would keep them open.
    @Test func closedPipesEndBeforeTheExit() throws {
      let outcome = try shell("eval \"exec >&- 2>&- $EVENTS>&-\"; exec sleep 1000") {
        $0.send(SIGTERM)
      }
      expectEqual(outcome, Outcome(end: .signalled(SIGTERM)))
    }

    @Test func eventDescriptorHasOneDigit() throws {
      try expectEqual(shell("echo $EVENTS").output.count, 2)
    }

    @Test func resolvesCommandsLikeAShell() throws {
      let (plain, hidden) = (folder / "plain", folder / "hidden")
      try Disk.makeFolder(plain)
      try Disk.makeFolder(hidden)
      // A file that is not executable does not hide a later one.
      try Disk.write(Array("#!/bin/sh\necho wrong".utf8), to: hidden + "/tool")
      try Disk.write(Array("#!/bin/sh\necho right \"$@\"".utf8), to: plain + "/tool", mode: 0o755)
      let path = "\(folder.path)/none:\(hidden):\(plain):/usr/bin:/bin"
      try expectEqual(run(["tool", "a b"], path: path).output, "right a b\n")
      try expectEqual(failure("tool", path: hidden), .notExecutable(EACCES))
      try expectEqual(failure("tool", path: "/usr/bin:/bin"), .notFound)
      try expectEqual(failure(folder / "nothing"), .notFound)
      try expectEqual(failure(""), .notFound)
      try expectEqual(failure(folder.path), .notExecutable(EISDIR))
    }

    @Test func scriptWithoutInterpreterRunsInShell() throws {
      try Disk.write(Array("echo \"$1\"; exit 4\n".utf8), to: folder / "script", mode: 0o755)
      let outcome = try run([folder / "script", "word"])
      expectEqual(outcome, Outcome(output: "word\n", end: .exited(4)))
    }

    @Test func scriptWithMissingInterpreterFails() throws {
      try Disk.write(Array("#!\(folder.path)/none\n".utf8), to: folder / "script", mode: 0o755)
      try expectEqual(failure(folder / "script"), .notExecutable(ENOENT))
    }

    @Test func closedOutputsAreNotTheExit() throws {
      let outcome = try shell("echo out; exec >&- 2>&-; echo event >&$EVENTS; exit 5")
      expectEqual(outcome, Outcome(output: "out\n", events: "event\n", end: .exited(5)))
    }

    /// An orphaned process holds the pipes; the command's own output still arrives.
    @Test func orphanedProcessDoesNotDelayTheEnd() throws {
      let outcome = try shell("sleep 1000 & echo $!; echo last")
      expectEqual(outcome.end, .exited(0))
      let words = outcome.output.split(separator: "\n")
      expectEqual(words.last, "last")
      let pid = try #require(words.first.flatMap { Int32($0) })
      expectEqual(kill(pid, SIGKILL), 0)
    }

    /// A request for progress is for this process: it would end most commands.
    @Test func forwardsSignals() throws {
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
    @Test func closedReaderEndsTheCommand() throws {
      let outcome = try run(["sh", "-c", "while echo more; do :; done"]) { _, _ in false }
      #expect([.signalled(SIGPIPE), .exited(0)].contains(outcome.end))
    }
  }
}
