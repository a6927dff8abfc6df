// What is offered agrees with the tables of commands and options.

import Model
import Support
import Testing

@testable import Flags

/// What is offered after these words for a word of which nothing is typed, or its first dash.
private func offered(_ line: String...) -> [String] {
  Completions(line: line).text.split(separator: "\n").map { line in
    String(line.prefix { $0 != "\t" })
  }
}

@Test func `every option and command can be completed`() {
  for command in CommandName.allCases {
    expect(offered("").contains(command.rawValue), "\(command)")
    let options = offered(command.rawValue, "-")
    let known = Flag.all.filter { $0.commands.contains(command) }.flatMap { flag in
      flag.longNames + (flag.short.map { ["-\($0)"] } ?? [])
    }
    expectEqual(options.sorted(), known.sorted())
  }
  for flag in Flag.all {
    let words = offered(flag.commands[0].rawValue, "--\(flag.name)", "")
    expectEqual(flag.choices.filter { !words.contains($0) }, [])
  }
}

@Test func `every place without an offer is meant to have none`() {
  let free: Set = [
    "BPM[@DATE]", "W[@DATE]", "BPM", "DATE", "DURATION", "ID", "N", "TEXT", "URL", "W",
  ]
  for flag in Flag.all {
    guard let name = flag.valueName else { continue }
    let words = offered(flag.commands[0].rawValue, "--\(flag.name)", "")
    expectEqual(words.isEmpty, free.contains(name), "\(flag.name)")
  }
  for command in CommandName.allCases {
    let line = [command.rawValue, ""]
    let isEmpty =
      Completions(line: line).text.isEmpty && Completions(line: line).rideArguments == nil
    expectEqual(isEmpty, command.page.argument == .none, "\(command)")
  }
}
