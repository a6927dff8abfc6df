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

/// Reads a line of a shell, `VELO_SYNC_STORE=a velo-sync --json < --store b`: what stands after `<`
/// is the config file.
func read(shell line: String) -> Invocation {
  let parts = line.split(separator: " < ", maxSplits: 1)
  let words = parts[0].split(separator: " ").map(String.init)
  let variables = words.prefix { $0 != "velo-sync" }.map { $0.split(separator: "=", maxSplits: 1) }
  let environment = variables.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }
  return read(
    Array(words.dropFirst(variables.count + 1)),
    environment: Dictionary(uniqueKeysWithValues: environment),
    config: parts.dropFirst().first.map { String($0).replacing("\\n", with: "\n") })
}

extension Invocation {
  /// What differs from the defaults, or the failure without what is expected instead: that is
  /// wording.
  var shown: String {
    switch self {
    case .run(let options):
      let pairs = zip(Mirror(reflecting: options).children, Mirror(reflecting: Options()).children)
        .map { (name: $0.label ?? "", value: Shown.text($0.value), usual: Shown.text($1.value)) }
      let changed = pairs.filter { $0.value != $0.usual }.map { "\($0.name) \($0.value)" }
      return changed.isEmpty ? "the defaults" : changed.joined(separator: ", ")
    case .failure(.usage(let failure)): return Shown.text(failure, without: "expected")
    default: return Shown.text(self, without: "expected")
    }
  }
}
