// `velo-sync replay [FILE]`: shows recorded runs again, with their own timing.

import Flags
import Reporting
import Model

struct ReplayCommand {
  let session: Session
  /// As given, `-` for standard input; nil for standard input or the last run.
  let file: String?

  private var world: World { session.world }
  private var folder: String { session.folders.state }

  /// Replays a file, standard input, or the last run.
  func run(_ loop: inout Loop) -> ExitStatus {
    let (options, renderer) = (session.options, session.renderer)
    do throws(SyncFailure) {
      let record = try find()
      let recording = try Recording(
        record.input, name: record.name, isWhole: options.all,
        keepsLines: renderer == .json || options.events != nil)
      var replayer = Replayer(
        recording, speed: session.speed ?? 0, isUnfinished: record.isUnfinished
      ) {
        began in
        // In JSON, one stream of events contains all runs.
        renderer == .json ? nil : session.renderers(began: began).make(renderer)
      }
      try replayer.play(&loop)
      if let stop = loop.stop { return stop.exit }
      guard options.recordedExit, let last = replayer.last else { return .ok }
      // A signal that ended the recorded run did not end this one, so it is reported as a code.
      return ExitStatus(code: last.exit.code)
    } catch {
      return loop.fail(error)
    }
  }

  /// The name of the recording when it is the same file as `record`; nil for another.
  func source(ifSameAs record: any RecordFile) -> DisplayText? {
    if let file, file != "-" {
      guard let path = try? world.absolute(file) else { return nil }
      return record.isFile(at: path) ? DisplayText(path) : nil
    }
    if record.isFile(world.streams.input) { return "standard input" }
    if file != nil { return nil }
    let runs = [LastRun.finished(in: folder), LastRun.unfinished(in: folder)]
    return runs.first { record.isFile(at: $0) }.map { DisplayText($0) }
  }

  private struct Record {
    let input: any InputFile
    let name: DisplayText
    /// Whether the recorded run did not end.
    var isUnfinished = false
  }

  /// - Throws: `missingInput` when there is no such file, or no last run.
  private func find() throws(SyncFailure) -> Record {
    guard let file else {
      let input = try? world.files.input(world.streams.input)
      if let input, input.kind != .device { return standardInput(input) }
      return try lastRun()
    }
    if file == "-" {
      do throws(FileError) {
        return standardInput(try world.files.input(world.streams.input))
      } catch {
        throw error.exhaustion ?? .badRecord(file: "standard input", .unreadable(error.reason))
      }
    }
    let path = try world.absolute(file)
    guard let record = try find(path) else { throw .missingInput(file: DisplayText(path)) }
    return record
  }

  private func standardInput(_ input: any InputFile) -> Record {
    Record(input: input, name: "standard input")
  }

  /// The newer of the last finished run and an unfinished one.
  ///
  /// - Throws: `missingInput` when there is neither.
  private func lastRun() throws(SyncFailure) -> Record {
    let (finished, unfinished) = (LastRun.finished(in: folder), LastRun.unfinished(in: folder))
    // What cannot be looked at is reported when it is opened.
    func age(_ path: String) -> Int64? { (try? world.files.info(path))?.modified }
    // A run that is just starting has recorded nothing yet, and one that is ending renames its
    // file.
    if let part = age(unfinished), part > age(finished) ?? .min,
      var record = try find(unfinished), record.input.size > 0
    {
      record.isUnfinished = true
      return record
    }
    guard let record = try find(finished) else {
      throw .badRecord(file: DisplayText(finished), .none)
    }
    return record
  }

  /// The recording at a path; nil when there is none.
  private func find(_ path: String) throws(SyncFailure) -> Record? {
    let name = DisplayText(path)
    do throws(FileError) {
      return try world.files.openInput(path).map { Record(input: $0, name: name) }
    } catch {
      throw error.exhaustion ?? .badRecord(file: name, .unreadable(error.reason))
    }
  }
}
