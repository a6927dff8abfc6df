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
  _ output: CheckedOutput, _ bytes: [UInt8], _ stream: Model.OutputStream
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

    @Test func slowReaderGetsEveryByte() async throws {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue)
      async let received = onThread { [pipe] in pipe.read(much.count) }
      try await onThread { try output.write(much, to: .standardOutput) }
      try await expectEqual(received, much)
    }

    @Test func waitsForNonBlockingPipe() async throws {
      let flags = fcntl(pipe.writeEnd, F_GETFL) | O_NONBLOCK
      _ = fcntl(pipe.writeEnd, F_SETFL, flags)
      let output = CheckedOutput(output: pipe.writeEnd, signals: nil)
      async let received = onThread { [pipe] in pipe.read(much.count) }
      try await onThread { try output.write(much, to: .standardOutput) }
      try await expectEqual(received, much)
      expectEqual(fcntl(pipe.writeEnd, F_GETFL), flags)
    }

    @Test func closedReaderIsReported() {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue)
      pipe.closeReading()
      expectEqual(failure(output, Array("x".utf8), .standardOutput), .closed)
    }

    @Test func secondTerminationRequestEndsTheWait() async throws {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue, patience: .seconds(3600))
      async let ended = onThread { failure(output, much, .standardOutput) }
      queue.post(SIGINT)
      queue.post(SIGINT)
      try await expectEqual(ended, .interrupted)
      // The loop still receives both.
      expectEqual(queue.take().count, 2)
    }

    @Test func waitEndsWithPatienceAfterOneRequest() async throws {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue, patience: .zero)
      queue.post(SIGTERM)
      let first = try await onThread { failure(output, much, .standardOutput) }
      expectEqual(first, .interrupted)
      // Later writes do not wait, but use the available space.
      expectEqual(failure(output, much, .standardOutput), .interrupted)
      _ = pipe.read(60_000)
      expectEqual(failure(output, Array("end".utf8), .standardOutput), nil)
    }

    @Test func readerThatResumesInTimeGetsEveryByte() async throws {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue, patience: .seconds(3600))
      queue.post(SIGINT)
      async let ended = onThread { failure(output, much, .standardOutput) }
      let received = try await onThread { [pipe] in pipe.read(much.count) }
      expectEqual(received, much)
      try await expectEqual(ended, nil)
    }

    @Test func suspendsWhileWaitingForReader() async throws {
      let pipe = pipe
      let full = CheckedOutput(output: pipe.writeEnd, signals: queue, patience: .zero)
      queue.post(SIGTERM)
      _ = failure(full, much, .standardOutput)
      // Suspending starts the reader; otherwise this would block.
      let queue = try SignalQueue()
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue) { _ = pipe.read(60_000) }
      queue.post(SIGTSTP)
      let ended = try await onThread { failure(output, [1], .standardOutput) }
      expectEqual(ended, nil)
      #expect(queue.take().isEmpty)
    }

    @Test func streamsAreSeparate() throws {
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
    func smallWritesToAFullPipeDoNotBlock(_ size: Int) async throws {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue, patience: .zero)
      queue.post(SIGTERM)
      let written = try await onThread {
        var written = 0
        while failure(output, [UInt8](repeating: 0x78, count: size), .standardOutput) == nil {
          written += size
        }
        return written
      }
      #expect(written > 0)
      expectEqual(pipe.read(written).count, written)
    }

    @Test func streamsShareTheCreditOfOnePipe() async throws {
      let output = CheckedOutput(
        output: pipe.writeEnd, error: pipe.writeEnd, signals: queue, patience: .zero)
      queue.post(SIGTERM)
      let written = try await onThread {
        var written = 0
        let line = [UInt8](repeating: 0x78, count: 100)
        while true {
          let stream = written % 200 == 0 ? Model.OutputStream.standardOutput : .standardError
          if failure(output, line, stream) != nil { return written }
          written += line.count
        }
      }
      expectEqual(pipe.read(written).count, written)
    }

    @Test func smallWritesToAFullSocketDoNotBlock() async throws {
      var ends: [Int32] = [-1, -1]
      #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
      #else
        let kind = SOCK_STREAM
      #endif
      expectEqual(socketpair(AF_UNIX, kind, 0, &ends), 0)
      let (one, other) = (ends[0], ends[1])
      defer {
        close(one)
        close(other)
      }
      let output = CheckedOutput(output: one, signals: queue, patience: .zero)
      queue.post(SIGTERM)
      let ended = try await onThread {
        while true {
          if let failure = failure(output, [0x78], .standardOutput) { return failure }
        }
      }
      expectEqual(ended, .interrupted)
    }

    @Test func creditIsResetWhenAnotherProcessFillsThePipe() async throws {
      let output = CheckedOutput(output: pipe.writeEnd, signals: queue, patience: .zero)
      queue.post(SIGTERM)
      expectEqual(failure(output, [0x78], .standardOutput), nil)
      // Another process with the same pipe fills it.
      _ = fcntl(pipe.writeEnd, F_SETFL, fcntl(pipe.writeEnd, F_GETFL) | O_NONBLOCK)
      while write(pipe.writeEnd, "x", 1) == 1 {}
      let ended = try await onThread { failure(output, [0x78], .standardOutput) }
      expectEqual(ended, .interrupted)
    }

    @Test func outputClosedAtStartIsReported() {
      let output = CheckedOutput(output: pipe.writeEnd, closed: [.standardOutput], signals: queue)
      expectEqual(failure(output, [1], .standardOutput), .trouble(.closed))
    }

    #if os(Linux)
      @Test func fullDeviceIsReportedAsDiskFull() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let output = CheckedOutput(output: full, signals: queue)
        expectEqual(failure(output, [1], .standardOutput), .trouble(.diskFull))
      }
    #endif

    @Test func writesFilesCompletely() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/out"
      let file = open(path, O_RDWR | O_CREAT, mode_t(0o600))
      defer { close(file) }
      try CheckedOutput(output: file, signals: queue).write(much, to: .standardOutput)
      var bytes = [UInt8](repeating: 0, count: much.count + 1)
      expectEqual(pread(file, &bytes, bytes.count, 0), much.count)
      expectEqual(Array(bytes.dropLast()), much)
    }
  }
}
