// The completion scripts agree with the tables.

import Model
import Support
import Testing

@testable import Flags

@Test(arguments: Shell.allCases)
func everyOptionAndCommandCanBeCompleted(_ shell: Shell) {
  let words = words(of: Completions.script(for: shell))
  for flag in Flag.all {
    for name in flag.longNames {
      // fish writes the names of options without their dashes.
      #expect(words.contains(shell == .fish ? String(name.dropFirst(2)) : name), "\(name)")
    }
    if let short = flag.short {
      #expect(words.contains(shell == .fish ? "\(short)" : "-\(short)"), "-\(short)")
    }
    for choice in flag.choices { #expect(words.contains(choice), "\(flag.name) \(choice)") }
  }
  for command in CommandName.allCases { #expect(words.contains(command.rawValue)) }
}

@Test func everyPlaceWithoutAnOfferIsMeantToHaveNone() {
  let free: Set = [
    "BPM[@DATE]", "W[@DATE]", "BPM", "DATE", "DURATION", "ID", "N", "TEXT", "URL", "W",
  ]
  for flag in Flag.all {
    guard let name = flag.valueName, case .nothing = flag.offer else { continue }
    #expect(free.contains(name), "nothing is offered for \(name)")
  }
  for command in CommandName.allCases where command.page.argument != .none {
    if case .nothing = Completions.offer(of: command) {
      Issue.record("nothing is offered for \(command.usage)")
    }
  }
}

/// The words of a text, separated by characters that no name contains.
private func words(of script: String) -> Set<String> {
  Set(script.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.map(String.init))
}
