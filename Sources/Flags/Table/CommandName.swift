// The table of commands.

/// A command; the raw value is the word that is typed. The order is that of the help.
package enum CommandName: String, CaseIterable, Hashable, Sendable {
  case sync, connect, disconnect, sources, help
}

extension CommandName {
  /// What the texts say about a command.
  struct Page: Sendable {
    /// The name of its argument, if it takes one.
    let argument: Argument
    /// One line for lists.
    let line: String
    /// The description in full; paragraphs are separated by a line end.
    let text: String
    /// Command lines worth knowing, each with what it does.
    let examples: [(line: String, meaning: String)]
  }

  /// The one argument a command may take besides its options.
  enum Argument: Hashable, Sendable {
    case none
    case optional(String)
    case required(String)
  }

  /// The command's texts.
  var page: Page {
    switch self {
    case .sync:
      Page(
        argument: .none,
        line: "sync everything that is connected (the default)",
        text: """
          Fetches what is new from every connected service, works out power zones and the day's \
          recovery, sleep and strain, and saves it all as plain files.
          It lists the last weeks again on each run, so that recent edits and deletions are seen. \
          What was downloaded is kept when a run fails; the next one goes on from there.
          """,
        examples: [
          ("velo-sync", "sync everything that is connected"),
          ("velo-sync --dry-run", "see what it would do; write nothing"),
          ("velo-sync --source strava --since 30d", "the last 30 days of one service"),
        ])
    case .connect:
      Page(
        argument: .required("SOURCE"),
        line: "sign in to a service",
        text: """
          Signs in to a service and remembers it for every later sync. Secrets are asked for on \
          the terminal or read from standard input; they are never arguments.
          """,
        examples: [
          ("velo-sync connect strava", "sign in with the browser"),
          ("velo-sync connect strava --paste", "without a browser on this machine"),
        ])
    case .disconnect:
      Page(
        argument: .required("SOURCE"),
        line: "forget a service",
        text: """
          Forgets the sign-in of a service and, when the service answers, revokes it there. Its \
          records stay unless --purge is given.
          """,
        examples: [
          ("velo-sync disconnect strava", "forget the sign-in, keep the records"),
          ("velo-sync disconnect strava --purge", "delete its records, too"),
        ])
    case .sources:
      Page(
        argument: .none,
        line: "list every source with its state and health",
        text: "Lists every source: whether it is connected, and how its last sync went.",
        examples: [
          ("velo-sync sources", "list them for a person"),
          ("velo-sync sources --json | jq .", "list them for a script"),
        ])
    case .help:
      Page(
        argument: .optional("COMMAND"),
        line: "explain velo-sync or one of its commands",
        text: "Explains velo-sync, or the command that is named. The same as --help.",
        examples: [
          ("velo-sync help", "explain everything"),
          ("velo-sync help connect", "explain one command"),
        ])
    }
  }

  /// How the command is typed, with its argument: `connect SOURCE`, `help [COMMAND]`.
  var usage: String {
    switch page.argument {
    case .none: rawValue
    case .optional(let name): "\(rawValue) [\(name)]"
    case .required(let name): "\(rawValue) \(name)"
    }
  }
}
