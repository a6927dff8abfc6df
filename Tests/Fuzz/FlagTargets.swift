// Fuzz target of arguments, environment variables and the config file.

import Model
import Reporting

@testable import Flags

private let flagWords =
  Flag.all.flatMap(\.longNames).flatMap { [$0, String($0.drop { $0 == "-" }) + " = "] }
  + CommandName.allCases.map(\.rawValue) + Source.allCases.map(\.rawValue)
  + [
    "\u{0}", "\n", "=", "--", "--no-", "-q", "30d", "5m", "0.1", "65536", "auth@strava", "~/", "#",
  ]

let flagTargets = [
  // Anything gives options, a text, or an error of usage or config; help never fails; the same
  // arguments give the same answer.
  Target("arguments", words: flagWords) {
    [
      "sync\u{0}--ftp\u{0}250\u{0}--since=2026-01-01\u{0}", "chart\u{0}--svg\u{0}-\u{0}",
      "wrap\u{0}--title\u{0}x\u{0}--\u{0}make\u{0}-j\u{0}",
      "--dry-run\u{0}ftp = 250\nquiet = yes\n",
      "connect\u{0}files\u{0}/r\u{0}# x\nstore = ~/v\n",
    ].map { Array($0.utf8) }
  } run: { bytes in
    let words = text(bytes).split(separator: "\u{0}" as Character, omittingEmptySubsequences: false)
      .map(String.init)
    let config = words.last.map { ConfigFile(name: "config", text: $0) }
    let variables = Flag.all.compactMap(\.variable)
    let environment = Dictionary(
      zip(variables, words), uniquingKeysWith: { first, _ in first })
    let arguments = Array(words.dropLast())
    for (arguments, environment, config) in [
      (arguments, [:], config), ([], environment, nil),
    ] {
      _ = Invocation.configChoice(
        arguments: arguments, environment: environment, home: "/home/rider")
      _ = Invocation.knownOptions(
        arguments: arguments, environment: environment, config: config, home: "/home/jo")
      let first = parse(arguments, environment, config)
      require(first == parse(arguments, environment, config), "another answer the second time")
      if case .failure(let failure) = first {
        require(["usage", "config"].contains(failure.code), "\(failure)")
        checkClean(messages.title(failure))
        checkClean(messages.message(failure))
        checkClean(messages.hint(failure))
      }
    }
  }
]

private func parse(
  _ arguments: [String], _ environment: [String: String], _ config: ConfigFile?
) -> Invocation {
  Invocation.parse(
    arguments: arguments, environment: environment, config: config, today: Day(number: 20_700),
    home: "/home/jo")
}
