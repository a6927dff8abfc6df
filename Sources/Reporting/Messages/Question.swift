// What a person is asked on a terminal.

package import Model

/// A question whose answer is one line.
package struct Question: Sendable {
  package let prompt: DisplayText
  /// What is asked for, as the end of a sentence.
  package let what: DisplayText
  /// False for secrets.
  package let echo: Bool

  package static let clientID = Question(
    prompt: "Client ID:", what: "client ID", echo: true)

  package static let clientSecret = Question(
    prompt: "Client secret (not shown):", what: "client secret", echo: false)

  /// For an application whose secret is known; an empty answer keeps it.
  package static let newClientSecret = Question(
    prompt: "New client secret (not shown; Enter keeps the saved one):",
    what: "client secret", echo: false)

  package static let apiKey = Question(
    prompt: "API key (not shown):", what: "API key", echo: false)

  package static let redirect = Question(
    prompt: "Paste the URL you were redirected to, or the code in it:",
    what: "redirect URL", echo: true)

  /// To be answered with the name of the source.
  package static func purge(_ source: Source) -> Question {
    Question(
      prompt: DisplayText(
        """
        This deletes all records of \(source.rawValue). Type \(source.rawValue) to confirm:
        """),
      what: "a confirmation", echo: true)
  }

  /// What another word than the asked one leads to.
  package static let nothingDeleted: DisplayText = "Nothing was deleted."
}
