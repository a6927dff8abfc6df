// The manual page agrees with the tables.

import Model
import Support
import Testing

@testable import Flags

private let page = ManualPage.commands.text

@Test func `the manual has every command option variable and exit code`() {
  let lines = page.split(separator: "\n")
  for command in CommandName.allCases {
    #expect(lines.contains { $0.hasPrefix(".It Cm \(command.rawValue)") }, "\(command)")
  }
  for flag in Flag.all {
    let name = flag.spelling.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
      .joined(separator: "\\-")
    let terms = lines.filter { $0.hasPrefix(".It ") }.map { $0 + " " }
    #expect(terms.contains { $0.contains("Fl \(name) ") }, "\(flag.name)")
    if let short = flag.short { #expect(terms.contains { $0.contains("Fl \(short) ,") }) }
    if let variable = flag.variable { #expect(lines.contains(".It Ev \(variable)")) }
  }
  for status in ExitStatus.own { #expect(lines.contains(".It \(status.code)"), "\(status.code)") }
  #expect(lines.contains(".It \(ExitStatus.interrupted.codes)"))
}

/// No sentence begins with literal text, because it would be capitalised.
@Test func `values stand as they are typed`() {
  let sources = Source.allCases.map(\.rawValue).joined(separator: ", ")
  #expect(page.contains(".It Ar SOURCE\nOne of \(sources).\n"))
  for choice in Flag.all.flatMap(\.choices) + Source.allCases.map(\.rawValue) {
    let capital = choice.prefix(1).uppercased() + choice.dropFirst()
    #expect(!page.contains("\n\(capital), "), "\(capital)")
  }
}

@Test func `the manual has its sections in their order`() {
  let sections = page.split(separator: "\n").filter { $0.hasPrefix(".Sh ") }.map { $0.dropFirst(4) }
  expectEqual(
    sections,
    [
      "NAME", "SYNOPSIS", "DESCRIPTION", "IMPORT", "RIDE", "WRAP", "ENVIRONMENT", "FILES",
      "STORE", "READING THE STORE", "SEVERAL RIDERS", "EXIT STATUS", "EXAMPLES", "SEE ALSO",
    ])
}
