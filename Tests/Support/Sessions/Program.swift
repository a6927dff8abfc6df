// A program to run: its input, environment and streams.

/// A program with everything it gets: nothing is inherited from the tests' own process.
package struct Program: Sendable {
  /// The source of the program's standard input.
  package enum Input: Sendable {
    /// `/dev/null`.
    case null
    /// A pipe with these bytes, then its end.
    case text(String)
    /// A pipe the test writes to (`RunningProgram.write`) and closes.
    case pipe
    /// The terminal, where the program is on one.
    case terminal
  }

  package var path: String
  package var arguments: [String]
  /// All of it.
  package var environment: [String: String]
  /// The working folder; nil for that of the tests.
  package var folder: String?
  package var input: Input
  /// Whether both outputs are the terminal; otherwise each is a pipe that the test reads.
  private(set) var isOnTerminal = false
  package var window = Window()
  /// On a terminal: started as `program &`.
  package var startsInBackground = false

  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    folder: String? = nil, input: Input = .null
  ) {
    (self.path, self.arguments, self.environment) = (path, arguments, environment)
    (self.folder, self.input) = (folder, input)
  }

  /// The same program with all three streams on a terminal.
  package func onTerminal(columns: Int = 80, rows: Int = 24) -> Program {
    var program = self
    (program.input, program.isOnTerminal) = (.terminal, true)
    program.window = Window(columns: columns, rows: rows)
    return program
  }

  package func start() throws -> RunningProgram { try RunningProgram(self) }

  /// Runs the program to its end.
  package func run() throws -> ProgramResult { try start().wait() }

  /// The environment as `NAME=value`, sorted, so that runs are alike.
  var environmentList: [String] { environment.map { "\($0.key)=\($0.value)" }.sorted() }
}

package enum ProgramStatus: Sendable, Equatable, CustomStringConvertible {
  /// On its own, with this code.
  case exited(Int32)
  /// By this signal.
  case signalled(Int32)

  package var description: String {
    switch self {
    case .exited(let code): "exit \(code)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}

package struct ProgramResult: Sendable {
  package let status: ProgramStatus
  /// What came through the pipes of the two outputs.
  package let outputBytes, errorBytes: [UInt8]
  /// What reached the terminal, from either stream.
  package let terminalBytes: [UInt8]
  /// The terminal's settings before the program started and after it ended.
  package let modesBefore, modesAfter: TerminalModes?

  package var output: String { String(decoding: outputBytes, as: UTF8.self) }
  package var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  package var outputLines: [String] { lines(of: output) }
  package var errorLines: [String] { lines(of: errors) }
}

/// The lines of a text, without a last empty one.
func lines(of text: String) -> [String] {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  if lines.last == "" { lines.removeLast() }
  return lines
}
