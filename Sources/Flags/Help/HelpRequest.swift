// Which help is requested, and the rows of its tables.

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

/// A row of a table: a word and its meaning.
struct HelpRow: Hashable, Sendable {
  let name: String
  let meaning: String
}
