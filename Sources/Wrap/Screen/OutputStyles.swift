// The styles of a command's output, which the cells of its rows refer to.

import Model

/// A table of styles; the first is plain.
struct OutputStyles: Sendable {
  /// Further styles are plain.
  private static let most = 256

  private var all = [TextStyle.plain]

  subscript(index: UInt16) -> TextStyle {
    Int(index) < all.count ? all[Int(index)] : .plain
  }

  /// The index of a style, which is added if it is new.
  mutating func index(of style: TextStyle) -> UInt16 {
    if let known = all.firstIndex(of: style) { return UInt16(known) }
    if all.count == Self.most { return 0 }
    all.append(style)
    return UInt16(all.count - 1)
  }

  /// Forgets all but the plain one.
  mutating func removeAll() {
    if all.count > 1 { all.removeSubrange(1...) }
  }
}
