// The whole program as a function, more than once in one process.

import CLibrary
import Codec
import Command
import Platform
import Network
import Support
import Model
import Testing

/// Signals and descriptors are shared by the process.
@Suite(.serialized, .alone) struct RunTests {
  @Test func `runs twice in one process`() throws {
    let home = try TemporaryFolder()
    for _ in 0..<2 {
      let (status, output) = try velosync(["--dry-run", "--speed", "max", "--json"], home)
      expectEqual(status, .ok)
      let lines = output.split(separator: 0x0A)
      let first = try JSONValue(parsing: Array(lines.first ?? []))
      let last = try JSONValue(parsing: Array(lines.last ?? []))
      expectEqual(first["type"]?.string, "version")
      expectEqual(last["type"]?.string, "summary")
      #expect(last["counts"]?["new"]?.integer == 183)
    }
    try expectEqual(velosync(["--version"], home).output, Array("velo-sync 0.1.0\n".utf8))
    try expectEqual(
      velosync(["--version"], home, commit: "1a2b3c4, 2026-11-26").output,
      Array("velo-sync 0.1.0 (1a2b3c4, 2026-11-26)\n".utf8))
    try expectEqual(velosync(["--nonsense"], home).status, .usage)
    try expectEqual(velosync([], home).status, .config)
  }

  /// Runs velo-sync with its output in a file.
  private func velosync(
    _ arguments: [String], _ home: TemporaryFolder, commit: String? = nil
  ) throws -> (status: Model.ExitStatus, output: [UInt8]) {
    let path = home / "output"
    let output = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    let null = open("/dev/null", O_RDWR)
    defer {
      close(output)
      close(null)
    }
    let time = SystemTime()
    let world = World(
      environment: ["HOME": home.path], currentFolder: "/",
      streams: Streams(input: null, output: output, error: null), commit: commit,
      process: getpid(), time: time, random: SystemRandom(), files: POSIXFiles(),
      transport: { CurlTransport(time: time, caFile: $0) })
    let status = Command.run(arguments: arguments, world: world)
    return (status, try Disk.read(path) ?? [])
  }
}
