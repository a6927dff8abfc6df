// A status in the words of another program.

/// What another program says it is doing.
package struct FreeStatus: Hashable, Sendable {
  /// What makes it the same status when its text changes; nil for one that is its text alone.
  package let name: DisplayText?
  package let text: DisplayText
  /// The text for ears.
  package let spoken: DisplayText
  package let stage: Stage?

  package init(
    name: DisplayText? = nil, text: DisplayText, spoken: DisplayText, stage: Stage? = nil
  ) {
    self.name = name
    self.text = text
    self.spoken = spoken
    self.stage = stage
  }
}
