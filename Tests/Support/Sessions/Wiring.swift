// Connects a program's three streams to pipes, files and the terminal.

import CLibrary

/// The two ends of a program's streams: the pump's and the child's.
struct Wiring {
  let terminal: PseudoTerminal?
  let pump: Pump
  private(set) var streams: [Inherited] = []
  private var childEnds: [Int32] = []

  init(_ program: Program) throws {
    terminal = program.usesTerminal ? try PseudoTerminal(program.window) : nil
    pump = try Pump(terminal)
    if let terminal {
      pump.change { state in
        state.sources[.terminal] = .init(descriptor: terminal.master)
        state.input = terminal.master
      }
    }
    streams = [try connect(program.input)]
    streams.append(try connect(program.output, .output))
    streams.append(try connect(program.errors, .errors))
  }

  /// The streams as three descriptors of the child, from this number on.
  func descriptors(from first: Int32) -> [(Int32, Inherited)] {
    streams.enumerated().map { (first + Int32($0.offset), $0.element) }
  }

  /// Closes the child's ends once it has them.
  func closeChildEnds() { childEnds.forEach { closeDescriptor($0) } }

  private mutating func connect(_ input: Program.Input) throws -> Inherited {
    switch input {
    case .null: return .descriptor(try child(openFile("/dev/null", O_RDONLY)))
    case .terminal: return .terminal(terminal?.path ?? "/dev/null")
    case .text(let text): return try pipe(writing: Array(text.utf8), ends: true)
    case .pipe: return try pipe(writing: [], ends: false)
    }
  }

  private mutating func connect(
    _ output: Program.Output, _ stream: ProgramStream
  ) throws -> Inherited {
    switch output {
    case .null: return .descriptor(try child(openFile("/dev/null", O_WRONLY)))
    case .terminal: return .terminal(terminal?.path ?? "/dev/null")
    case .pipe:
      let ends = try makePipe()
      pump.change { $0.sources[stream] = .init(descriptor: ends.reading) }
      return .descriptor(child(ends.writing))
    }
  }

  private mutating func pipe(writing bytes: [UInt8], ends: Bool) throws -> Inherited {
    let pipe = try makePipe()
    setNonBlocking(pipe.writing)
    pump.change { state in
      (state.input, state.ownsInput, state.pending, state.endsInput) =
        (pipe.writing, true, bytes, ends)
      if bytes.isEmpty, ends { Pump.closeInput(in: &state) }
    }
    return .descriptor(child(pipe.reading))
  }

  private mutating func child(_ descriptor: Int32) -> Int32 {
    childEnds.append(descriptor)
    return descriptor
  }
}
