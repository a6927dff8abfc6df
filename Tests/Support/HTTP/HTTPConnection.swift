// One connection of the server: reads requests, sends answers, correct or deliberately broken.

/// Speaks HTTP/1.1 on one socket.
struct HTTPConnection {
  let socket: Socket
  private var buffer: [UInt8] = []

  init(_ socket: Socket) { self.socket = socket }

  /// The next request; nil when the client has gone or its request is invalid.
  mutating func nextRequest() -> HTTPRequest? {
    guard let head = readHead() else { return nil }
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3 else { return nil }
    let headers = lines.compactMap { line -> NamedValues.Item? in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return .init(name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
    }
    var request = HTTPRequest(
      method: String(words[0]), target: String(words[1]), headers: NamedValues(headers))
    if request.header("Expect")?.lowercased() == "100-continue" {
      _ = socket.send("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    }
    guard let body = read(count: request.header("Content-Length").flatMap { Int($0) } ?? 0) else {
      return nil
    }
    request.body = body
    return request
  }

  /// Sends the answer; false when the connection cannot be used any longer.
  func send(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
    let bodiless = request.method == "HEAD" || response.status == 204 || response.status == 304
    let body = bodiless ? [] : response.body
    let length = "Content-Length: \(response.body.count)"
    let asksToClose = request.header("Connection")?.lowercased() == "close"
    switch response.delivery {
    case .whole:
      let fields = [length] + (asksToClose ? ["Connection: close"] : [])
      return socket.send(head(response, fields) + body) && !asksToClose
    case .chunked(let size):
      let chunks = chunked(body, by: size) + Array("0\r\n\r\n".utf8)
      return socket.send(head(response, ["Transfer-Encoding: chunked"]) + chunks) && !asksToClose
    case .chunkedWithoutEnd(let size):
      _ = socket.send(head(response, ["Transfer-Encoding: chunked"]) + chunked(body, by: size))
    case .cut(let count):
      _ = socket.send(head(response, [length]) + body.prefix(count))
    case .resetBody(let count):
      _ = socket.send(head(response, [length]) + body.prefix(count))
      socket.resetOnClose()
    case .stall(let count):
      _ = socket.send(head(response, [length]) + body.prefix(count))
      waitUntilClientLeaves()
    case .untilClose:
      _ = socket.send(head(response, ["Connection: close"]) + body)
    case .wrongLength(let length):
      _ = socket.send(head(response, ["Content-Length: \(length)", "Connection: close"]) + body)
    case .close:
      break
    case .reset:
      socket.resetOnClose()
    case .silence:
      waitUntilClientLeaves()
    case .raw:
      _ = socket.send(body)
    }
    return false
  }

  private func waitUntilClientLeaves() {
    while !socket.receive().isEmpty {}
  }

  private func head(_ response: HTTPResponse, _ fields: [String]) -> [UInt8] {
    let headers = response.headers.items.map { "\($0.name): \($0.value)" }
    let lines = ["HTTP/1.1 \(response.status) Status"] + headers + fields + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private func chunked(_ body: [UInt8], by size: Int) -> [UInt8] {
    stride(from: 0, to: body.count, by: max(1, size)).reduce(into: []) { bytes, start in
      let chunk = body[start..<min(start + max(1, size), body.count)]
      bytes += Array(String(chunk.count, radix: 16).utf8) + [13, 10] + chunk + [13, 10]
    }
  }

  private mutating func readHead() -> String? {
    let end: [UInt8] = [13, 10, 13, 10]
    var searched = 0
    while true {
      if let index = buffer.firstIndex(of: end, from: max(0, searched - 3)) {
        let head = String(decoding: buffer[..<index], as: UTF8.self)
        buffer.removeSubrange(..<(index + end.count))
        return head
      }
      searched = buffer.count
      let more = socket.receive()
      guard !more.isEmpty else { return nil }
      buffer += more
    }
  }

  private mutating func read(count: Int) -> [UInt8]? {
    while buffer.count < count {
      let more = socket.receive()
      guard !more.isEmpty else { return nil }
      buffer += more
    }
    defer { buffer.removeSubrange(..<count) }
    return Array(buffer[..<count])
  }
}
