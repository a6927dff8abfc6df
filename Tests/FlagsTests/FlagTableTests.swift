// Rules that the table of options must follow.

import Support
import Testing

@testable import Flags

@Test func `no name is given twice`() {
  let names =
    Flag.all.flatMap(\.longNames) + Flag.all.compactMap { $0.short.map(String.init) }
    + Flag.all.compactMap(\.variable)
  expectEqual(Set(names).count, names.count)
}

@Test(arguments: Flag.all)
func `entries are well formed`(_ flag: Flag) {
  #expect(flag.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D })
  // A positive name with this prefix would look like a `--no-` form.
  #expect(!flag.name.hasPrefix("no-"))
  #expect(flag.short?.isLetter ?? true && flag.short?.isASCII ?? true)
  #expect(!flag.commands.isEmpty)
  #expect(
    (flag.line + flag.text + (flag.valueName ?? "")).utf8.allSatisfy { (0x20..<0x7F).contains($0) })
  #expect(!flag.line.hasSuffix(".") && flag.line.count <= 52)
  #expect(flag.text.hasSuffix("."))
}

@Test(arguments: Flag.all.filter { !$0.choices.isEmpty })
func `every choice can be chosen`(_ flag: Flag) {
  for choice in flag.choices {
    let command = flag.commands.contains(.sync) ? "--sample" : flag.commands[0].rawValue
    guard case .run = read([command, flag.spelling, choice]) else {
      Issue.record("\(flag.spelling) does not take \(choice)")
      continue
    }
  }
}

@Test func `what a run does is for the command line only`() {
  let arguments = Set(
    Flag.all.filter { if case .arguments = $0.reach { true } else { false } }.map(\.name))
  expectEqual(
    arguments,
    [
      "dry-run", "sample", "simulate", "speed", "full", "allow-deletions", "streams", "since",
      "source", "purge",
      "yes", "paste", "client-id", "svg", "until", "sport", "by", "csv", "gpx", "exclude",
      "include", "plain", "json", "events",
      "all", "exit-code", "explain",
      "help", "version",
    ])
}

@Test func `every switch has two forms`() {
  for flag in Flag.all where flag.longNames.count > 1 && flag.valueName == nil {
    let command = flag.commands.first?.rawValue ?? ""
    let argument = ["connect", "disconnect"].contains(command) ? "strava" : ""
    let rest = command == "wrap" ? " -- true" : ""
    for name in flag.longNames {
      if case .failure = read("\(command) \(argument) \(name)\(rest)") {
        Issue.record("\(name) is not understood")
      }
    }
    #expect(flag.longNames.contains("--no-\(flag.name)"))
  }
}
