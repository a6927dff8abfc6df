// Which help is requested, and rows that other modules provide.

/// A request for help.
package struct HelpRequest: Hashable, Sendable {
  package enum Length: Hashable, Sendable {
    /// One screen: `-h`.
    case short
    /// Everything: `--help` and the command `help`.
    case full
  }

  package let length: Length
  /// The command it is about; nil is velo-sync as a whole.
  package let command: CommandName?

  package init(_ length: Length, about command: CommandName? = nil) {
    self.length = length
    self.command = command
  }
}

/// A row of a table from another module: an exit code and its meaning.
package struct HelpRow: Hashable, Sendable {
  package let name: String
  package let meaning: String

  package init(name: String, meaning: String) {
    self.name = name
    self.meaning = meaning
  }
}
