// The table of commands.

/// A command; the raw value is what is typed, and the order is that of the help.
package enum CommandName: String, CaseIterable, Hashable, Sendable {
  case sync, connect, disconnect, sources
  case `import`
  case status, chart, rides, ride, replay, wrap, emit, schema, check, completions, help

  /// The texts about a command.
  struct Page: Sendable {
    /// The name of its argument, if it takes one.
    let argument: Argument
    /// One line for lists.
    let line: String
    /// The full description; paragraphs are separated by a newline. Made when it is asked for: a
    /// list of commands needs none, and one names all types of events.
    let text: @Sendable () -> String
    /// Further parts of it, a heading for each idea.
    let details: [HelpRow]
    let examples: [(line: String, meaning: String)]
    /// Whether the short help lists it.
    let isCommon: Bool

    init(
      argument: Argument, line: String, text: @autoclosure @escaping @Sendable () -> String,
      details: [HelpRow] = [], examples: [(line: String, meaning: String)], isCommon: Bool = true
    ) {
      (self.argument, self.line, self.text, self.details) = (argument, line, text, details)
      (self.examples, self.isCommon) = (examples, isCommon)
    }
  }

  /// What a command may take besides its options.
  enum Argument: Hashable, Sendable {
    case none
    case optional(String)
    case required(String)
    /// This, and whatever follows: `-- COMMAND...`.
    case rest(String)
  }

  /// The command's texts.
  var page: Page {
    switch self {
    case .sync: .sync
    case .connect: .connect
    case .disconnect: .disconnect
    case .sources: .sources
    case .import: .import
    case .status: .status
    case .chart: .chart
    case .rides: .rides
    case .ride: .ride
    case .replay: .replay
    case .wrap: .wrap
    case .emit: .emit
    case .schema: .schema
    case .check: .check
    case .completions: .completions
    case .help: .help
    }
  }

  /// How the command is typed, with its argument: `connect SOURCE`, `help [COMMAND]`.
  var usage: String {
    switch page.argument {
    case .none: rawValue
    case .optional(let name): "\(rawValue) [\(name)]"
    case .required(let name), .rest(let name): "\(rawValue) \(name)"
    }
  }

  /// The same with options, which must come before "--".
  var fullUsage: String {
    if case .rest(let name) = page.argument, name.hasPrefix("-- ") {
      return "\(rawValue) [OPTION...] \(name)"
    }
    return "\(usage) [OPTION...]"
  }
}
