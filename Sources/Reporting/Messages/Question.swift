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
    prompt: "Client ID:", what: "the client id (--client-id)", echo: true)

  package static let clientSecret = Question(
    prompt: "Client secret (not shown):", what: "the client secret", echo: false)

  /// For an application whose secret is known; an empty answer keeps it.
  package static let newClientSecret = Question(
    prompt: "New client secret (not shown; Enter keeps the saved one):",
    what: "the client secret", echo: false)

  package static let apiKey = Question(
    prompt: "API key (not shown):", what: "the API key", echo: false)

  package static let redirect = Question(
    prompt: "Paste the address the browser ended at, or the code in it:",
    what: "the address the browser ended at", echo: true)

  /// To be answered with the name of the source.
  package static func purge(_ source: Source) -> Question {
    Question(
      prompt: DisplayText(
        """
        This deletes the records of \(source.rawValue) from the store. \
        Type \(source.rawValue) to go on:
        """),
      what: "a confirmation", echo: true)
  }

  /// What another word than the asked one leads to.
  package static let nothingDeleted: DisplayText = "Nothing was deleted."

  /// Where a person gets what a sign-in asks for, in three lines; none for a source that nobody signs
  /// in to.
  ///
  /// - Parameter redirect: what has to be registered with an API application, where that is not this
  ///   machine.
  package static func help(for source: Source, redirect: DisplayText? = nil) -> [DisplayText] {
    switch source {
    case .strava:
      [
        "Strava wants everybody to have an API application (with a subscription):",
        "create one at https://www.strava.com/settings/api, callback domain localhost,",
        "and copy its client ID and client secret here. Both are remembered.",
      ]
    case .intervals:
      [
        "Intervals.icu has an API key for every account, free of charge:",
        "open https://intervals.icu/settings, go to Developer Settings at the end,",
        "and copy the key here. It is remembered.",
      ]
    case .wahoo:
      [
        "Wahoo wants everybody to have an API application, free of charge:",
        DisplayText(
          """
          create one at https://developers.wahooligan.com, redirect URI \
          \(redirect?.description ?? "https://localhost/velo-sync"),
          """),
        "and copy its client ID and client secret here. Both are remembered.",
      ]
    case .appleHealth, .garmin, .trainerroad: []
    }
  }
}
