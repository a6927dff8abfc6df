// Serves browsers on the listener's thread, tolerating slow and invalid clients.

import Codec
import Model
import Platform

/// Serves the listening socket until it is woken. The browser of the redirect gets its page then:
/// only the end of the sign-in tells what it says.
struct RedirectServer {
  /// The largest request head, in bytes.
  private static let headLimit = 64 << 10
  /// The most open connections; the oldest is closed for a new one.
  private static let connectionLimit = 32
  /// How long new connections wait while the process has no descriptors left, in milliseconds.
  private static let pause: Int32 = 500
  /// How long a browser may take for its page, in milliseconds.
  private static let patience: Int32 = 2000

  private struct Client {
    let socket: LoopbackSocket
    var head: [UInt8] = []
    var answer: ArraySlice<UInt8> = []
    var redirect: FormPairs?
    var isOver = false
    /// Whether no browser waits for the page.
    var isIdle: Bool { redirect == nil }
  }

  private let listener: LoopbackSocket
  /// A descriptor that becomes readable when the listener is released or the page is known.
  private let wake: Int32
  private let expected: ExpectedRedirect
  private var clients: [Client] = []
  /// Whether the last connection found no descriptor, nor another connection to make way.
  private var isFull = false

  init(listener: LoopbackSocket, wake: Int32, expected: ExpectedRedirect) {
    (self.listener, self.wake, self.expected) = (listener, wake, expected)
  }

  /// Serves until it is woken, then sends the page to who waits for it.
  ///
  /// - Parameters:
  ///   - arrived: called with the query of each redirect.
  ///   - page: the page, asked for once woken.
  mutating func run(arrived: (FormPairs) -> Void, page: () -> RedirectPage) {
    defer { for client in clients { client.socket.close() } }
    while true {
      // A listener that is not accepted from would be ready again at once.
      var polled = [
        PollEntry(wake, .reading), PollEntry(isFull ? -1 : listener.descriptor, .reading),
      ]
      polled += clients.map { client in
        PollEntry(client.socket.descriptor, client.answer.isEmpty ? .reading : .writing)
      }
      let patience = isFull ? Self.pause : -1
      isFull = false
      if case .failure(let error) = PollEntry.wait(for: &polled, timeout: patience) {
        guard error.isInterruption else { return }
        continue
      }
      if polled[0].isReady { return send(page()) }
      for index in clients.indices where polled[index + 2].isReady {
        let isKnown = clients[index].redirect != nil
        if clients[index].answer.isEmpty { receive(&clients[index]) }
        if !clients[index].answer.isEmpty { send(&clients[index]) }
        if !isKnown, let redirect = clients[index].redirect { arrived(redirect) }
      }
      close(\.isOver)
      // The rest of the sign-in needs descriptors, too.
      if !clients.allSatisfy(\.isIdle) { close(\.isIdle) }
      if polled[1].isReady { acceptClient() }
    }
  }

  private mutating func send(_ page: RedirectPage) {
    close(\.isIdle)
    for index in clients.indices { clients[index].answer = page.answer[...] }
    while !clients.isEmpty {
      var polled = clients.map { PollEntry($0.socket.descriptor, .writing) }
      switch PollEntry.wait(for: &polled, timeout: Self.patience) {
      case .failure(let error) where error.isInterruption: continue
      case .failure, .success(0): return
      case .success: break
      }
      for index in clients.indices where polled[index].isReady { send(&clients[index]) }
      close(\.isOver)
    }
  }

  private mutating func close(_ isClosed: (Client) -> Bool) {
    for client in clients where isClosed(client) { client.socket.close() }
    clients.removeAll(where: isClosed)
  }

  private mutating func acceptClient() {
    if clients.count == Self.connectionLimit {
      let oldest = clients.firstIndex(where: \.isIdle) ?? 0
      clients.remove(at: oldest).socket.close()
    }
    if let socket = listener.accepted() {
      clients.append(Client(socket: socket))
    } else if SystemLimit.reached == .descriptors {
      let count = clients.count
      close(\.isIdle)
      isFull = clients.count == count
    }
  }

  private func receive(_ client: inout Client) {
    guard let bytes = client.socket.receive() else { return }
    let known = client.head.count
    client.head += bytes
    if let end = client.head[max(0, known - 3)...].place(of: "\r\n\r\n") {
      client.redirect = client.redirect ?? expected.query(in: Array(client.head[..<end]))
      if client.redirect == nil { client.answer = RedirectPage.refused.answer[...] }
      client.isOver = bytes.isEmpty
    } else if client.head.count > Self.headLimit {
      client.answer = RedirectPage.refused.answer[...]
    } else if bytes.isEmpty {
      client.isOver = true
    }
  }

  private func send(_ client: inout Client) {
    guard let count = client.socket.send(client.answer) else {
      // Keep the redirect although its page could not be sent.
      client.isOver = true
      return
    }
    client.answer = client.answer.dropFirst(count)
    if client.answer.isEmpty { client.isOver = true }
  }
}

/// A self-contained HTML page.
struct RedirectPage: Sendable {
  static let refused = RedirectPage(
    status: "400 Bad Request", title: "Not a sign-in",
    sentence: "This address does not belong to a sign-in that is in progress.")
  /// Where the sign-in was cancelled.
  static let unfinished = RedirectPage(
    title: "Not connected", sentence: "The sign-in was cancelled. You can close this page.")

  var status = "200 OK"
  let title: String
  let sentence: String

  var answer: [UInt8] {
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>velo-sync</title>
      <style>
        body { font: 18px/1.5 system-ui, sans-serif; max-width: 30em; margin: 20vh auto; padding: 0 1em }
        @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }
      </style>
      <h1>\(escaped(title))</h1>
      <p>\(escaped(sentence))</p>

      """
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(page.utf8.count)", "Cache-Control: no-store",
      "Referrer-Policy: no-referrer", "Connection: close", "", "",
    ]
    return Array((head.joined(separator: "\r\n") + page).utf8)
  }

  private func escaped(_ text: String) -> String {
    let marks: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
    return text.map { marks[$0] ?? String($0) }.joined()
  }
}
