// The page to sign in on.

/// A pending sign-in.
package struct SignIn: Hashable, Sendable {
  package let source: Source
  package let url: DisplayText
  /// When the wait for it ends.
  package let until: Timestamp

  package init(source: Source, url: DisplayText, until: Timestamp) {
    self.source = source
    self.url = url
    self.until = until
  }
}
