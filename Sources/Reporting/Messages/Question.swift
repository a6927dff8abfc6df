// The questions asked on a terminal.

package import Model

/// A question that is answered with one line.
package struct Question: Sendable {
  package let prompt: DisplayText
  /// What is asked for, to complete "No … given".
  package let what: DisplayText
  /// Whether typing is shown; false for secrets.
  package let echo: Bool

  package static let clientID = Question(
    prompt: "Client ID:", what: "client ID", echo: true)

  package static let clientSecret = Question(
    prompt: "Client secret (not shown):", what: "client secret", echo: false)

  /// If a secret is saved; an empty answer keeps it.
  package static let newClientSecret = Question(
    prompt: "New client secret (not shown; Enter keeps the saved one):",
    what: "client secret", echo: false)

  package static let apiKey = Question(
    prompt: "API key (not shown):", what: "API key", echo: false)

  package static let redirect = Question(
    prompt: "Paste the URL you were redirected to, or the code in it:",
    what: "redirect URL", echo: true)

  /// The expected answer is the name of the source.
  package static func purge(_ source: Source) -> Question {
    Question(
      prompt: DisplayText(
        """
        This deletes all \(source.label) records. Type \(source.rawValue) to confirm:
        """),
      what: "a confirmation", echo: true)
  }

  /// Shown after any other answer to ``purge(_:)``.
  package static let nothingDeleted: DisplayText = "Nothing was deleted."
}
