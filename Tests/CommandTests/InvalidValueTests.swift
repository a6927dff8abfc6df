// What a person reads who gives an option a value that it does not take.

import Model
import Reporting
import Support
import Testing

@testable import Flags

@Suite(.blocking) struct InvalidValueTests {
  /// Every option with a value, in the order of the table: its spelling, the error and what to do.
  @Test func `every message names what is expected`() throws {
    let messages = Messages(clock: .utc, home: "/home/jo")
    var text = ""
    for flag in Flag.all where flag.valueName != nil {
      let command = flag.commands.first.map(\.rawValue) ?? "sync"
      let arguments = [command, flag.spelling, "?"]
      let invocation = Invocation.parse(
        arguments: arguments, environment: [:], config: nil, today: Day(number: 20_777),
        home: "/home/jo")
      // A path or a word may be anything.
      guard case .failure(let failure) = invocation else { continue }
      if case .usage(.missingArgument) = failure { continue }
      text += "\(flag.spelling)\n  \(messages.message(failure))\n  \(messages.hint(failure))\n"
    }
    try Golden.compare("Tests/CommandTests/Golden/invalid-values.txt", with: text)
  }
}
