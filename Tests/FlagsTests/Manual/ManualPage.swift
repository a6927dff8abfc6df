// The manual pages: a text in `Pages` for each, with parts that follow from tables.

import Model
import Support

@testable import Flags

/// A page of the manual. In its text, `#` begins a chapter, `##` a section, `-` a term whose
/// meaning is below it, `1.` a step, a dot a line of mdoc, and a fence an example, which may have a
/// name. A name in braces is a word, on a line of its own a part, and as a term rows of a list. `%`
/// names the tests that hold what is below it (`PromiseTests`), and is not shown.
struct ManualPage: Sendable {
  /// What is typed or written, and the chapter that shows it.
  struct Example: Sendable {
    let chapter: String
    let name: String
    let text: String
  }

  static let all = ["velo-sync.1": commands, "velo-sync-events.5": events]

  private(set) var examples: [Example] = []
  /// The page in mdoc.
  var text: String { mdoc.text }

  private var mdoc: Mdoc
  private var chapter = ""
  private let rows: [String: [Mdoc.Row]]
  private let parts: [String: @Sendable (inout Mdoc) -> Void]

  init(
    _ name: String, about: String, words: [String: String], rows: [String: [Mdoc.Row]],
    parts: [String: @Sendable (inout Mdoc) -> Void]
  ) {
    let title = name.split(separator: ".").map(String.init)
    (self.rows, self.parts) = (rows, parts)
    mdoc = Mdoc(title[0], section: title[1], date: Version.date, line: about)
    let path = Golden.path(of: "Tests/FlagsTests/Pages/\(name).txt")
    var text = String(decoding: (try? Disk.read(path)) ?? [], as: UTF8.self)
    for (name, word) in words { text = text.replacing("{\(name)}", with: word) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("%") }[...]
    while let first = lines.first {
      let isExample = first.hasPrefix("```")
      let block = lines.dropFirst().prefix { isExample ? $0 != "```" : !$0.isEmpty }
      if !first.isEmpty { add(first, block) }
      lines = lines.dropFirst(first.isEmpty ? 1 : 1 + block.count + 1)
    }
  }

  private mutating func add(_ first: Substring, _ rest: ArraySlice<Substring>) {
    if first.hasPrefix("```") {
      let text = rest.joined(separator: "\n")
      examples.append(Example(chapter: chapter, name: String(first.dropFirst(3)), text: text))
      mdoc.literal(text)
    } else if first.hasPrefix("# ") {
      chapter = String(first.dropFirst(2))
      mdoc.chapter(chapter)
    } else if first.hasPrefix("## ") {
      mdoc.subsection(String(first.dropFirst(3)))
    } else if first.hasPrefix("- ") {
      mdoc.list(list([first] + rest))
    } else if first.hasPrefix("1. ") {
      mdoc.steps(([first] + rest).map { String($0.dropFirst(3)) })
    } else if first.hasPrefix(".") {
      for line in [first] + rest { mdoc.macro(String(line.dropFirst())) }
    } else if let part = parts[first.filter { !"{}".contains($0) }] {
      part(&mdoc)
    } else {
      mdoc.paragraph(([first] + rest).joined(separator: " "))
    }
  }

  private func list(_ lines: [Substring]) -> [Mdoc.Row] {
    var list: [Mdoc.Row] = []
    for line in lines {
      if !line.hasPrefix("- ") {
        list[list.count - 1].meaning += line.dropFirst(1)
      } else if let rows = rows[line.dropFirst(2).filter { !"{}".contains($0) }] {
        list += rows
      } else {
        // A variable and a path have a macro of their own.
        let term = line.dropFirst(2)
        let macro = ["Ev ", "Pa "].first { term.hasPrefix($0) } ?? ""
        list.append((macro + Mdoc.inLine(String(term.dropFirst(macro.count))), ""))
      }
    }
    return list
  }

  /// The texts of the examples of a chapter.
  func examples(in chapter: String) -> [String] {
    examples.filter { $0.chapter == chapter }.map(\.text)
  }

  /// The text of the example with a name.
  subscript(name: String) -> String { examples.first { $0.name == name }?.text ?? "" }
}
