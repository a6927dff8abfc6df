// Progress on the icon or tab of the terminal, where it has such a thing (OSC 9;4).

/// What is shown there, and the bytes that change it. The sequence is ConEmu's: `ESC ] 9 ; 4 ;`
/// state `;` percent `ESC \`. Only for terminals that know it (`Capabilities.hasTaskbar`): others
/// take OSC 9 for a notification.
package struct Taskbar: Sendable {
  /// Percentages are whole, 0…100; others are brought into that range.
  package enum State: Hashable, Sendable {
    /// Nothing.
    case none
    case normal(percent: Int)
    /// It waits for something.
    case paused(percent: Int)
    case error(percent: Int)
  }

  /// Takes the progress away.
  static let clear: StaticString = "\u{1B}]9;4;0;\u{1B}\\"

  /// What is shown.
  private var state = State.none

  package init() {}

  /// Turns what is shown into `new`. Nothing is to be sent when that is there already; so what was
  /// never shown is never cleared.
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
