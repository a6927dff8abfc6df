// Pipes and files that are read while the loop waits.

package import Model
import Platform
import Synchronization

/// What the loop reads from besides the keyboard: the pipes of a command that was started, or a file
/// that is played back. Every channel is read once at most between two looks at the rest of the
/// world, so that none keeps another waiting. Changes count from the next wait on.
package final class ByteInputs: Sendable {
  /// How much is read at once: what a pipe holds as a rule.
  package static let reading = 1 << 16
  /// The most that any pipe may hold without privileges (pipe(7)).
  private static let largestPipe = 1 << 20

  /// One channel and what it reads from.
  struct Source: Sendable {
    let channel: ByteChannel
    let descriptor: Int32
    let isOwned: Bool
    /// How much may still be read before it is over; nil as long as writers are waited for.
    var rest: Int?
  }

  private struct State {
    var sources: [Source] = []
    var isPaused = false
  }

  private let state = Mutex(State())
  private let isBusy = Atomic(false)

  package init() {}

  deinit {
    for source in state.withLock({ $0.sources }) where source.isOwned {
      RawDescriptor.close(source.descriptor)
    }
  }

  /// Reads from here until the end, which is told as `bytesEnded`.
  ///
  /// - Parameter isOwned: whether the descriptor is closed when nothing more is read from it.
  package func add(_ channel: ByteChannel, from descriptor: Int32, isOwned: Bool) {
    change {
      $0.sources.append(
        Source(channel: channel, descriptor: descriptor, isOwned: isOwned, rest: nil))
    }
  }

  /// Reads no more from there; whoever still writes gets SIGPIPE. Nothing is told.
  package func remove(_ channel: ByteChannel) {
    let removed = change { state in
      defer { state.sources.removeAll { $0.channel == channel } }
      return state.sources.filter { $0.channel == channel && $0.isOwned }
    }
    for source in removed { RawDescriptor.close(source.descriptor) }
  }

  /// Reads what is there already and then tells of the end, even where somebody could still write: a
  /// command that has ended may have left processes behind that hold its pipes open.
  package func endWhenEmpty() {
    change { state in
      for index in state.sources.indices { state.sources[index].rest = Self.largestPipe }
    }
  }

  /// Reads nothing for a while: who writes has to wait.
  package func pause() {
    change { $0.isPaused = true }
  }

  /// Goes on reading.
  package func resume() {
    change { $0.isPaused = false }
  }

  /// What is to be read from now. Costs next to nothing when that is nothing.
  var wanted: [Source] {
    guard isBusy.load(ordering: .relaxed) else { return [] }
    return state.withLock { $0.isPaused ? [] : $0.sources }
  }

  /// Reads once from a source that `poll` was asked about.
  ///
  /// - Parameter isReady: whether there is something: bytes, an end or an error.
  func read(_ source: Source, isReady: Bool) -> [Signal] {
    guard isReady else { return source.rest == nil ? [] : end(source) }
    var mustWait = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.reading) { room, count in
      switch RawDescriptor.read(source.descriptor, into: UnsafeMutableRawBufferPointer(room)) {
      case .success(let got): count = got
      case .failure(let error): mustWait = error.isInterruption || error.wouldBlock
      }
    }
    if mustWait { return [] }
    guard !bytes.isEmpty else { return end(source) }
    let answer = [Signal.bytes(source.channel, bytes)]
    guard let rest = source.rest else { return answer }
    if rest <= bytes.count { return answer + end(source) }
    change { state in
      for index in state.sources.indices where state.sources[index].channel == source.channel {
        state.sources[index].rest = rest - bytes.count
      }
    }
    return answer
  }

  private func end(_ source: Source) -> [Signal] {
    remove(source.channel)
    return [.bytesEnded(source.channel)]
  }

  @discardableResult
  private func change<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer {
    state.withLock { state in
      defer { isBusy.store(!state.sources.isEmpty, ordering: .relaxed) }
      return body(&state)
    }
  }
}
