// Commands inside a real wrap, and what the person sees of them.

import Support
import Testing

extension Rider {
  /// A command inside `wrap`.
  func wrap(
    words: [String], _ options: [String] = [], environment: [String: String] = [:]
  ) throws -> Program {
    try program(["wrap"] + options + ["--"] + words, environment: environment)
  }

  /// A script inside `wrap`; `$VELO` is the program itself.
  func wrap(
    _ script: String, _ options: [String] = [], environment: [String: String] = [:]
  ) throws -> Program {
    var program = try wrap(words: ["sh", "-c", script], options, environment: environment)
    program.environment["VELO"] = program.path
    return program
  }

  /// The same with all streams on a terminal.
  func wrapOnTerminal(
    _ script: String, _ options: [String] = [], columns: Int = 80
  ) throws -> Program {
    try wrap(script, options, environment: Self.terminal).onTerminal(columns: columns)
  }

  /// A shell script of a terminal's; `$VELO` is the program itself.
  func shell(_ script: String, environment: [String: String] = [:]) throws -> Program {
    var program = try program([], environment: environment)
    program.environment["VELO"] = program.path
    program.arguments = ["-c", script]
    program.path = "/bin/sh"
    return program
  }
}

extension RunningProgram {
  /// Waits until the lines on the screen fulfil a condition.
  func see(_ what: String, _ condition: ([String]) -> Bool) throws {
    try wait(for: what, on: .terminal) { condition(screen($0).visibleLines) }
  }
}

/// The two ways to run a command on a terminal: with one of its own, and through pipes.
let wrapWays = [[], ["--no-pty"]]
