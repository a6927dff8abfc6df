// Opens an address on this machine, as a browser does after a redirect.

/// The parts of an address that a test needs.
package struct WebAddress: Sendable, Equatable {
  package var scheme: String
  package var host: String
  package var port: UInt16
  /// Path and query.
  package var target: String

  /// Reads `http://host:port/path?query`; nil for anything else.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    scheme = text[..<colon].lowercased()
    let rest = text[text.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = rest[..<end].split(separator: ":", maxSplits: 1)
    guard let name = authority.first else { return nil }
    host = String(name)
    port = authority.count > 1 ? UInt16(authority[1]) ?? 0 : scheme == "https" ? 443 : 80
    target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
  }
}

/// A minimal browser.
package enum Browser {
  /// A page as received.
  package struct Page: Sendable {
    package let status: Int
    package let body: String
  }

  /// Gets an address on this machine; localhost is 127.0.0.1.
  ///
  /// - Throws: `SystemFailure` when nothing listens or the answer is invalid.
  package static func get(
    _ address: String, method: String = "GET", headers: NamedValues = [:], body: String = ""
  ) throws -> Page {
    guard let parts = WebAddress(address) else { throw SystemFailure("open \(address)", code: 22) }
    let socket = try Socket.connected(to: parts.port)
    defer { socket.close() }
    let fields = headers.items.map { "\($0.name): \($0.value)\r\n" }.joined()
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    let request =
      "\(method) \(parts.target) HTTP/1.1\r\nHost: \(parts.host):\(parts.port)\r\n"
      + "Connection: close\r\n\(fields)\(length)\r\n\(body)"
    _ = socket.send(request.utf8)
    var bytes: [UInt8] = []
    while true {
      let more = socket.receive()
      if more.isEmpty { break }
      bytes += more
    }
    guard let end = bytes.firstIndex(of: [13, 10, 13, 10]) else {
      throw SystemFailure("read \(address)", code: 104)
    }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard words.count > 1, let status = Int(words[1]) else {
      throw SystemFailure("read \(address)", code: 104)
    }
    return Page(status: status, body: String(decoding: bytes[(end + 4)...], as: UTF8.self))
  }
}
