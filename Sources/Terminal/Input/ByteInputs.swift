// Reads pipes and files while the loop waits.

package import Model
import Platform
import Synchronization

/// The pipes of a running command, or a recording that is replayed. At most 64 KiB of
/// each channel are read per wait, so that none starves the others. Changes apply from the next
/// wait on.
package final class ByteInputs: Sendable {
  /// The most read at once, in bytes: the usual capacity of a pipe.
  package static let chunkSize = 1 << 16
  /// After a read of as many bytes there is more to come: a pseudo terminal gives at most 4 KiB at
  /// once, and what a command prints as fast as it can is shown in larger pieces.
  private static let fullRead = 1 << 11
  /// The largest capacity of a pipe without privileges (pipe(7)).
  private static let largestCapacity = 1 << 20

  struct Source: Sendable {
    let channel: ByteChannel
    let descriptor: Int32
    let isOwned: Bool
    /// Whether it is the terminal, which only the job in its foreground may read.
    let isKeyboard: Bool
    /// Bytes to read at most before the end; nil while writers may still write.
    var remaining: Int?
  }

  private struct State {
    var sources: [Source] = []
    var isPaused = false
  }

  private let state = Mutex(State())

  package init() {}

  deinit {
    for source in state.withLock({ $0.sources }) where source.isOwned {
      RawDescriptor.close(source.descriptor)
    }
  }

  /// Reads `descriptor` to its end, which is reported as `bytesEnded`.
  ///
  /// - Parameters:
  ///   - isOwned: whether to close the descriptor at the end.
  ///   - isKeyboard: whether it is the terminal: read only while this process is in its foreground.
  package func add(
    _ channel: ByteChannel, from descriptor: Int32, isOwned: Bool, isKeyboard: Bool = false
  ) {
    state.withLock {
      $0.sources.append(
        Source(
          channel: channel, descriptor: descriptor, isOwned: isOwned, isKeyboard: isKeyboard,
          remaining: nil))
    }
  }

  /// Stops reading the channel without reporting an end. Writers get SIGPIPE.
  package func remove(_ channel: ByteChannel) {
    let removed = state.withLock { state in
      defer { state.sources.removeAll { $0.channel == channel } }
      return state.sources.filter { $0.channel == channel && $0.isOwned }
    }
    for source in removed { RawDescriptor.close(source.descriptor) }
  }

  /// Reports the end of every channel once its pending bytes are read, even if writers remain: a
  /// command that exited may leave processes that hold its pipes open.
  package func endWhenEmpty() {
    state.withLock { state in
      for index in state.sources.indices { state.sources[index].remaining = Self.largestCapacity }
    }
  }

  /// Stops reading until `resume`; writers block when their pipe is full.
  package func pause() { state.withLock { $0.isPaused = true } }

  /// Continues reading.
  package func resume() { state.withLock { $0.isPaused = false } }

  var sources: [Source] { state.withLock { $0.isPaused ? [] : $0.sources } }

  /// Reads what a polled source holds, up to a chunk.
  ///
  /// - Parameter isReady: whether `poll` reported bytes, the end or an error.
  func read(_ source: Source, isReady: Bool) -> [Signal] {
    guard isReady else { return source.remaining == nil ? [] : end(source) }
    var mustWait = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
      var got = 0
      repeat {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[count..<Self.chunkSize])
        switch RawDescriptor.read(source.descriptor, into: UnsafeMutableRawBufferPointer(rest)) {
        case .success(let size): got = size
        case .failure(let error):
          got = 0
          mustWait = count == 0 && (error.isInterruption || error.wouldBlock)
        }
        count += got
        // The descriptors of commands block: without pending bytes another read would stop the
        // loop.
      } while got >= Self.fullRead && count < Self.chunkSize && hasMore(source)
    }
    if mustWait { return [] }
    guard !bytes.isEmpty else { return end(source) }
    let signals = [Signal.bytes(source.channel, bytes)]
    guard let remaining = source.remaining else { return signals }
    if remaining <= bytes.count { return signals + end(source) }
    state.withLock { state in
      for index in state.sources.indices where state.sources[index].channel == source.channel {
        state.sources[index].remaining = remaining - bytes.count
      }
    }
    return signals
  }

  /// Whether more comes within a millisecond.
  private func hasMore(_ source: Source) -> Bool {
    var entry = PollEntry(source.descriptor, .reading)
    return if case .success(1...) = entry.wait(timeout: 1) { true } else { false }
  }

  private func end(_ source: Source) -> [Signal] {
    remove(source.channel)
    return [.bytesEnded(source.channel)]
  }
}
