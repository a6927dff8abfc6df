// Progress on the terminal's icon or tab, where supported (OSC 9;4).

/// The displayed progress, and the bytes that change it. The sequence is ConEmu's: `ESC ] 9 ; 4 ;`
/// state `;` percent `ESC \`. Only for terminals that support it (`Capabilities.hasTaskbar`):
/// others show OSC 9 as a notification.
package struct Taskbar: Sendable {
  /// Percentages are clamped to 0…100.
  package enum State: Hashable, Sendable {
    /// Nothing.
    case none
    case normal(percent: Int)
    /// Waiting.
    case paused(percent: Int)
    case error(percent: Int)
  }

  /// Removes the progress.
  static let clear: StaticString = "\u{1B}]9;4;0;\u{1B}\\"

  /// The displayed state.
  private var state = State.none

  package init() {}

  /// Changes the display to `new`. Sends nothing when that is displayed already; so progress that
  /// was never shown is never removed.
  package mutating func show(_ new: State) -> [UInt8] {
    let new = new.inRange
    guard new != state else { return [] }
    state = new
    switch new {
    case .none: return Array(Self.clear.description.utf8)
    case .normal(let percent): return Self.set(1, percent)
    case .error(let percent): return Self.set(2, percent)
    case .paused(let percent): return Self.set(4, percent)
    }
  }

  private static func set(_ state: Int, _ percent: Int) -> [UInt8] {
    Array("\u{1B}]9;4;\(state);\(percent)\u{1B}\\".utf8)
  }
}

extension Taskbar.State {
  fileprivate var inRange: Self {
    func bounded(_ percent: Int) -> Int { min(100, max(0, percent)) }
    return
      switch self
    {
    case .none: .none
    case .normal(let percent): .normal(percent: bounded(percent))
    case .paused(let percent): .paused(percent: bounded(percent))
    case .error(let percent): .error(percent: bounded(percent))
    }
  }
}
