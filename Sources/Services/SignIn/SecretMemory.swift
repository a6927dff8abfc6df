// The memory of the process once it holds secrets.

import CPlatform

package enum SecretMemory {
  /// From now on a crash leaves no core file, and on Linux no other process of the same user, a debugger
  /// neither, can read this one's memory. Programs started later are not affected, but for the soft
  /// limit of core files. May be called again.
  package static func protect() {
    secrets_protect()
  }
}
