// Writes a manual page in mdoc(7).

import Codec

@testable import Flags

/// The text of a manual page. All escaping is done here: text passed in appears literally.
struct Mdoc {
  private(set) var text = ""
  /// Whether a heading is the last line: what follows it needs no macro of a new paragraph.
  private var isHeaded = false

  /// - Parameters:
  ///   - date: when the page last changed, "November 21, 2026".
  ///   - line: what it describes, in a few words.
  init(_ name: String, section: String, date: String, line: String) {
    macro("Dd \(date)")
    macro("Dt \(name.uppercased()) \(section)")
    // Without this, the footer names the operating system.
    macro("Os velo-sync \(Version.number)")
    chapter("NAME")
    macro("Nm \(name)")
    macro("Nd \(Self.inLine(line))")
  }

  mutating func chapter(_ title: String) { macro("Sh \(title)") }

  mutating func subsection(_ title: String) { macro("Ss \(Self.inLine(title))") }

  /// Sentences; a newline begins a new paragraph. Each sentence begins a line, as mdoc requires.
  mutating func paragraph(_ sentences: String) {
    for paragraph in sentences.split(separator: "\n") {
      if !isHeaded { macro("Pp") }
      for sentence in Self.sentences(paragraph) { put(sentence) }
    }
  }

  typealias Row = (term: String, meaning: String)

  /// A list of terms with descriptions.
  mutating func list(_ rows: [Row]) {
    macro("Bl -tag -width Ds")
    for row in rows {
      macro("It \(row.term)")
      for sentence in Self.sentences(Substring(row.meaning)) { put(sentence) }
    }
    macro("El")
  }

  mutating func literal(_ lines: String) {
    macro("Bd -literal -offset indent")
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      text += Self.escaped(line, isLiteral: true) + "\n"
    }
    macro("Ed")
  }

  mutating func macro(_ macro: String) {
    text += ".\(macro)\n"
    isHeaded = macro.hasPrefix("S")
  }

  /// The name of a member, type or word, for a macro line.
  static func code(_ name: String) -> String { "Ic \(inLine(name))" }

  /// Text inside a macro line, with names of macros escaped.
  static func inLine(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let escaped = escaped(word, isLiteral: true)
      let isCallable = (2...3).contains(word.count) && word.first?.isUppercase == true
      return isCallable ? "\\&" + escaped : escaped
    }.joined(separator: " ")
  }

  /// A numbered list.
  mutating func steps(_ steps: [String]) {
    macro("Bl -enum -compact")
    for step in steps {
      macro("It")
      put(step)
    }
    macro("El")
  }

  /// A sentence. Dashes of options stay minus signs, so that they can be copied.
  private mutating func put(_ sentence: String) {
    let words = sentence.split(separator: " ").map { word in
      let isTyped =
        word.hasPrefix("-") || word.hasPrefix("(-") || word.place(of: "velo-sync") != nil
      return isTyped
        ? word.split(separator: "-", omittingEmptySubsequences: false)
          .map { Self.escaped($0, isLiteral: false) }.joined(separator: "\\-")
        : Self.escaped(word, isLiteral: false)
    }
    let line = words.joined(separator: " ")
    text += (line.first == "." || line.first == "'" ? "\\&" : "") + line + "\n"
    isHeaded = false
  }

  /// Characters that mdoc would replace.
  private static let literals: [Character: String] = [
    "-": "\\-", "'": "\\(aq", "`": "\\(ga", "\"": "\\(dq", "^": "\\(ha", "~": "\\(ti",
  ]

  private static func escaped(_ line: Substring, isLiteral: Bool) -> String {
    let result = line.map { character in
      if character == "\\" { return "\\e" }
      return isLiteral ? literals[character] ?? String(character) : String(character)
    }.joined()
    let isControl = isLiteral && (line.first == "." || line.first == "'")
    return isControl ? "\\&" + result : result
  }

  /// Splits a paragraph after each sentence.
  private static func sentences(_ paragraph: Substring) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    for word in paragraph.split(separator: " ") {
      sentence += sentence.isEmpty ? String(word) : " \(word)"
      if let last = word.last, ".?!".contains(last) {
        sentences.append(sentence)
        sentence = ""
      }
    }
    return sentence.isEmpty ? sentences : sentences + [sentence]
  }
}
