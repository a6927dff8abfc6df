// A running program: type to it, send it signals, wait for its output, wait for its end.

import CLibrary
import Platform

/// A started program. It is killed when the last reference is released, and at its time limit.
package final class RunningProgram: Sendable {
  /// The process id of the program itself; also its process group's.
  package let pid: Int32
  package let terminal: PseudoTerminal?
  private let pump: Pump
  private let keeper: Keeper?

  init(_ program: Program) throws {
    guard access(program.path, X_OK) == 0 else { throw SystemFailure("start \(program.path)") }
    terminal = program.isOnTerminal ? try PseudoTerminal(program.window) : nil
    pump = try Pump(terminal)
    var streams = [try Self.connect(program.input, pump)]
    defer { streams.forEach { RawDescriptor.close($0) } }
    for output in [ProgramStream.output, .errors] { try streams.append(Self.connect(output, pump)) }
    if let terminal {
      let keeper = try Keeper(program, on: terminal, streams, pump)
      self.keeper = keeper
      pid = try keeper.waitForStart()
    } else {
      keeper = nil
      let pid = try spawn(
        program.path, program.arguments, environment: program.environmentList,
        folder: program.folder, descriptors: Array(zip(0..., streams)))
      self.pid = pid
      startThread { [pump] in pump.end(reap(pid)) }
    }
    pump.start()
  }

  deinit { kill() }

  private static func connect(_ input: Program.Input, _ pump: Pump) throws -> Int32 {
    switch input {
    case .null: return try openFile("/dev/null", O_RDONLY)
    case .terminal: return try openFile(pump.terminal?.path ?? "", O_RDWR | O_NOCTTY)
    case .text, .pipe:
      let pipe = try makePipe()
      setNonBlocking(pipe.writing)
      pump.change { state in
        (state.input, state.ownsInput) = (pipe.writing, true)
        guard case .text(let text) = input else { return }
        (state.pending, state.endsInput) = (Array(text.utf8), true)
        if text.isEmpty { Pump.closeInput(in: &state) }
      }
      return pipe.reading
    }
  }

  private static func connect(_ output: ProgramStream, _ pump: Pump) throws -> Int32 {
    if let terminal = pump.terminal { return try openFile(terminal.path, O_RDWR | O_NOCTTY) }
    let pipe = try makePipe()
    pump.change { $0.sources[output] = .init(descriptor: pipe.reading) }
    return pipe.writing
  }

  /// Types on the terminal or writes to the pipe of standard input.
  package func write(_ text: String) { pump.change { $0.pending += Array(text.utf8) } }

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

  /// To the program alone.
  package func signal(_ number: Int32) { if !isOver { _ = CLibrary.kill(pid, number) } }

  package func kill() { if !isOver { _ = CLibrary.kill(-pid, SIGKILL) } }

  private var isOver: Bool { pump.state.withLock { $0.status != nil } }

  /// Closes the test's end of a pipe, as `| head -1` does after its line.
  package func closeReading() { pump.change { Pump.close(.output, in: &$0) } }

  /// Stops reading a stream until the program has ended, like a paused pager.
  package func pauseReading(_ stream: ProgramStream) {
    pump.change { $0.sources[stream]?.isPaused = true }
  }

  package func resumeReading(_ stream: ProgramStream) {
    pump.change { $0.sources[stream]?.isPaused = false }
  }

  package func received(_ stream: ProgramStream) -> [UInt8] {
    pump.state.withLock { $0.sources[stream]?.bytes ?? [] }
  }

  /// Waits until this text has arrived on a stream (by default that of standard output), from byte
  /// `start` on, and returns all bytes. Throws at once when the program ends without it.
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
    let stream = stream ?? (terminal == nil ? .output : .terminal)
    let found = try awaitState(what) { state -> [UInt8]?? in
      let bytes = state.sources[stream]?.bytes ?? []
      if condition(bytes) { return .some(bytes) }
      return state.isDone ? .some(nil) : nil
    }
    guard let found else {
      throw DeadlineMissed(what: what + " (the program ended)", seconds: 0, seen: transcript)
    }
    return found
  }

  /// Waits for a stop (Ctrl-Z, SIGSTOP, a read from the background). Only on a terminal.
  package func waitUntilStopped() throws {
    keeper?.awaitFromBackground()
    try awaitState("the program to stop") { $0.isStopped ? () : nil }
  }

  /// Continues a stopped program in the foreground, or brings one from the background (`fg`), or
  /// continues it in the background (`bg`), where only `wait()` notices its end.
  package func resume(inBackground: Bool) {
    keeper?.order(inBackground ? .background : .foreground)
  }

  /// Waits until the program has ended and all its output has arrived.
  package func wait() throws -> ProgramResult {
    keeper?.awaitFromBackground()
    let ended = try awaitState("the program to end") { $0.isDone ? $0 : nil }
    return ProgramResult(
      status: ended.status ?? .exited(-1), outputBytes: received(.output),
      errorBytes: received(.errors), terminalBytes: received(.terminal),
      modesBefore: terminal?.modesAtStart, modesAfter: ended.modesAfter)
  }

  /// Kills a program that exceeds the wait, and adds its output so far to the error.
  private func awaitState<Result>(
    _ what: String, _ body: (inout Pump.State) -> Result?
  ) throws -> Result {
    do throws(DeadlineMissed) {
      return try pump.state.wait(for: what, until: body)
    } catch {
      kill()
      throw DeadlineMissed(what: error.what, seconds: error.seconds, seen: transcript)
    }
  }

  private var transcript: String {
    ProgramStream.allCases.map {
      "\($0): " + String(decoding: received($0).suffix(1 << 16), as: UTF8.self)
    }
    .joined(separator: "\n")
  }
}
