// Writes all bytes to the standard outputs, or throws the reason.

package import Model
import Platform
import Synchronization

/// Writes to the standard outputs without buffering. Waits for a slow reader in `poll`, together
/// with signals, so that the process can still be interrupted or stopped. Never changes the
/// descriptors' flags, which other processes share.
///
/// SIGPIPE and SIGTTOU must be ignored; `ProcessSignals` does that.
package final class CheckedOutput: Sendable {
  /// nil if closed when the process began.
  private let output: Target?
  private let error: Target?
  private let signals: SignalQueue?
  private let patience: Duration?
  private let suspend: @Sendable () -> Void
  private let left: @Sendable () -> Duration?
  /// Set after a reader timed out: later writes do not wait.
  private let hasGivenUp = Atomic(false)

  /// - Parameters:
  ///   - closed: outputs that were closed when the process began.
  ///   - signals: the queue of termination requests.
  ///   - patience: how long to wait for a blocked reader after the first termination request;
  ///     nil is unlimited.
  ///   - suspend: stops the process; called for a stop while a write waits.
  ///   - left: the time left to wait for a blocked reader; nil is unlimited.
  package init(
    output: Int32 = 1, error: Int32 = 2, closed: Set<OutputStream> = [], signals: SignalQueue?,
    patience: Duration? = .seconds(3), suspend: @escaping @Sendable () -> Void = {},
    left: @escaping @Sendable () -> Duration? = { nil }
  ) {
    self.output = closed.contains(.standardOutput) ? nil : Target(output)
    self.error = closed.contains(.standardError) ? nil : Target(error)
    self.signals = signals
    self.patience = patience
    self.suspend = suspend
    self.left = left
  }

  /// Writes all bytes, through partial writes, interruptions and full pipes.
  ///
  /// - Throws: `closed` if the reader has closed the stream; `interrupted` if the reader is blocked
  ///   and there was a second termination request, the patience after the first ended, or no time
  ///   is left; `failure` otherwise, including an output that was closed from the beginning.
  package func write(_ bytes: [UInt8], to stream: OutputStream) throws(OutputFailure) {
    guard let target = stream == .standardOutput ? output : error else { throw .failure(.closed) }
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + target.chunkSize)
      if target.isStream { try waitUntilWritable(target) }
      let piece = bytes[start..<end]
      switch piece.withUnsafeBytes({ RawDescriptor.write(target.descriptor, $0) }) {
      case .success(let count): start += count
      case .failure(let error) where error.isInterruption || error.wouldBlock:
        try waitUntilWritable(target)
      case .failure(let error): throw OutputFailure(error)
      }
    }
  }

  /// Returns once a chunk can be written, or when `write` will report an error.
  private func waitUntilWritable(_ target: Target) throws(OutputFailure) {
    // Usually writable at once; polling one descriptor is faster than two.
    var wanted = PollEntry(target.descriptor, .writing)
    if case .success(1) = wanted.wait(timeout: 0) { return }
    while true {
      if hasGivenUp.load(ordering: .relaxed) { throw .interrupted }
      if let signals, signals.takeStop() {
        suspend()
        signals.resumeChild()
      }
      let requests = signals?.terminationRequests ?? 0
      if requests >= 2 { throw giveUp() }
      var waiting = [wanted, PollEntry(signals?.descriptor ?? -1, .reading)]
      let limit = [requests == 0 ? nil : patience, left()].compactMap { $0 }.min()
      let timeout = limit.map { Int32(clamping: max(0, $0.milliseconds)) } ?? -1
      switch PollEntry.wait(for: &waiting, timeout: timeout) {
      case .success(0): throw giveUp()
      case .success where waiting[0].isReady: return
      case .failure(let error) where !error.isInterruption && !error.wouldBlock:
        throw OutputFailure(error)
      default: break
      }
    }
  }

  private func giveUp() -> OutputFailure {
    hasGivenUp.store(true, ordering: .relaxed)
    return .interrupted
  }
}

private struct Target {
  let descriptor: Int32
  /// A pipe or a socket: written only when writable. A terminal stopped with Ctrl-S resumes on
  /// Ctrl-C by itself.
  let isStream: Bool
  /// The most written at once, in bytes: what `poll` guarantees for a writable pipe. A terminal
  /// gets whole frames.
  let chunkSize: Int

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isStream = [.pipe, .socket].contains(DescriptorStatus(of: descriptor)?.kind)
    chunkSize = isStream ? RawDescriptor.pipeWrite : Int.max / 2
  }
}

extension OutputFailure {
  fileprivate init(_ error: SystemError) {
    self = error.isBrokenPipe ? .closed : .failure(StorageFailure.Reason(error))
  }
}
