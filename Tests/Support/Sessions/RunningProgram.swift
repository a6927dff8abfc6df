// A running program: type to it, send it signals, wait for its output, wait for its end.

import CLibrary

/// A started program. It is killed when the last reference is released, and at its time limit.
package final class RunningProgram: Sendable {
  /// The process id of the program itself; also its process group's.
  package let pid: Int32
  /// The terminal, when one of its streams is one.
  package let terminal: PseudoTerminal?
  private let program: Program
  private let pump: Pump
  private let keeper: Keeper?
  private let ending: Ending

  init(_ program: Program) throws {
    guard access(program.path, X_OK) == 0 else { throw SystemFailure("start \(program.path)") }
    self.program = program
    let wiring = try Wiring(program)
    defer { wiring.closeChildEnds() }
    terminal = wiring.terminal
    pump = wiring.pump
    if wiring.terminal != nil {
      let keeper = try Keeper(program, wiring)
      self.keeper = keeper
      ending = keeper.ending
      pid = try keeper.waitForStart()
    } else {
      keeper = nil
      ending = Ending(pump)
      pid = try spawn(
        program.path, program.arguments, environment: program.environmentList,
        folder: program.folder, descriptors: wiring.descriptors(from: 0))
      ending.watch(pid)
    }
    pump.start()
  }

  deinit {
    kill()
    keeper?.dismiss()
  }

  /// Types on the terminal or writes to the pipe of standard input.
  package func write(_ text: String) {
    pump.change { $0.pending += Array(text.utf8) }
  }

  /// Ends standard input: closes the pipe after all is written, or types Ctrl-D on a terminal.
  package func closeInput() {
    pump.change { state in
      if state.ownsInput {
        state.endsInput = true
        if state.pending.isEmpty { Pump.closeInput(in: &state) }
      } else {
        state.pending.append(0x04)
      }
    }
  }

  /// Sends a signal to the program alone.
  package func signal(_ number: Int32) {
    if !ending.isOver { _ = systemKill(pid, number) }
  }

  /// Kills the program and its process group.
  package func kill() {
    if !ending.isOver { _ = systemKill(-pid, SIGKILL) }
  }

  /// Closes the test's end of a pipe, as `| head -1` does after its line.
  package func closeReading(_ stream: ProgramStream = .output) { pump.closeReading(stream) }

  /// Stops reading a stream until the program has ended, so that its writes fill it, like a paused
  /// pager.
  package func pauseReading(_ stream: ProgramStream) {
    pump.change { $0.sources[stream]?.isPaused = true }
  }

  /// Continues to read a stream.
  package func resumeReading(_ stream: ProgramStream) {
    pump.change { $0.sources[stream]?.isPaused = false }
  }

  /// The bytes received on a stream so far.
  package func received(_ stream: ProgramStream) -> [UInt8] {
    pump.state.withLock { $0.sources[stream]?.bytes ?? [] }
  }

  /// The stream that shows the program's standard output: the terminal or the pipe.
  private var renderer: ProgramStream {
    if case .terminal = program.output { .terminal } else { .output }
  }

  /// Waits until this text has arrived on a stream (by default that of standard output); only bytes
  /// from `start` on count. Returns everything received so far.
  ///
  /// - Throws: `DeadlineMissed`, at once when the program has ended without it.
  @discardableResult
  package func wait(
    for text: String, on stream: ProgramStream? = nil, from start: Int = 0
  ) throws -> [UInt8] {
    let pattern = Array(text.utf8)
    return try wait(for: "\"\(text)\"", on: stream) { bytes in
      bytes.count > start && bytes.firstIndex(of: pattern, from: start) != nil
    }
  }

  /// Waits until the bytes received on a stream satisfy a condition, and returns them.
  @discardableResult
  package func wait(
    for what: String, on stream: ProgramStream? = nil, until condition: ([UInt8]) -> Bool
  ) throws -> [UInt8] {
    let stream = stream ?? renderer
    let found = try explained { () throws(DeadlineMissed) in
      try pump.state.wait(for: what, within: program.patience) { state -> [UInt8]?? in
        let bytes = state.sources[stream]?.bytes ?? []
        if condition(bytes) { return .some(bytes) }
        return state.isDone ? .some(nil) : nil
      }
    }
    guard let found else {
      throw DeadlineMissed(what: what + " (the program ended)", seconds: 0, seen: transcript)
    }
    return found
  }

  /// Waits until the program is stopped (Ctrl-Z, SIGSTOP, a read from the background). Only on a
  /// terminal.
  package func waitUntilStopped() throws {
    keeper?.awaitFromBackground()
    try explained { () throws(DeadlineMissed) in
      try ending.state.wait(for: "the program to stop", within: program.patience) {
        $0.isStopped ? () : nil
      }
    }
  }

  /// Continues a stopped program in the foreground, or brings one from the background: `fg`.
  package func continueInForeground() { keeper?.order(.foreground) }

  /// Continues a stopped program in the background: `bg`. Only `wait()` notices its end.
  package func continueInBackground() { keeper?.order(.background) }

  /// Waits until the program has ended and all its output has arrived.
  ///
  /// - Throws: `DeadlineMissed` after its time limit; the program is then killed.
  package func wait() throws -> ProgramResult {
    keeper?.awaitFromBackground()
    try explained { () throws(DeadlineMissed) in
      try pump.state.wait(for: "the program to end", within: program.patience) {
        $0.isDone ? () : nil
      }
    }
    let ended = ending.state.withLock { $0 }
    keeper?.dismiss()
    return ProgramResult(
      status: ended.status ?? .exited(-1), outputBytes: received(.output),
      errorBytes: received(.errors), terminalBytes: received(.terminal),
      modesBefore: terminal?.modesAtStart, modesAfter: ended.modesAfter)
  }

  /// Kills a program that exceeded a wait, and adds its output so far to the error.
  private func explained<Result>(_ body: () throws(DeadlineMissed) -> Result) throws -> Result {
    do throws(DeadlineMissed) {
      return try body()
    } catch {
      kill()
      var explained = error
      explained.seen = transcript
      throw explained
    }
  }

  /// The end of its output.
  private var transcript: String {
    ProgramStream.allCases.map {
      "\($0): " + String(decoding: received($0).suffix(1 << 16), as: UTF8.self)
    }
    .joined(separator: "\n")
  }
}

extension Program {
  /// The environment as `NAME=value`, sorted, so that runs are alike.
  var environmentList: [String] {
    environment.map { "\($0.key)=\($0.value)" }.sorted()
  }
}

private func systemKill(_ pid: pid_t, _ number: Int32) -> Int32 { kill(pid, number) }
