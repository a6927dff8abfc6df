// Random arguments give options, a text, or an error that names an argument.

import Support
import Model
import Testing

@testable import Flags

private let words: [String] =
  Flag.all.flatMap(\.longNames) + Flag.all.compactMap { $0.short.map { "-\($0)" } }
  + CommandName.allCases.map(\.rawValue) + Source.allCases.map(\.rawValue) + [
    "--", "-", "", "=", "--=", "---", "-=", "json", "max", "30d", "5m", "2026-11-20", "0.1",
    "65536", "auth@strava", "strava,wahoo", ",", "@", "\u{1B}[2J", "\u{7}", "\u{202E}x", "é",
    "👩‍🚀", "-é", "--é", "-nqs", "-oplain", "--store=", "--no-", "--no-no-input", "--jsno", "conect",
    "\u{0}", String(repeating: "x", count: 300),
  ]

private func randomArguments(_ dice: inout SeededRandom) -> [String] {
  (0..<Int.random(in: 0...5, using: &dice)).map { _ in
    let word = words.randomElement(using: &dice) ?? ""
    switch Int.random(in: 0..<32, using: &dice) {
    case 0..<4: return word + "=" + (words.randomElement(using: &dice) ?? "")
    case 4: return String(word.unicodeScalars.shuffled(using: &dice).map(Character.init))
    default: return word
    }
  }
}

/// The argument that an error names; nil if it names none.
private func named(_ failure: SyncFailure) -> String? {
  guard case .usage(let trouble) = failure else { return nil }
  return switch trouble {
  case .unknownOption(let name, _), .unknownCommand(let name, _), .unknownSource(let name, _, _),
    .missingValue(let name), .needlessValue(let name),
    .badValue(let name, _, _, _),
    .missingArgument(let name, _), .unexpectedArgument(let name, _),
    .optionOfOthers(let name, _, _), .needsSample(let name):
    name.description
  default: nil
  }
}

/// Whether `arguments` contain `name`, as part of an argument or as a letter after a dash. A long
/// name is cut.
private func isTyped(_ name: String, in arguments: [String]) -> Bool {
  let name = name.count > 100 && name.hasSuffix("…") ? String(name.dropLast()) : name
  return arguments.contains { argument in
    let argument = DisplayText(argument).description
    // Compared by bytes: a combining mark may follow.
    if argument.utf8.firstRange(of: name.utf8) != nil { return true }
    guard argument.hasPrefix("-"), name.hasPrefix("-") else { return ["", "''"].contains(name) }
    return argument.utf8.firstRange(of: name.utf8.dropFirst()) != nil
  }
}

@Test(.blocking, arguments: Tier.cases(0..<4, quick: 1))
func `anything can be typed`(_ quarter: Int) {
  var dice = SeededRandom(seed: UInt64(quarter) + 2026)
  var runs = 0
  for _ in 0..<Tier.rounds(5_000) {
    let arguments = randomArguments(&dice)
    switch read(arguments) {
    case .run, .explain: runs += 1
    case .help, .version: break
    case .failure(let failure):
      guard let name = named(failure), isTyped(name, in: arguments) else {
        Issue.record("\(arguments) gives \(failure)")
        return
      }
    }
  }
  #expect(runs > Tier.rounds(200))
}
