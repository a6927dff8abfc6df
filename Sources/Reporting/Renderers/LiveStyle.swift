// How the live renderer behaves: the user's choices, the terminal's abilities.

import Model
package import Terminal

/// The user's choices and the terminal's abilities.
package struct LiveStyle: Sendable {
  let rule: PaceRule
  let isVerbose: Bool
  /// Whether standard error is the block's terminal, so that errors are shown only once.
  let errorsAreHere: Bool
  /// The number of the first tip, any number from 0; nil for no tips.
  let firstTip: Int?
  /// Whether the bell rings at the end: once on success, twice otherwise.
  let rings: Bool
  /// Where the terminal shows progress; nil if it is not known to.
  let taskbar: Taskbar?
  /// Whether statuses are drawn only with the next frame: for replays at top speed, where nobody
  /// could see them all.
  let isAtTopSpeed: Bool

  package init(
    rule: PaceRule = PaceRule(), isVerbose: Bool = false, errorsAreHere: Bool = true,
    firstTip: Int? = nil, rings: Bool = false, taskbar: Taskbar? = nil, isAtTopSpeed: Bool = false
  ) {
    self.rule = rule
    self.isVerbose = isVerbose
    self.errorsAreHere = errorsAreHere
    self.firstTip = firstTip
    self.rings = rings
    self.taskbar = taskbar
    self.isAtTopSpeed = isAtTopSpeed
  }

  /// Whether the block of a run may contain a tip.
  func hasTips(_ state: RunState) -> Bool { firstTip != nil && state.run?.isSync == true }
}
