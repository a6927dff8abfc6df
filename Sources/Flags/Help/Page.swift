// Writes plain text in lines of limited width.

/// Text in lines of a given width; longer words are not broken.
///
/// All text is ASCII, so bytes are counted as cells; counting characters would take most of the
/// time of `--help`.
struct Page {
  private var bytes: [UInt8] = []
  /// Cells.
  let width: Int

  init(width: Int) {
    self.width = width
    bytes.reserveCapacity(8192)
  }

  /// The text so far, ending in a newline.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Begins a section: a blank line and an optional heading.
  mutating func begin(_ heading: String? = nil) {
    if !bytes.isEmpty { endLine() }
    if let heading { sentences(heading) }
  }

  /// Wrapped sentences; a newline begins a new paragraph.
  mutating func sentences(_ sentences: String, indent: Int = 0) {
    for paragraph in sentences.utf8.split(separator: UInt8(ascii: "\n")) {
      pad(indent)
      wrap(paragraph, from: indent, indent: indent)
    }
  }

  /// A list of two columns, the second wrapped. If it would be too narrow, it goes below the first.
  mutating func columns(_ rows: [(left: String, right: String)], indent: Int = 2) {
    let column = indent + 2 + (rows.map(\.left.utf8.count).max() ?? 0)
    for row in rows {
      pad(indent)
      bytes += row.left.utf8
      if width - column >= 24 {
        pad(column - indent - row.left.utf8.count)
        wrap(row.right.utf8[...], from: column, indent: column)
      } else {
        endLine()
        pad(indent + 4)
        wrap(row.right.utf8[...], from: indent + 4, indent: indent + 4)
      }
    }
  }

  /// Completes a line that already has `start` cells with these words; further lines begin at
  /// `indent`.
  private mutating func wrap(_ words: Substring.UTF8View, from start: Int, indent: Int) {
    var cell = start
    var isFirst = true
    for word in words.split(separator: UInt8(ascii: " ")) {
      if !isFirst, cell + 1 + word.count > width {
        endLine()
        pad(indent)
        cell = indent
        isFirst = true
      }
      if !isFirst {
        pad(1)
        cell += 1
      }
      bytes += word
      cell += word.count
      isFirst = false
    }
    endLine()
  }

  private mutating func pad(_ count: Int) {
    bytes += repeatElement(UInt8(ascii: " "), count: count)
  }

  private mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }
}
