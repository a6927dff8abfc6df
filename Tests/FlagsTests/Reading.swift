// Helpers that parse a command line on a fixed day and with a fixed home folder.

import Flags
import Model
import Support
import Testing

/// 2026-11-20.
let today = Day(number: 20_777)

/// Reads arguments that are separated by blanks.
func read(
  _ arguments: String, environment: [String: String] = [:], config: String? = nil,
  home: String? = "/home/rider"
) -> Invocation {
  read(
    arguments.split(separator: " ").map(String.init), environment: environment, config: config,
    home: home)
}

/// Reads arguments as they are; the names of the options that were typed are left out.
func read(
  _ arguments: [String], environment: [String: String] = [:], config: String? = nil,
  home: String? = "/home/rider"
) -> Invocation {
  let invocation = Invocation.parse(
    arguments: arguments, environment: environment,
    config: config.map { ConfigFile(name: "~/config", text: $0) }, today: today, home: home)
  guard case .run(var options) = invocation else { return invocation }
  options.typed = []
  return .run(options)
}

/// The defaults with a change.
func options(_ change: (inout Options) -> Void) -> Invocation {
  var options = Options()
  change(&options)
  return .run(options)
}

/// The failure of a command line.
func usage(_ trouble: UsageFailure) -> Invocation { .failure(.usage(trouble)) }

/// Expects the failure of a value, and what it says is expected.
func expectBadValue(
  _ invocation: Invocation, _ option: DisplayText, _ value: String, _ fault: ValueFault
) {
  guard case .failure(.usage(.badValue(let named, let given, let expected, let why))) = invocation
  else {
    Issue.record("\(option) takes \(value)")
    return
  }
  expectEqual([named, given], [option, DisplayText(value)])
  expectEqual(why, fault, "\(value)")
  #expect(!expected.isEmpty)
}

/// The failure of a line of the config file.
func line(_ number: Int, _ problem: UsageFailure) -> Invocation {
  .failure(.config(.line(file: "~/config", line: number, problem: problem)))
}
