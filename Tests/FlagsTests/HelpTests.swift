// The help: its size, its width, and that nothing is missing.

import Model
import Support
import Testing

@testable import Flags

private let everyRequest = [HelpRequest.Length.short, .full].flatMap { length in
  ([nil] + CommandName.allCases.map(Optional.some)).map { HelpRequest(length: length, command: $0) }
}

private func lines(_ request: HelpRequest, width: Int = 80) -> [Substring] {
  Help.text(request, width: width)
    .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
}

@Test(arguments: everyRequest, [40, 72, 80, 100, 250])
func `no line is wider than the window or 100 cells`(_ request: HelpRequest, _ width: Int) {
  for line in lines(request, width: width) { #expect(line.count <= min(width, 100), "\(line)") }
}

@Test func `a tiny window loses no word`() {
  let narrow = Help.text(HelpRequest(length: .full), width: 2)
  let wide = Help.text(HelpRequest(length: .full), width: 100)
  expectEqual(narrow.split { $0 == " " || $0 == "\n" }, wide.split { $0 == " " || $0 == "\n" })
}

/// Plain ASCII; short help fits one screen, examples first.
@Test(arguments: everyRequest)
func `help is plain text`(_ request: HelpRequest) {
  let text = Help.text(request, width: 80)
  #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  let lines = lines(request)
  #expect(!lines.contains { $0.hasSuffix(" ") })
  guard request.length == .short else { return }
  #expect(lines.count <= 24)
  expectEqual(lines.dropFirst(2).first?.hasPrefix("  velo-sync"), true)
  expectEqual(lines.last?.hasSuffix("--help"), true)
}

@Test func `short help lists an option a line`() throws {
  let lines = lines(HelpRequest(length: .short))
  for (start, name) in [
    ("  -n, --dry-run     ", "dry-run"), ("      --json        ", "json"),
  ] {
    let flag = try #require(Flag.all.first { $0.name == name })
    #expect(lines.contains(Substring(start + flag.line)), "\(name)")
  }
}

@Test func `the full help has every option command source and exit code`() {
  let text = Help.text(HelpRequest(length: .full), width: 80)
  let lines = text.split(separator: "\n")
  let spellings = Flag.all.map(\.spelling)
  let unlisted = spellings.filter { name in
    !lines.contains { $0.hasPrefix("  ") && $0.contains(name) }
  }
  let words =
    Flag.all.compactMap(\.variable) + Flag.all.compactMap { $0.short.map { "  -\($0), " } }
    + CommandName.allCases.map { "  \($0.usage) " } + Source.allCases.map(\.rawValue)
    + ExitStatus.own.map { "  \($0.code)  " }
    + [OutputMode.allCases.map(\.rawValue).joined(separator: ", ")]
  expectEqual(unlisted + words.filter { !text.contains($0) }, [])
}

@Test(arguments: CommandName.allCases)
func `the help of a command has its own options and no others`(_ command: CommandName) {
  let text = Help.text(HelpRequest(length: .full, command: command), width: 80)
  let usage =
    command == .wrap ? "wrap [OPTION...] -- COMMAND..." : "\(command.usage) [OPTION...]"
  #expect(text.contains("Usage: velo-sync \(usage)\n"))
  guard command != .help else { return }
  let listed = text.split(separator: "\n").filter { $0.hasPrefix("  -") || $0.hasPrefix("      -") }
  for flag in Flag.all {
    let isListed = listed.contains { line in
      line.split(separator: " ").prefix(2).contains { $0 == flag.spelling }
    }
    expectEqual(isListed, flag.commands.contains(command) && !flag.isGlobal, "\(flag.spelling)")
  }
  for length in [HelpRequest.Length.short, .full] {
    let lines = lines(HelpRequest(length: length, command: command))
    expectEqual(lines.filter { $0.hasSuffix("--store: velo-sync help") }.count, 1)
  }
}
