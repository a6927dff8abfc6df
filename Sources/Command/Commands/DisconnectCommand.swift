// `velo-sync disconnect SOURCE`: forgets a service, and on request its records.

import Flags
import Model
import Network
import Reporting
import Services
import Storage

struct DisconnectCommand {
  let session: Session
  let source: Source

  private var options: Options { session.options }

  /// Revokes the permission at the service, forgets the credentials, and deletes the records with
  /// `--purge`.
  func run(_ loop: inout Loop) -> ExitStatus {
    session.begin([source], &loop)
    do throws(SyncFailure) {
      try session.refuseSampleStore()
      let isConnected =
        try source.isFiles
        ? session.connectedSources().contains(source)
        : session.credentials.sources().contains(source)
      guard isConnected || options.purge else { throw .notConnected(source) }
      if options.purge, try !confirm(&loop) {
        return loop.finish(RunSummary(outcome: .failed, exit: .failed, counts: Counts()))
      }
      let account = isConnected ? try session.account(at: source, loop) : nil
      let events = loop.events
      return loop.runReporting { () async throws(SyncFailure) in
        try await disconnect(account, isConnected: isConnected, events)
      }
    } catch {
      return loop.fail(error)
    }
  }

  /// Asks the person to confirm that the records are deleted.
  ///
  /// - Throws: `usage` when nobody can be asked and `--yes` was not given; why the store cannot be
  ///   read.
  private func confirm(_ loop: inout Loop) throws(SyncFailure) -> Bool {
    if options.yes { return true }
    guard session.isInteractive else { throw .usage(.needsConfirmation(source)) }
    let (store, source) = (session.store(readOnly: true), source)
    let holdings = loop.work {
      await Result { () async throws(SyncFailure) in try await store.holdings(of: source) }
    }
    // Nothing is known if the run is being stopped: then nobody is asked.
    guard let holdings = try holdings?.get() else { return false }
    let question = Question.purge(source, activities: holdings.activities, days: holdings.days)
    if loop.ask(question.prompt, echo: true) == source.rawValue { return true }
    loop.say([Question.nothingDeleted])
    return false
  }

  /// Disconnects. An interrupted run leaves the remaining steps undone.
  ///
  /// - Parameter account: the account to revoke; nil when it is not connected.
  private func disconnect(
    _ account: (any ServiceAccount)?, isConnected: Bool, _ events: any EventSink
  ) async throws(SyncFailure) -> RunSummary {
    let store = options.purge ? session.store() : nil
    do throws(SyncFailure) {
      let credentials = try session.credentials.inUse(for: source)
      let others = account == nil ? [] : try session.otherStores(using: source)
      // First, so that a store in use by another run leaves everything unchanged.
      if let holder = try await store?.lock() { throw .locked(holder) }
      if let account, try await !account.revoke() { events.post(.warning(.notRevoked(source))) }
      try stopIfCancelled()
      if source == .files {
        let folders = try session.folderList.folders().map { DisplayText($0) }
        try await session.folderList.disconnect(nil)
        if store == nil { events.post(.notice(.foldersDisconnected(folders))) }
      }
      if !source.isFiles { try await credentials.forget(source) }
      try stopIfCancelled()
      if let store {
        let holdings = try await store.holdings(of: source)
        try await store.purge(source)
        let count = holdings.activities + holdings.days
        events.post(.notice(.recordsDeleted(source, count: count)))
        await store.unlock()
      }
      if !others.isEmpty { events.post(.notice(.signInShared(source, stores: others))) }
      if !source.isFiles, try credentials.sources().contains(source) {
        events.post(.warning(.stillSupplied(source)))
      }
      var report = SourceReport(source: source, state: .notConnected)
      report.wasConnected = isConnected
      events.post(.source(report))
      return .ok
    } catch {
      await store?.unlock()
      throw error
    }
  }

  private func stopIfCancelled() throws(SyncFailure) { if Task.isCancelled { throw .interrupted } }
}
