// Draws what a terminal shows as an SVG: one frame as a still picture, several as an endless
// animation.

import Support

/// A picture of a terminal window, light or dark like the reader's system.
///
/// The window is divided into tiles. Each tile stacks everything that it shows in the course of
/// time, and a stepped CSS animation moves the stack past the tile's opening. For readers who ask
/// for reduced motion, and in viewers without animation, the picture shows the last frame.
struct SVGPicture {
  private static let cellWidth = 8.4
  private static let lineHeight = 20.0
  private static let margin = 16.0
  /// The spinner and the blank after it change in most frames; the rest of their row rarely does.
  private static let spinnerColumns = 0..<2

  let columns: Int
  /// What a screen reader says for the picture.
  let title: String
  private var frames: [Frame] = []

  /// What the screen shows from a moment on.
  private struct Frame {
    let milliseconds: Int
    let screen: TestScreen
  }

  init(columns: Int, title: String) { (self.columns, self.title) = (columns, title) }

  mutating func add(_ screen: TestScreen, at milliseconds: Int = 0) {
    if frames.last?.milliseconds == milliseconds { frames.removeLast() }
    frames.append(Frame(milliseconds: milliseconds, screen: screen))
  }

  /// The text of the file.
  ///
  /// - Parameter duration: milliseconds until the animation starts again; nil for a still picture.
  func text(lasting duration: Int? = nil) -> String {
    let tiles = tiles
    let rows = frames.map { $0.screen.visibleLines.count }.max() ?? 0
    let width = decimal(Double(columns) * Self.cellWidth + 2 * Self.margin)
    let height = decimal(Double(rows) * Self.lineHeight + 2 * Self.margin)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img" aria-labelledby="title" xml:space="preserve">
      """,
      "<title id=\"title\">\(escaped(title))</title>",
      "<style>", Self.style,
    ]
    if let duration {
      lines += tiles.filter { $0.steps.count > 1 }.map { $0.animation(lasting: duration) }
      lines.append("@media (prefers-reduced-motion:reduce){g{animation:none!important}}")
    }
    lines += ["</style>", "<rect class=\"window\" width=\"100%\" height=\"100%\" rx=\"8\"/>"]
    lines += tiles.map(\.drawing) + ["</svg>", ""]
    return lines.joined(separator: "\n")
  }

  private var tiles: [Tile] {
    let rows = frames.map { $0.screen.visibleLines.count }.max() ?? 0
    var tiles: [Tile] = []
    for row in 0..<rows {
      for part in [Self.spinnerColumns, Self.spinnerColumns.upperBound..<columns] {
        var tile = Tile(
          name: "t\(tiles.count)", x: Self.margin + Double(part.lowerBound) * Self.cellWidth,
          y: Self.margin + Double(row) * Self.lineHeight,
          width: Double(part.count) * Self.cellWidth)
        for frame in frames {
          tile.add(Self.content(of: frame.screen, row, part), at: frame.milliseconds)
        }
        if !tile.isBlank { tiles.append(tile) }
      }
    }
    return tiles
  }

  /// A part of a row as SVG text, each run of equal style exactly as wide as its cells.
  private static func content(of screen: TestScreen, _ row: Int, _ columns: Range<Int>) -> String {
    var runs: [(column: Int, text: String, style: [Int])] = []
    for column in columns {
      let cell = screen.cell(row: row, column: column)
      let style = cell.style.parameters
      if let last = runs.last, last.style == style {
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append((column, cell.text, style))
      }
    }
    return runs.map { run in
      let blanks = run.text.prefix { $0 == " " }.count
      let text = run.text.dropFirst(blanks)
      let shown = text.lastIndex { $0 != " " }.map { text[...$0] } ?? ""
      guard !shown.isEmpty else { return "" }
      let x = Double(run.column - columns.lowerBound + blanks) * cellWidth
      let length = Double(shown.count) * cellWidth
      let style = run.style.map { " class=\"s\($0)\"" }.joined()
      return """
        <text\(style) x="\(decimal(x))" textLength="\(decimal(length))">\(escaped(shown))</text>
        """
    }.joined()
  }

  /// Colours with a contrast of at least 4.5 on both grounds.
  private static let style = """
    svg{color-scheme:light dark}
    text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
    white-space:pre;fill:#1f2328}
    .window{fill:#fff;stroke:#d0d7de}
    .s1{font-weight:bold}.s2{fill:#656d76}.s31{fill:#cf222e}.s32{fill:#1a7f37}.s33{fill:#9a6700}\
    .s36{fill:#0b7285}
    @media (prefers-color-scheme:dark){text{fill:#e6edf3}.window{fill:#0d1117;stroke:#30363d}\
    .s2{fill:#8b949e}.s31{fill:#ff7b72}.s32{fill:#3fb950}.s33{fill:#d29922}.s36{fill:#56d4dd}}
    """

  /// A part of a row: everything it ever shows, and when.
  private struct Tile {
    let name: String
    let x: Double
    let y: Double
    let width: Double
    private var contents: [String] = []
    private(set) var steps: [(milliseconds: Int, content: Int)] = []

    init(name: String, x: Double, y: Double, width: Double) {
      (self.name, self.x, self.y, self.width) = (name, x, y, width)
    }

    var isBlank: Bool { contents.allSatisfy(\.isEmpty) }

    mutating func add(_ content: String, at milliseconds: Int) {
      let index = contents.firstIndex(of: content) ?? contents.count
      if index == contents.count { contents.append(content) }
      if steps.last?.content != index { steps.append((milliseconds, index)) }
    }

    var drawing: String {
      let stack = contents.enumerated().map { index, content in
        let y = Double(index) * lineHeight + 15
        return content.replacing("<text", with: "<text y=\"\(decimal(y))\"")
      }.joined()
      let last = decimal(-Double(steps.last?.content ?? 0) * lineHeight)
      return """
        <svg x="\(decimal(x))" y="\(decimal(y))" width="\(decimal(width))" \
        height="\(decimal(lineHeight))"><g class="\(name)" style="transform:translateY(\(last)px)">\
        \(stack)</g></svg>
        """
    }

    func animation(lasting duration: Int) -> String {
      let keys = steps.map { step in
        let percent = decimal(Double(step.milliseconds) / Double(duration) * 100, places: 2)
        return "\(percent)%{transform:translateY(\(decimal(-Double(step.content) * lineHeight))px)}"
      }
      return """
        @keyframes \(name){\(keys.joined())}
        .\(name){animation:\(name) \(decimal(Double(duration) / 1000))s step-end infinite}
        """
    }
  }
}

/// A number with a few decimals, without trailing zeros.
private func decimal(_ number: Double, places: Int = 1) -> String {
  let scale = places == 1 ? 10.0 : 100.0
  let text = "\((number * scale).rounded() / scale)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

private func escaped(_ text: some StringProtocol) -> String {
  String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
    ">", with: "&gt;")
}
