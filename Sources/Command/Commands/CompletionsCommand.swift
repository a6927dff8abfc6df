// `velo-sync completions`: builds the scripts from the tables of options and event types.

package import Flags
import Reporting

/// The command `completions`.
package enum CompletionsCommand {
  /// The script for a shell, as printed and as committed.
  package static func script(for shell: Shell) -> String {
    let types = EventTable.types.map { HelpRow(name: $0.name, meaning: $0.about) }
    return Completions.script(for: shell, events: types)
  }
}
