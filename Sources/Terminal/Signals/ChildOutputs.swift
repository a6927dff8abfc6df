// Where the outputs of a command go.

package import Model
package import Platform

/// What becomes of a command's standard output and standard error.
package enum ChildOutputs: Sendable {
  /// Both are those of this process.
  case inherited
  /// Both arrive here, each through a pipe of its own.
  case separate
  /// Both arrive here through one pipe, in the order in which they were written, as standard output.
  case joined
  /// Standard output arrives here; standard error is that of this process.
  case outputOnly
  /// Standard error arrives here; standard output is that of this process.
  case errorsOnly
  /// These descriptors of the command are a pseudo terminal, which arrives here as `stream`; the
  /// others are those of this process.
  case terminal(CommandTerminal, descriptors: [Int32], stream: OutputStream)

  /// The channels that arrive, and the command's descriptors for each.
  var pipes: [(channel: ByteChannel, descriptors: [Int32])] {
    switch self {
    case .inherited, .terminal: []
    case .separate: [(.output(.standardOutput), [1]), (.output(.standardError), [2])]
    case .joined: [(.output(.standardOutput), [1, 2])]
    case .outputOnly: [(.output(.standardOutput), [1])]
    case .errorsOnly: [(.output(.standardError), [2])]
    }
  }

  /// The pseudo terminal; nil without one.
  package var terminal: CommandTerminal? {
    if case .terminal(let terminal, _, _) = self { terminal } else { nil }
  }

  /// The channels on which bytes of the command's outputs arrive.
  package var channels: [ByteChannel] {
    if case .terminal(_, _, let stream) = self { [.output(stream)] } else { pipes.map(\.channel) }
  }
}
