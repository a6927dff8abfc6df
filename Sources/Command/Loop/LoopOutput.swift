// What the loop writes: the renderer's output, recordings, and what happens when an output fails.

import Model
import Platform
import Reporting
import Terminal

extension Loop {
  /// When the renderer or a recording needs a tick, by the time of the animation.
  var wakeUp: Moment? {
    earlier(renderer.nextFrame(view), nextTimedLine(view).flatMap(clock.animation(of:)))
  }

  /// When the renderer or a recording has a line to write without an event, by the time of the run.
  func nextTimedLine(_ view: RunView) -> Moment? {
    recorders.reduce(renderer.wakeUp(view)) { earlier($0, $1.wakeUp(view)) }
  }

  /// Shows a signal and records it. A recording that fails is given up.
  mutating func show(_ signal: Signal) {
    view.state.readGauges(at: view.now.moment)
    write(renderer.step(signal, view))
    record(signal, view)
  }

  /// Records a signal without showing it.
  mutating func record(_ signal: Signal, _ view: RunView) {
    eachRecorder { (recorder) throws(FileError) in try recorder.step(signal, view) }
  }

  /// Gives up the recordings that fail, and says so.
  private mutating func eachRecorder(_ body: (inout Recorder) throws(FileError) -> Void) {
    var lost: [SyncEvent.Kind] = []
    for index in recorders.indices.reversed() {
      do throws(FileError) {
        try body(&recorders[index])
      } catch {
        let isRequested = recorders.remove(at: index).purpose == .requested
        if isRequested {
          lost.append(.warning(.recordLost(path: DisplayText(error.path), error.reason)))
          continue
        }
        abandonLastRun()
        // The summary is the last event.
        if view.state.summary == nil { lost.append(Self.unrecorded(error)) }
      }
    }
    for event in lost { post(event) }
  }

  /// Leaves the recording of the run before.
  private mutating func abandonLastRun() {
    lastRun?.end(isWorthKeeping: false)
    lastRun = nil
  }

  /// Mentions that the last run cannot be recorded.
  private static func unrecorded(_ error: FileError) -> SyncEvent.Kind {
    .notice(.runUnrecorded(path: DisplayText(error.path), error.reason))
  }

  /// Also records the events in a file.
  ///
  /// - Throws: `storage` when it cannot be written.
  mutating func record(_ recorder: Recorder) throws(SyncFailure) {
    var recorder = recorder
    try fileWork { () throws(FileError) in try recorder.begin(view) }
    recorders.append(recorder)
  }

  /// Records the events as the last run in the state folder. Nobody has asked for it: a run does
  /// not fail because it cannot be shown again, and says so once it has started.
  mutating func recordLastRun(
    in folder: String, on files: any FileSystem & RecordFiles, renderer: any Renderer
  ) {
    do throws(FileError) {
      lastRun = try LastRun(in: folder, on: files)
      guard let lastRun else { return }
      var recorder = Recorder(.lastRun, renderer: renderer, file: try lastRun.open())
      try recorder.begin(view)
      recorders.append(recorder)
    } catch {
      unrecorded = Self.unrecorded(error)
      abandonLastRun()
    }
  }

  /// Writes what `body` shows with as few writes as possible: lines that arrived together.
  mutating func together(_ body: (inout Loop) -> Void) {
    pendingWrites = []
    for index in recorders.indices { recorders[index].hold() }
    body(&self)
    let chunks = pendingWrites ?? []
    pendingWrites = nil
    write(chunks.map { Chunk($0.stream, $0.bytes) })
    eachRecorder { (recorder) throws(FileError) in try recorder.release() }
  }

  mutating func write(_ chunks: [Chunk]) {
    if pendingWrites != nil {
      for chunk in chunks { hold(chunk) }
      return
    }
    for chunk in chunks where !brokenOutputs.contains(chunk.stream) {
      do throws(OutputFailure) {
        try console.output.write(chunk.bytes, to: chunk.stream)
      } catch {
        switch error {
        case .closed: close(chunk.stream)
        case .failure(let reason): reportOutputFailure(chunk.stream, reason)
        case .interrupted:
          // The wait for a reader was abandoned: after a second Ctrl-C, or at `--timeout`.
          stop = stop ?? console.takeTermination().map { .signal($0) } ?? limit.map { .timeout($0) }
          exitWithoutFlushing = true
        }
      }
    }
  }

  private mutating func hold(_ chunk: Chunk) {
    guard let last = pendingWrites?.indices.last, pendingWrites?[last].stream == chunk.stream else {
      pendingWrites?.append((chunk.stream, chunk.bytes))
      return
    }
    pendingWrites?[last].bytes += chunk.bytes
  }

  mutating func close(_ stream: OutputStream) {
    guard brokenOutputs.insert(stream).inserted, stream == .standardOutput else { return }
    stop = stop ?? .outputClosed
  }

  /// Standard output cannot be written: reports it with one line on standard error.
  private mutating func reportOutputFailure(_ stream: OutputStream, _ reason: StorageFailure.Reason)
  {
    guard brokenOutputs.insert(stream).inserted, stream == .standardOutput else { return }
    stop = stop ?? .outputFailure(reason)
    write([TroubleLines.unwritableOutput(reason)])
  }
}
