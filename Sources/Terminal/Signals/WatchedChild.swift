// What the signals of this process need to know about a command that runs beside it.

package import Platform

/// A command that gets the signals sent to this process, and whose stops and end are signals to it.
package protocol WatchedChild: AnyObject, Sendable {
  /// Whether this process stops with the command, and continues it.
  var followsStops: Bool { get }

  /// Forwards a signal that this process has received, unless the command has received it, too.
  func forward(_ number: Int32, isSentByProcess: Bool)

  /// Continues the command after a stop that was reported.
  func resume()

  /// Its stop or its end, reported once; nil while nothing has changed.
  func takeChange() -> ChildChange?
}
