// A value that must not be shown.

/// A password, key or token. Describing or reflecting it never shows it. Only the credential file
/// and a request's own header may call `reveal()`.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let value: String

  package init(_ value: String) { self.value = value }

  /// The secret itself.
  package func reveal() -> String { value }

  package var description: String { "<redacted>" }
  package var debugDescription: String { "<redacted>" }
  package var customMirror: Mirror { Mirror(reflecting: "<redacted>") }
}
