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
  let began = world.time.moment()
  let home = Folders.absolute(world.environment["HOME"])
  let start = Start(arguments: arguments, world: world, home: home, began: began)
  let choice = Invocation.configChoice(arguments: arguments, environment: world.environment)
  do throws(SyncFailure) {
    let config = try ConfigFile.read(choice, world, home: home)
    switch Invocation.parse(
      arguments: arguments, environment: world.environment, config: config,
      today: world.time.localDay(), home: home)
    {
    case .help(let request):
      let width = start.capabilities.textColumns
      return start.show(Help.text(request, width: width, exits: ExitStatus.table))
    case .version:
      return start.show(Version.line + "\n")
    case .failure(let failure):
      return start.fail(failure, config: config)
    case .explain(let options, let settings):
      return start.explain(options, settings, config: config)
    case .run(let options):
      return start.perform(options, config: config)
    }
  } catch {
    return start.fail(error, config: nil)
  }
}
