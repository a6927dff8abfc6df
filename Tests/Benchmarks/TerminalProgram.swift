// A program run on a pseudo terminal, to measure its time.

import Model
import Platform
import CLibrary

/// The cost of running a program on a terminal of 80 by 24 cells that reads as fast as it can.
struct TerminalProgram {
  let milliseconds: Double
  /// The processor time of the program and of the programs that it waited for, in seconds.
  let processorSeconds: Double

  /// Runs a program; nil when it fails.
  init?(_ words: [String]) {
    guard let terminal = CommandTerminal(nil) else { return nil }
    terminal.resize(columns: 80, rows: 24)
    var environment = CurrentProcess.environment
    environment["TERM"] = "xterm-256color"
    environment["CI"] = nil
    var spawn = ProcessLauncher()
    spawn.terminal = SpawnTerminal(terminal.path, descriptors: [0, 1, 2], followsStops: false)
    let before = Self.childrenTime()
    let start = ContinuousClock().now
    guard let path = try? CommandPath.find(words[0], environment),
      let child = try? spawn.start(path, words, environment)
    else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var end: Bool?
    while end == nil {
      var entry = pollfd(fd: terminal.controller, events: Int16(POLLIN), revents: 0)
      // The terminal stays open when the program has ended.
      poll(&entry, 1, 1)
      if read(terminal.controller, &buffer, buffer.count) > 0 { continue }
      end = child.takeChange().map { if case .ended(.exited(0)) = $0 { true } else { false } }
    }
    guard end == true else { return nil }
    milliseconds = (ContinuousClock().now - start) / .milliseconds(1)
    processorSeconds = Self.childrenTime() - before
  }

  /// The processor seconds of all programs that have ended.
  private static func childrenTime() -> Double {
    // RUSAGE_CHILDREN, whose type differs between systems.
    let children: Int32 = -1
    var usage = rusage()
    getrusage(children, &usage)
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
