// A run from its arguments to its exit status.

import Flags
package import Model
import Reporting
import Terminal

/// Runs the command in `arguments` and returns the exit status of the process. May be called more
/// than once in a process.
///
/// - Parameter arguments: without the name of the program.
package func run(arguments: [String], world: World) -> ExitStatus {
  // A completion script asks what can follow; names of rides are found by a run of their own.
  let completions = arguments.first == "__complete" ? Completions(line: arguments.dropFirst()) : nil
  let arguments = completions.map { $0.rideArguments ?? [] } ?? arguments
  let began = world.time.moment()
  let home = Folders.absolute(world.environment["HOME"])
  let start = Start(arguments: arguments, world: world, home: home, began: began)
  if let completions, arguments.isEmpty { return start.show(completions.text) }
  let choice = Invocation.configChoice(
    arguments: arguments, environment: world.environment, home: home)
  do throws(SyncFailure) {
    let config = try ConfigFile.read(choice, world, home: home)
    switch Invocation.parse(
      arguments: arguments, environment: world.environment, config: config,
      today: world.time.localDay(), home: home)
    {
    case .help(let request):
      let width = start.capabilities.textColumns
      return start.show(Help.text(request, width: width))
    case .version: return start.show(Version.line(commit: world.commit) + "\n")
    case .failure(let failure):
      // A mistake in `emit` is for the author of the script, not for the wrap.
      return start.fail(failure, config: config, reportsToWrap: arguments.first != "emit")
    case .explain(let options, let settings):
      return ExplainCommand(start: start, options: options, settings: settings, config: config)
        .run()
    case .run(var options):
      if let completions { options.action = .rideNames(beginning: completions.word) }
      return start.perform(options, config: config)
    }
  } catch {
    return start.fail(error)
  }
}

extension ConfigFile {
  /// Reads the chosen file; nil when it is the default one and does not exist.
  ///
  /// - Throws: `missingInput` for a named file that does not exist, `config` when it cannot be
  ///   read.
  static func read(
    _ choice: ConfigChoice, _ world: World, home: String?
  ) throws(SyncFailure) -> ConfigFile? {
    let path: String
    switch choice {
    case .none: return nil
    case .standard:
      guard let usual = Folders.config(world.environment) else { return nil }
      path = usual
    case .file(let name): path = try world.absolute(name)
    }
    // The usual way to name an empty file.
    if path == "/dev/null" { return nil }
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try world.files.read(world.files.realPath(path) ?? path, upTo: 1 << 20)
    } catch {
      if error.reason == .tooLarge { throw .config(.notConfigFile(path: DisplayText(path))) }
      throw error.exhaustion ?? .config(.unreadable(path: DisplayText(path), reason: error.reason))
    }
    if let bytes {
      guard let file = ConfigFile(name: DisplayText(path), bytes: bytes) else {
        throw .config(.notConfigFile(path: DisplayText(path)))
      }
      return file
    }
    if choice == .standard { return nil }
    throw .missingInput(file: DisplayText(path), isConfig: true)
  }
}
