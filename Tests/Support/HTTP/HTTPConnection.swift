// One connection of the server: reads requests, sends answers, correct or deliberately broken.

/// Speaks HTTP/1.1 on one socket.
struct HTTPConnection {
  private let socket: Socket
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
    let count = request.header("Content-Length").flatMap { Int($0) } ?? 0
    while buffer.count < count { guard receive() else { return nil } }
    request.body = Array(buffer.prefix(count))
    buffer.removeFirst(count)
    return request
  }

  /// Sends the answer; false when the connection cannot be used any longer.
  func send(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
    let asksToClose = request.header("Connection")?.lowercased() == "close"
    let body = response.body
    switch response.delivery {
    case .whole:
      let fields =
        ["Content-Length: \(body.count)"] + (asksToClose ? ["Connection: close"] : [])
      return socket.send(head(response, fields) + body) && !asksToClose
    case .chunked(let size):
      let chunks = chunked(body, by: size) + Array("0\r\n\r\n".utf8)
      return socket.send(head(response, ["Transfer-Encoding: chunked"]) + chunks) && !asksToClose
    case .untilClose: _ = socket.send(head(response, ["Connection: close"]) + body)
    case .raw(let ending):
      _ = socket.send(body)
      switch ending {
      case .close: break
      case .reset: socket.resetOnClose()
      case .silence: while !socket.receive().isEmpty {}
      }
    }
    return false
  }

  private func head(_ response: HTTPResponse, _ fields: [String]) -> [UInt8] {
    let headers = response.headers.items.map { "\($0.name): \($0.value)" }
    let lines = ["HTTP/1.1 \(response.status) Status"] + headers + fields + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private func chunked(_ body: [UInt8], by size: Int) -> [UInt8] {
    stride(from: 0, to: body.count, by: size).reduce(into: []) { bytes, start in
      let chunk = body[start...].prefix(size)
      bytes += Array(String(chunk.count, radix: 16).utf8) + [13, 10] + chunk + [13, 10]
    }
  }

  private mutating func readHead() -> String? {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      if let index = buffer.firstIndex(of: end) {
        defer { buffer.removeFirst(index + end.count) }
        return String(decoding: buffer[..<index], as: UTF8.self)
      }
      guard receive() else { return nil }
    }
  }

  /// Waits for more bytes; false when there are none.
  private mutating func receive() -> Bool {
    let more = socket.receive()
    buffer += more
    return !more.isEmpty
  }
}
