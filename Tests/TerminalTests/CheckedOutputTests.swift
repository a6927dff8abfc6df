// Writes to slow, blocked and closed readers, and to full devices.

import CLibrary
import Support
import Model
import Terminal
import Testing

/// Larger than the capacity of any pipe.
private let much = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }

/// The failure of a write; nil on success.
private func failure(
  _ output: CheckedOutput, _ bytes: [UInt8], _ stream: Model.OutputStream = .standardOutput
) -> OutputFailure? {
  do throws(OutputFailure) {
    try output.write(bytes, to: stream)
    return nil
  } catch {
    return error
  }
}

extension ProcessTests {
  struct CheckedOutputTests {
    private let pipe = Pipe()
    private let queue: SignalQueue
    private let handlers: ProcessSignals

    init() throws {
      queue = try SignalQueue()
      // Report EPIPE instead of ending the process.
      handlers = ProcessSignals(queue: queue, catchesStop: false)
    }

    /// Waits for its reader no longer, because the run was asked to end.
    private func hasty(_ descriptor: Int32? = nil, error: Int32? = nil) -> CheckedOutput {
      queue.post(SIGTERM)
      return CheckedOutput(
        output: descriptor ?? pipe.writeEnd, error: error ?? STDERR_FILENO, signals: queue,
        patience: .zero)
    }

    /// Writes lines to the streams in turn until one fails; returns the number of bytes.
    private func fill(
      _ output: CheckedOutput, _ size: Int, _ streams: [Model.OutputStream] = [.standardOutput]
    ) async throws -> Int {
      try await onThread {
        let line = [UInt8](repeating: 0x78, count: size)
        var count = 0
        while failure(output, line, streams[count % streams.count]) == nil { count += 1 }
        return count * size
      }
    }

    /// A pipe that does not block, and a request to end the run, which the reader still answers.
    @Test(arguments: [(0, 0), (O_NONBLOCK, 0), (0, SIGINT)] as [(Int32, Int32)])
    func `slow reader gets every byte`(_ flag: Int32, _ request: Int32) async throws {
      let flags = fcntl(pipe.writeEnd, F_GETFL) | flag
      _ = fcntl(pipe.writeEnd, F_SETFL, flags)
      let output = CheckedOutput(
        output: pipe.writeEnd, signals: flag == 0 ? queue : nil, patience: .seconds(3600))
      if request != 0 { queue.post(request) }
      async let received = onThread { [pipe] in pipe.read(much.count) }
      try await expectEqual(onThread { failure(output, much) }, nil)
      try await expectEqual(received, much)
      expectEqual(fcntl(pipe.writeEnd, F_GETFL), flags)
    }

    @Test func `second termination request ends the wait`() async throws {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue, patience: .seconds(3600))
      async let ended = onThread { failure(output, much) }
      queue.post(SIGINT)
      queue.post(SIGINT)
      try await expectEqual(ended, .interrupted)
      // The loop still receives both.
      expectEqual(queue.drain().count, 2)
    }

    @Test func `wait ends with patience after one request`() async throws {
      let output = hasty()
      try await expectEqual(onThread { failure(output, much) }, .interrupted)
      // Later writes do not wait, but use the available space.
      expectEqual(failure(output, much), .interrupted)
      _ = pipe.read(60_000)
      expectEqual(failure(output, Array("end".utf8)), nil)
    }

    @Test func `suspends while waiting for reader`() async throws {
      let pipe = pipe
      _ = failure(hasty(), much)
      // Suspending starts the reader; otherwise this would block.
      let queue = try SignalQueue()
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue) { _ = pipe.read(60_000) }
      queue.post(SIGTSTP)
      try await expectEqual(onThread { failure(output, [1]) }, nil)
      #expect(queue.drain().isEmpty)
    }

    @Test func `streams are separate`() throws {
      let errors = Pipe()
      let output = CheckedOutput(output: pipe.writeEnd, error: errors.writeEnd, signals: queue)
      try output.write(Array("result".utf8), to: .standardOutput)
      try output.write(Array("warning".utf8), to: .standardError)
      expectEqual(pipe.read(6), Array("result".utf8))
      expectEqual(errors.read(7), Array("warning".utf8))
    }

    /// Small writes do not poll each time. No sequence of them may block inside `write`, where it
    /// could not be interrupted.
    @Test(arguments: [1, 99, 1000, Int(PIPE_BUF), 5000])
    func `small writes to a full pipe do not block`(_ size: Int) async throws {
      let written = try await fill(hasty(), size)
      #expect(written > 0)
      expectEqual(pipe.read(written).count, written)
    }

    @Test func `streams share the credit of one pipe`() async throws {
      let output = hasty(error: pipe.writeEnd)
      let written = try await fill(output, 100, [.standardOutput, .standardError])
      expectEqual(pipe.read(written).count, written)
    }

    @Test func `small writes to a full socket do not block`() async throws {
      var ends: [Int32] = [-1, -1]
      #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
      #else
        let kind = SOCK_STREAM
      #endif
      expectEqual(socketpair(AF_UNIX, kind, 0, &ends), 0)
      let sockets = ends
      defer { for end in sockets { close(end) } }
      let output = hasty(sockets[0])
      _ = try await fill(output, 1)
      expectEqual(failure(output, [0x78]), .interrupted)
    }

    @Test func `credit is reset when another process fills the pipe`() async throws {
      let output = hasty()
      expectEqual(failure(output, [0x78]), nil)
      // Another process with the same pipe fills it.
      _ = fcntl(pipe.writeEnd, F_SETFL, fcntl(pipe.writeEnd, F_GETFL) | O_NONBLOCK)
      while write(pipe.writeEnd, "x", 1) == 1 {}
      try await expectEqual(onThread { failure(output, [0x78]) }, .interrupted)
    }

    @Test func `closed outputs and full devices are reported`() {
      let closed = CheckedOutput(output: pipe.writeEnd, closed: [.standardOutput], signals: queue)
      expectEqual(failure(closed, [1]), .failure(.closed))
      pipe.closeReading()
      expectEqual(failure(CheckedOutput(output: pipe.writeEnd, signals: queue), [1]), .closed)
      #if os(Linux)
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        expectEqual(
          failure(CheckedOutput(output: full, signals: queue), [1]), .failure(.diskFull))
      #endif
    }

    @Test func `writes files completely`() throws {
      let folder = try TemporaryFolder()
      let file = open(folder / "out", O_RDWR | O_CREAT, mode_t(0o600))
      defer { close(file) }
      try CheckedOutput(output: file, signals: queue).write(much, to: .standardOutput)
      try expectEqual(Disk.read(folder / "out"), much)
    }
  }
}
