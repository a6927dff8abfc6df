// What a wrapped command needs of the run around it.

package import Model
import Platform
package import Terminal

/// The run that shows a wrapped command.
package protocol WrapHost {
  /// The command as the renderers see it.
  var child: ChildView { get set }
  /// The clocks as of the last wake-up.
  var now: Now { get }
  /// The size of the terminal, as programs see it.
  var window: WindowSize { get }
  /// Whether nobody reads the output any more.
  var hasLostReader: Bool { get }

  /// Shows a change of the command's lines; only new ones are recorded.
  mutating func relay(_ change: OutputChange)

  /// Handles an event of the command.
  mutating func handle(_ event: SyncEvent)

  /// Writes what `body` shows with as few writes as possible.
  mutating func together(_ body: (inout Self) -> Void)

  /// Writes bytes to standard output as they are.
  mutating func write(_ bytes: [UInt8])

  /// Leaves the whole screen to the command, or takes it back.
  mutating func giveScreen(_ isGiven: Bool)

  /// Handles a signal that is not about the command.
  mutating func handle(_ signal: Signal)

  /// The bar is over; another may begin.
  mutating func endBar()
}

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
