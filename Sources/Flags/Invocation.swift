// Turns arguments, environment and config file into an invocation: the entry point of this module.

package import Model

/// What one start of the program asks for.
package enum Invocation: Equatable, Sendable {
  /// Print this help.
  case help(HelpRequest)
  /// Print `Version.line(commit:)`.
  case version
  case run(Options)
  /// Print these settings, in the order of the table, and what follows from them.
  case explain(Options, [ExplainedSetting])
  /// Invalid input: a `usage` or a `config` failure.
  case failure(SyncFailure)

  /// Reads everything.
  ///
  /// - Parameters:
  ///   - config: The file that `configChoice` names; nil when there is none.
  ///   - home: The home folder, for `~/` at the beginning of a path.
  package static func parse(
    arguments: [String], environment: [String: String], config: ConfigFile?, today: Day,
    home: String?
  ) -> Invocation {
    let words = ArgumentToken.split(arguments)
    if let request = words.request { return request }

    let action: Options.Action
    do throws(SyncFailure) {
      action = try words.action(typed: arguments, today: today)
    } catch {
      return .failure(error)
    }
    let layers = words.layers(environment, config)
    let resolution = Layer.resolve(layers, today: today, home: home)
    var (options, failure) = (resolution.options, resolution.failure)
    options.action = action
    let mayRehearse = options.dryRun && options.sources.isEmpty
    if !options.sample, !mayRehearse { failure = failure ?? options.sampleFailure }
    if let failure = failure ?? options.spanFailure ?? options.heartRateFailure {
      return .failure(failure)
    }
    return options.explain ? .explain(options, resolution.explained(options)) : .run(options)
  }

  /// The options of a command without arguments, for a run that goes on with it. Invalid settings
  /// are ignored: they must not make it fail.
  package static func options(
    of action: Options.Action, environment: [String: String], config: ConfigFile?, today: Day,
    home: String?
  ) -> Options {
    let layers = [Layer(config, of: action.command), Layer(environment, of: action.command)]
    var options = Layer.resolve(layers, today: today, home: home).options
    options.action = action
    return options
  }

  /// The config file to read before `parse`: none for help and version, which must never fail.
  /// Errors are reported by `parse`.
  package static func configChoice(
    arguments: [String], environment: [String: String], home: String?
  ) -> ConfigChoice {
    let words = ArgumentToken.split(arguments)
    if words.request != nil { return .none }
    return words.knownOptions(environment, nil, home: home).config
  }

  /// The options that decide how a failure is shown, without the command. A config file with an
  /// error is ignored.
  package static func knownOptions(
    arguments: [String], environment: [String: String], config: ConfigFile?, home: String?
  ) -> Options {
    ArgumentToken.split(arguments).knownOptions(environment, config, home: home)
  }
}

/// A request for help.
package struct HelpRequest: Hashable, Sendable {
  package enum Length: Hashable, Sendable {
    /// One screen: `-h`.
    case short
    /// Everything: `--help` and the command `help`.
    case full
  }

  package let length: Length
  /// The command it is about; nil is velo-sync as a whole.
  package var command: CommandName?
}

/// A row of a table: a word and its meaning.
struct HelpRow: Hashable, Sendable {
  let name: String
  let meaning: String
}

/// The version of velo-sync.
package enum Version {
  /// The number alone, as in the `version` event.
  package static let number = "0.1.0"

  /// When its manual last changed, as manual pages write it.
  static let date = "November 21, 2026"

  /// What `--version` prints, without the newline.
  ///
  /// - Parameter commit: what it was built from and when; nil for a build from no commit.
  package static func line(commit: String?) -> String {
    "velo-sync \(number)" + (commit.map { " (\($0))" } ?? "")
  }
}
