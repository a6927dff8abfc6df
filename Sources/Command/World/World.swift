// Everything a run gets from outside, so that tests can replace it.

import Flags
package import Model
package import Network

/// The file descriptors of a run.
package struct Streams: Hashable, Sendable {
  package let input: Int32
  package let output: Int32
  package let error: Int32

  package init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
    (self.input, self.output, self.error) = (input, output, error)
  }
}

/// The environment of a run: streams, clocks, files and network.
package struct World: Sendable {
  package let environment: [String: String]
  /// The base of relative paths; nil when it was removed.
  package let currentFolder: String?
  package private(set) var streams: Streams
  /// Outputs that were closed when the process began.
  package private(set) var closedStreams: Set<OutputStream>
  /// The descriptors of the process, whatever this run uses: what a command inherits.
  let streamsAtStart: Streams
  /// The same, whatever the output is now: what a command inherits.
  let closedAtStart: Set<OutputStream>
  /// The commit that the program was built from and its date, as `1a2b3c4, 2026-11-26`; nil for any
  /// other build.
  package let commit: String?
  /// The id of this process.
  package let process: Int32
  package let time: any Time
  package let random: any Random
  package let files: any FileSystem & RecordFiles
  /// Creates the network transport; trusts the certificates in a file if one is given.
  package let transport: @Sendable (_ caFile: String?) -> any Transport

  /// Protects the memory of this process; called before the first secret is read.
  package let protectSecrets: @Sendable () -> Void
  /// Wraps the system's `poll`; tests insert their own input here.
  package let waiting: @Sendable (any Waiting) -> any Waiting

  package init(
    environment: [String: String], currentFolder: String?, streams: Streams = Streams(),
    closedStreams: Set<OutputStream> = [], commit: String? = nil, process: Int32, time: any Time,
    random: any Random, files: any FileSystem & RecordFiles,
    transport: @escaping @Sendable (_ caFile: String?) -> any Transport,
    protectSecrets: @escaping @Sendable () -> Void = {},
    waiting: @escaping @Sendable (any Waiting) -> any Waiting = { $0 }
  ) {
    (self.environment, self.currentFolder) = (environment, currentFolder)
    (self.streams, self.closedStreams) = (streams, closedStreams)
    (streamsAtStart, closedAtStart) = (streams, closedStreams)
    self.commit = commit
    (self.process, self.time, self.random) = (process, time, random)
    (self.files, self.transport) = (files, transport)
    (self.protectSecrets, self.waiting) = (protectSecrets, waiting)
  }

  /// A given path, absolute. `~/` is the home folder: a shell does not expand it in quotes.
  ///
  /// - Throws: `missingInput` for a relative path when the current folder was removed.
  func absolute(_ path: String) throws(SyncFailure) -> String {
    let expanded = path.expandingHome(environment["HOME"]) ?? path
    return try Folders.absolute(expanded, from: currentFolder)
  }

  /// The same world with another standard output.
  func writing(to output: Int32) -> World {
    var world = self
    world.streams = Streams(input: streams.input, output: output, error: streams.error)
    world.closedStreams.remove(.standardOutput)
    return world
  }
}
