// The executable: everything else is in `Command`.

import Command

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

exit(leave(with: runProcess()))
