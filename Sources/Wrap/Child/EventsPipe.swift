// The pipe between a wrap and the commands that it runs.

import Platform

/// The pipe that `wrap` passes to the commands it runs.
package enum EventsPipe {
  /// The variable with its descriptor.
  package static let variable = "VELO_SYNC_EVENTS_FD"

  /// Its descriptor; nil when there is none, or it is not open.
  package static func descriptor(_ environment: [String: String]) -> Int32? {
    guard let number = environment[variable].flatMap({ Int32($0) }), number > 2,
      RawDescriptor.isOpen(number)
    else { return nil }
    return number
  }

  /// As above, for our own events; programs that we start do not inherit the pipe.
  package static func claim(_ environment: [String: String]) -> Int32? {
    guard let number = descriptor(environment) else { return nil }
    RawDescriptor.setCloseOnExec(number)
    return number
  }
}
