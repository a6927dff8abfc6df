// Where a person has to go to sign in.

/// The page on which a person signs in.
package struct SignIn: Hashable, Sendable {
  package let source: Source
  package let url: DisplayText
  /// Until when it is waited for.
  package let until: Timestamp

  package init(source: Source, url: DisplayText, until: Timestamp) {
    self.source = source
    self.url = url
    self.until = until
  }
}
