// How the live face behaves.

/// What a person has chosen, and what the terminal can do.
package struct LiveStyle: Sendable {
  let rule: PaceRule
  let isVerbose: Bool
  /// Whether standard error is the terminal the block is on, so that an error need be told once.
  let errorsAreHere: Bool
  /// The number of the first tip, any number from 0; nil for no tips.
  let firstTip: Int?
  /// Whether the bell rings at the end: once for a success, twice for anything a person must see to.
  let rings: Bool
  /// Whether the terminal shows progress in its taskbar.
  let hasTaskbar: Bool
  /// Whether a status waits for the next frame instead of drawing one of its own: where a recorded
  /// run rushes by, nobody could see them all.
  let rushes: Bool

  package init(
    rule: PaceRule = PaceRule(), isVerbose: Bool = false, errorsAreHere: Bool = true,
    firstTip: Int? = nil, rings: Bool = false, hasTaskbar: Bool = false, rushes: Bool = false
  ) {
    self.rule = rule
    self.isVerbose = isVerbose
    self.errorsAreHere = errorsAreHere
    self.firstTip = firstTip
    self.rings = rings
    self.hasTaskbar = hasTaskbar
    self.rushes = rushes
  }
}
