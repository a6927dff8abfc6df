// The questions asked on a terminal, and where a person finds the answers.

import Codec
package import Model

/// A question that is answered with one line.
package struct Question: Sendable {
  package let prompt: DisplayText
  /// What is asked for, to complete "No … given".
  package let what: DisplayText
  /// Whether typing is shown; false for secrets.
  package let echo: Bool

  /// Where a person gets what a sign-in asks for.
  ///
  /// - Parameter redirect: what has to be registered with an API application, where that is not
  ///   this machine.
  package static func signInHelp(_ source: Source, redirect: String? = nil) -> [DisplayText] {
    switch source {
    case .strava:
      [
        "You need your own Strava API application (requires a subscription):",
        "create one at https://www.strava.com/settings/api, callback domain localhost,",
        "and paste its client ID and client secret here. A sign-in that works saves both.",
      ]
    case .intervals:
      [
        "You need your Intervals.icu API key (free):",
        "open https://intervals.icu/settings, scroll down to Developer Settings,",
        "and paste the key here. It is saved if it works.",
      ]
    case .wahoo:
      [
        "You need your own Wahoo API application (free):",
        "create one at https://developers.wahooligan.com, redirect URI \(redirect ?? ""),",
        "and paste its client ID and client secret here. A sign-in that works saves both.",
      ]
    case .appleHealth, .files, .garmin, .trainerroad: []
    }
  }

  package static let clientID = Question(prompt: "Client ID:", what: "client ID", echo: true)

  /// What a client ID looks like.
  package static func clientID(_ source: Source) -> DisplayText {
    source == .strava
      ? "the number that https://www.strava.com/settings/api shows"
      : "the ID that \(source.label) has given your application"
  }

  /// Said about an answer that is none, before the question is repeated.
  package static func noClientID(_ source: Source) -> DisplayText {
    "That is not a client ID. It is \(clientID(source)). Ctrl-C cancels."
  }

  package static let clientSecret = Question(
    prompt: "Client secret (not shown):", what: "client secret", echo: false)

  /// If a secret is saved; an empty answer keeps it.
  package static let newClientSecret = Question(
    prompt: "New client secret (not shown; Enter keeps the saved one):",
    what: "client secret", echo: false)

  package static let apiKey = Question(prompt: "API key (not shown):", what: "API key", echo: false)

  package static let redirect = Question(
    prompt: "Paste the URL you were redirected to, or the code in it:",
    what: "redirect URL", echo: true)

  /// The expected answer is the name of the source.
  package static func purge(_ source: Source, activities: Int, days: Int) -> Question {
    let name = source == .files ? "" : source.label + " "
    let parts = [
      activities > 0
        ? "\(activities.grouped) \(name)\(activities == 1 ? "activity" : "activities")" : nil,
      days > 0 ? "\(days.grouped) \(days == 1 ? "day" : "days") of health data" : nil,
    ].compactMap { $0 }
    let what = parts.isEmpty ? "all \(source.label) records" : parts.joined(separator: " and ")
    let rest =
      source.isFiles
      ? "The files they were read from stay." : "Nothing is deleted at \(source.label)."
    return Question(
      prompt: DisplayText(
        "This deletes \(what) from this computer. \(rest) Type \(source.rawValue) to confirm:"),
      what: "a confirmation", echo: true)
  }

  /// Shown after any other answer to ``purge(_:activities:days:)``.
  package static let nothingDeleted: DisplayText = "Nothing was deleted."
}
