// A status reported by another program.

/// What another program says it is doing.
package struct FreeStatus: Hashable, Sendable {
  /// Identifies the status while its text changes; nil when the text is the identity.
  package let name: DisplayText?
  package let text: DisplayText
  /// The text for screen readers.
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
