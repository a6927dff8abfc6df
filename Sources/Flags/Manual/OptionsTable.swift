// The options as the README shows them.

/// Every option in a row, in Markdown.
package enum OptionsTable {
  /// The rows with their heading, the last one ended.
  package static var text: String {
    let rows = Flag.all.map { flag in
      let names = [flag.short.map { "`-\($0)`, " } ?? "", "`\(flag.spelling)`"].joined()
      let value = flag.valueName.map { " `\(escaped($0))`" } ?? ""
      let commands = flag.isGlobal ? "all" : flag.commands.map(\.rawValue).joined(separator: ", ")
      return "| \(names)\(value) | \(commands) | \(escaped(flag.line)) |"
    }
    return (["| option | of | meaning |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
  }

  /// A bar would end the cell.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
