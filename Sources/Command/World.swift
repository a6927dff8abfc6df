// Everything a run is given from outside, so that it can be given something else.

package import Model
package import Network

/// The descriptors of a run.
package struct Streams: Hashable, Sendable {
  package let input: Int32
  package let output: Int32
  package let error: Int32

  package init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
    self.input = input
    self.output = output
    self.error = error
  }
}

/// The world of a run.
package struct World: Sendable {
  package let environment: [String: String]
  /// What relative paths begin at; nil when it was removed.
  package let currentFolder: String?
  package private(set) var streams: Streams
  /// Outputs that were closed when the process began.
  package private(set) var closedStreams: Set<OutputStream>
  /// The id of this process.
  package let process: Int32
  package let time: any Time
  package let random: any Random
  package let files: any FileSystem & RecordFiles
  /// Makes the way to the network, trusting the certificates of a file where one is named.
  package let transport: @Sendable (_ caFile: String?) -> any Transport

  /// Keeps the memory of this process to itself; called before the first secret is read.
  package let protectSecrets: @Sendable () -> Void
  /// What stands between the loop and the system's `poll`, where something does.
  package let waiting: @Sendable (any Waiting) -> any Waiting

  package init(
    environment: [String: String], currentFolder: String?, streams: Streams = Streams(),
    closedStreams: Set<OutputStream> = [], process: Int32, time: any Time, random: any Random,
    files: any FileSystem & RecordFiles,
    transport: @escaping @Sendable (_ caFile: String?) -> any Transport,
    protectSecrets: @escaping @Sendable () -> Void = {},
    waiting: @escaping @Sendable (any Waiting) -> any Waiting = { $0 }
  ) {
    self.environment = environment
    self.currentFolder = currentFolder
    self.streams = streams
    self.closedStreams = closedStreams
    self.process = process
    self.time = time
    self.random = random
    self.files = files
    self.transport = transport
    self.protectSecrets = protectSecrets
    self.waiting = waiting
  }

  /// The same world with another standard output.
  func writing(to output: Int32) -> World {
    var world = self
    world.streams = Streams(input: streams.input, output: output, error: streams.error)
    world.closedStreams.remove(.standardOutput)
    return world
  }
}
