// What a command makes for a file that an option names: a picture or a track.

import Flags
import Model
import Reporting

/// The file of `--svg` or the like; `-` is standard output, which then carries nothing else.
struct NamedOutput: Sendable {
  /// As given.
  let name: String
  let world: World
  /// What standard output gets once the work has ended: the loop alone writes there.
  private let printed = Delivery<[UInt8]>()

  init(_ name: String, _ world: World) { (self.name, self.world) = (name, world) }

  /// The absolute path; nil for standard output.
  ///
  /// - Throws: `config` for a relative path where the current folder is gone.
  func path() throws(SyncFailure) -> String? {
    name == "-" ? nil : try world.absolute(name)
  }

  /// Writes the whole content.
  ///
  /// - Throws: `storage`, and as `path`.
  func write(_ bytes: [UInt8], _ events: any EventSink) throws(SyncFailure) {
    guard let path = try path() else { return printed.put(bytes) }
    try fileWork { () throws(FileError) in try world.files.write(bytes, toNamed: path) }
    events.post(.notice(.fileSaved(DisplayText(name), bytes: bytes.count)))
  }

  /// Prints what is for standard output; returns how the run ends.
  func end(_ exit: ExitStatus, _ loop: inout Loop) -> ExitStatus {
    guard let bytes = printed.take() else { return exit }
    loop.write([Chunk(.standardOutput, bytes)])
    return loop.stop?.exit ?? exit
  }
}

extension Session {
  /// The texts of pictures.
  var pictureMessages: Messages {
    Messages(clock: .local, home: nil, units: options.units) { [time = world.time] in
      time.localOffset(at: $0)
    }
  }
}
