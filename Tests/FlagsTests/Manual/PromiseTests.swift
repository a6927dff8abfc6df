// What the manual pages promise is held by tests: marks in `Pages` name them.

import Support
import Testing

@testable import Flags

@Suite struct PromiseTests {
  /// The names of all files below `Tests`; those of Swift also without their ending.
  private static let tests = Set(names(in: Golden.path(of: "Tests")))

  private static func names(in folder: String) -> [String] {
    Disk.names(in: folder).flatMap { name in
      [name, name.replacing(".swift", with: "")] + names(in: "\(folder)/\(name)")
    }
  }

  /// Every paragraph and row of a list is below a line `% held by rides.txt, RideTextTests`, or in
  /// a section whose heading is.
  @Test(arguments: ManualPage.all.keys.sorted())
  func `every paragraph names the tests that hold it`(_ page: String) throws {
    let path = Golden.path(of: "Tests/FlagsTests/Pages/\(page).txt")
    let text = String(decoding: try #require(try Disk.read(path)), as: UTF8.self)
    var (mark, markOfSection, isExample, isInside) = ("", "", false, false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isExample.toggle() }
      if isExample || line.hasPrefix("```") { continue }
      let begins = !line.isEmpty && (!isInside || line.hasPrefix("- "))
      isInside = !line.isEmpty && !line.hasPrefix("%")
      if line.hasPrefix("%") {
        mark += line.dropFirst()
      } else if line.hasPrefix("#") {
        (markOfSection, mark) = (mark, "")
      } else if begins, !line.hasPrefix(".Xr ") {
        let words = (mark.isEmpty ? markOfSection : mark).split { " ,".contains($0) }.map(
          String.init)
        mark = ""
        expect(words.starts(with: ["held", "by"]) && words.count > 2, "no mark: \(line)")
        expectEqual(words.dropFirst(2).filter { !Self.tests.contains($0) }, [], "\(line)")
      }
    }
    expectEqual(mark, "")
  }

  /// In a command of a session, or in a test that runs the program.
  @Test func `every option is used`() throws {
    var used: Set<Substring> = []
    for (name, file) in try Disk.snapshot(of: Golden.path(of: "Tests/EndToEndTests")) {
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
      where name.hasSuffix(".swift") || line.hasPrefix("$ ") || line.hasPrefix("> ") {
        used.formUnion(line.split { !$0.isLetter && $0 != "-" })
      }
    }
    expectEqual(
      Flag.all.filter { used.isDisjoint(with: $0.longNames.map { $0[...] }) }.map(\.name), [])
  }
}
