// The listener's thread: many slow or rude clients, one that counts.

import Codec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Serves the listening socket until the redirect came or somebody wakes it.
struct RedirectServer {
  /// Bytes of a request's head at most.
  private static let headLimit = 64 << 10
  /// When one more comes, the oldest connection has to go.
  private static let connectionLimit = 32

  private struct Client {
    let socket: LoopbackSocket
    var head: [UInt8] = []
    var answer: ArraySlice<UInt8> = []
    var redirect: FormPairs?
    var isOver = false
  }

  private let listener: LoopbackSocket
  private let wake: Int32
  private let expected: ExpectedRedirect
  private var clients: [Client] = []

  /// - Parameter wake: a descriptor that becomes readable when nobody waits any more.
  init(listener: LoopbackSocket, wake: Int32, expected: ExpectedRedirect) {
    self.listener = listener
    self.wake = wake
    self.expected = expected
  }

  /// The query of the redirect, once its page was sent; nil when woken.
  mutating func run() -> FormPairs? {
    defer { for client in clients { client.socket.close() } }
    while true {
      var polled = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      polled += clients.map { client in
        let events = client.answer.isEmpty ? POLLIN : POLLOUT
        return pollfd(fd: client.socket.descriptor, events: Int16(events), revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { return nil }
      if polled[0].revents != 0 { return nil }
      for index in clients.indices where polled[index + 2].revents != 0 { serve(&clients[index]) }
      if let redirect = clients.first(where: { $0.isOver && $0.redirect != nil })?.redirect {
        return redirect
      }
      for client in clients where client.isOver { client.socket.close() }
      clients.removeAll(where: \.isOver)
      if polled[1].revents != 0 { welcome() }
    }
  }

  private mutating func welcome() {
    if clients.count == Self.connectionLimit { clients.removeFirst().socket.close() }
    if let socket = listener.accepted() { clients.append(Client(socket: socket)) }
  }

  private func serve(_ client: inout Client) {
    if client.answer.isEmpty { receive(&client) }
    if !client.answer.isEmpty { send(&client) }
  }

  private func receive(_ client: inout Client) {
    guard let bytes = client.socket.receive() else { return }
    let known = client.head.count
    client.head += bytes
    if let end = endOfHead(client.head, from: max(0, known - 3)) {
      client.redirect = expected.query(in: Array(client.head[..<end]))
      let page: RedirectPage =
        client.redirect.map { $0["error"] == nil ? .signedIn : .denied } ?? .refused
      client.answer = page.answer[...]
    } else if client.head.count > Self.headLimit {
      client.answer = RedirectPage.refused.answer[...]
    } else if bytes.isEmpty {
      client.isOver = true
    }
  }

  private func send(_ client: inout Client) {
    guard let count = client.socket.send(client.answer) else {
      // The page is lost, what the browser brought is not.
      client.isOver = true
      return
    }
    client.answer = client.answer.dropFirst(count)
    if client.answer.isEmpty { client.isOver = true }
  }

  /// Where the empty line begins, looked for from `start` on.
  private func endOfHead(_ head: [UInt8], from start: Int) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    guard head.count - end.count >= start else { return nil }
    return (start...head.count - end.count).first { head[$0..<$0 + end.count].elementsEqual(end) }
  }
}
