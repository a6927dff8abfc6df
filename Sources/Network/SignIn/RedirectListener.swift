// Receives the OAuth redirect on 127.0.0.1.

import Codec
import Model
import Platform
import Synchronization

/// A listening socket with its own thread. Replies 400 to everything but the expected redirect and
/// keeps listening.
final class RedirectListener: Sendable {
  /// What the thread shares: the page of the browser, and when it was sent.
  private final class Ending: Sendable {
    let page = Mutex<RedirectPage?>(nil)
    let hasEnded = FirstResult<Void, SyncFailure>()
  }

  let expected: ExpectedRedirect
  /// Wakes the thread when it is closed; nil once it was.
  private let wake: Mutex<Int32?>
  private let result = FirstResult<FormPairs, SyncFailure>()
  private let ending = Ending()

  /// Starts listening; nil if the port is not available.
  ///
  /// - Parameter port: 0 lets the system choose.
  init?(port: UInt16, path: String, state: String) {
    guard let (listener, port) = LoopbackSocket.listening(on: port) else { return nil }
    guard let ends = RawDescriptor.makePipe() else {
      listener.close()
      return nil
    }
    wake = Mutex(ends.writeEnd)
    expected = ExpectedRedirect(path: path, host: "127.0.0.1:\(port)", state: state)
    let hasThread = DedicatedThread.start { [result, expected, ending] in
      var server = RedirectServer(listener: listener, wake: ends.readEnd, expected: expected)
      server.run(arrived: { result.resolve(.success($0)) }) {
        ending.page.withLock { $0 } ?? .unfinished
      }
      listener.close()
      RawDescriptor.close(ends.readEnd)
      result.resolve(.failure(.internal("the sign-in listener broke")))
      ending.hasEnded.resolve(.success(()))
    }
    guard hasThread else {
      listener.close()
      RawDescriptor.close(ends.readEnd)
      return nil
    }
  }

  deinit { wakeUp() }

  private func wakeUp() { if let end = wake.withLock({ $0.take() }) { RawDescriptor.close(end) } }

  /// Shows the browser how the sign-in has ended, and waits until it has the page. Call once.
  func show(_ page: RedirectPage) async {
    ending.page.withLock { $0 = page }
    wakeUp()
    _ = await ending.hasEnded.wait(orCancelled: .interrupted)
  }

  /// Waits for the redirect and returns its query.
  ///
  /// - Throws: `timeout` if it does not arrive in time, `interrupted` if the task is cancelled.
  func redirect(
    until deadline: Moment, time: any Time, of source: Source
  ) async throws(SyncFailure) -> FormPairs {
    // Cancelled once the redirect has arrived.
    let watchdog = Task(executorPreference: CurrentWork.executor) { [result] in
      guard (try? await time.sleep(until: deadline)) != nil else { return }
      result.resolve(.failure(.timeout(.signIn(source))))
    }
    defer { watchdog.cancel() }
    return try await result.wait(orCancelled: .interrupted).get()
  }
}

struct ExpectedRedirect: Sendable {
  /// Without a query: `/velo-sync`.
  let path: String
  /// The `Host` header: `127.0.0.1:53124`.
  let host: String
  let state: String

  /// The query of the redirect; nil for any other request, forged ones included.
  ///
  /// - Parameter head: request line and headers, without the empty line.
  func query(in head: [UInt8]) -> FormPairs? {
    let lines = String(decoding: head, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1."),
      hosts(in: lines.dropFirst()) == [host], words[1].hasPrefix(path + "?"),
      let query = FormPairs(parsing: words[1].dropFirst(path.count + 1)), matches(query)
    else { return nil }
    return query
  }

  /// Whether the query has the expected state; compares in constant time.
  func matches(_ query: FormPairs) -> Bool {
    let given = Array((query["state"] ?? "").utf8)
    let wanted = Array(state.utf8)
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func hosts(in lines: ArraySlice<Substring>) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "host" else { return nil }
      return parts[1].filter { $0 != " " && $0 != "\t" }
    }
  }
}
