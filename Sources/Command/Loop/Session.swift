// A command with its options, and the store, credentials and accounts it works with.

import Flags
import Imports
import Model
import Network
import Reporting
import Services
import Storage
import Terminal
import Wrap

/// A command with its options, its folders and its world.
struct Session: Sendable {
  let arguments: [String]
  let options: Options
  /// Creates the face that writes the recording.
  let record: @Sendable () -> any Face
  /// Creates the face of another run that begins at a moment of the animation.
  let nextFace: @Sendable (Moment) -> any Face
  /// The options of a sign-in during a run.
  let connectOptions: @Sendable (Source) -> Options
  let folders: Folders
  let world: World
  /// Whether standard input is a terminal.
  let isInputTerminal: Bool
  let isOutputTerminal: Bool
  let face: FaceChoice
  /// Where the outputs of a wrapped command go, unless it has a pseudo terminal.
  let wrapping: ChildOutputs

  var isLive: Bool { face == .live }

  /// Whether questions may be asked.
  var isInteractive: Bool { options.input && isInputTerminal }

  /// How many times faster than real time; nil for as fast as possible.
  var speed: Double? {
    switch options.speed {
    case .times(let factor)?: factor
    case .max?: nil
    case nil: 1
    }
  }

  /// How a person can answer a retry prompt; nil when none can be shown.
  var promptAnswer: PromptAnswer? {
    guard isInteractive, isOutputTerminal else { return nil }
    return switch face {
    case .live: .key
    case .accessible: .word
    case .plain, .json, .quiet, .transparent: nil
    }
  }

  /// Runs the command.
  func perform(_ loop: inout Loop) -> ExitStatus {
    switch options.action {
    case .sync: sync(&loop)
    case .connect(let source): connect(source, &loop)
    case .connectFolders(let paths): connectFolders(paths, &loop)
    case .disconnect(let source): disconnect(source, &loop)
    case .sources: listSources(&loop)
    case .import(let paths): importFiles(paths, &loop)
    case .status: showStatus(&loop)
    case .chart(let chart): draw(chart, &loop)
    case .wrap(let command): wrap(command, &loop)
    case .replay(let file): replay(file, &loop)
    // Handled before there is a session.
    case .schema, .completions, .emit: loop.finish(.ok)
    }
  }

  /// Records the run as the last one, if its command is one of those recorded.
  func keepAsLastRun(_ loop: inout Loop) {
    guard options.isRecorded, let lastRun = LastRun(in: folders.state, on: world.files) else {
      return
    }
    loop.recordLastRun(lastRun, face: record())
  }

  /// The first event of every command.
  ///
  /// - Parameter attempt: from 1; each retry adds one.
  func start(sources: [Source], sample: Bool, store: String, attempt: Int = 1) -> SyncEvent.Kind {
    let scope = RunStart.Scope(
      dryRun: options.dryRun, sample: sample, sources: sources, store: DisplayText(store))
    return .runStarted(runStart(scope: scope, attempt: attempt))
  }

  /// - Parameter scope: nil for the run of another program.
  func runStart(scope: RunStart.Scope?, attempt: Int = 1) -> RunStart {
    RunStart(
      id: runID(), command: options.action.command.rawValue,
      arguments: arguments.map { DisplayText($0) }, scope: scope, attempt: attempt,
      title: options.title.map { DisplayText($0) })
  }

  /// Runs a command that only reads the store.
  ///
  /// - Parameters:
  ///   - namesSources: whether the command is about the connected sources.
  ///   - body: shows the store. Reads everything before it posts anything: a damaged file must not
  ///     leave half an overview. Its second argument is the connected sources; nil in a sample store,
  ///     where nothing is signed in.
  func showStore(
    _ loop: inout Loop, namesSources: Bool = true,
    _ body: @escaping @Sendable (Store, [Source]?) async throws(SyncFailure) -> RunSummary
  ) -> ExitStatus {
    do throws(SyncFailure) {
      let isSample = try Store.isSample(folders.store, on: world.files)
      let connected = isSample || !namesSources ? [] : try connectedSources()
      loop.post(start(sources: connected, sample: isSample, store: folders.store))
      let (store, events) = (store(isSample: isSample, readOnly: true), loop.events)
      return loop.run {
        do throws(SyncFailure) {
          return try await body(store, isSample ? nil : connected)
        } catch {
          events.post(.failure(error))
          return RunSummary(error)
        }
      }
    } catch {
      return loop.fail(error)
    }
  }

  private func runID() -> String {
    let number = world.random.next()
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Session {
  /// The longest wait for a service's limit, unless set by an option.
  private var patience: Duration {
    options.wait ?? (isLive && isInteractive ? .seconds(20 * 60) : .seconds(60))
  }

  /// The store of this run.
  ///
  /// - Parameter readOnly: for commands that change nothing.
  func store(isSample: Bool = false, readOnly: Bool = false) -> Store {
    Store(
      root: folders.store, stateFolder: folders.state, isSample: isSample,
      mode: readOnly ? .readOnly : .readWrite, files: world.files, time: world.time,
      process: world.process)
  }

  /// The stored credentials. Every secret of a run is read from here, or entered later.
  var credentials: CredentialStore {
    world.protectSecrets()
    return CredentialStore(
      files: world.files, folder: folders.state,
      suppliedFolder: Folders.absolute(world.environment["CREDENTIALS_DIRECTORY"]),
      time: world.time)
  }

  /// The account at a source, for the work of a loop; nil for sources of files.
  func account(at source: Source, _ loop: Loop) throws(SyncFailure) -> (any ServiceAccount)? {
    ServiceParts(
      endpoints: try Endpoints(environment: world.environment), transport: transport,
      credentials: credentials, events: loop.events, time: loop.clock, random: world.random,
      patience: patience, deadline: deadline(loop),
      readRecording: { rideStreams(fit: $0) }
    ).account(at: source)
  }

  private var transport: any Transport {
    world.transport(
      world.environment["VELO_SYNC_CA_FILE"].flatMap { $0.isEmpty ? nil : $0 })
  }

  private func deadline(_ loop: Loop) -> Moment? {
    options.timeout.map { loop.state.started + $0 }
  }
}
