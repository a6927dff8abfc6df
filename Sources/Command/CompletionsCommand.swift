// velo-sync completions: the tables of one room folded into the scripts of another.

package import Flags
import Reporting

/// The command `completions`.
package enum CompletionsCommand {
  /// The script for a shell, as it is printed and committed.
  package static func script(for shell: Shell) -> String {
    let types = EventTable.types.map { HelpRow(name: $0.name, meaning: $0.about) }
    return Completions.script(for: shell, events: types)
  }
}
