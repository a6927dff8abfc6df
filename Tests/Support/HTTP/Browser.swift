// Opens an address on this machine, as a browser does after a redirect.

import CLibrary

/// The parts of an address that a test needs.
package struct WebAddress {
  package let host: String
  /// nil if it names none.
  package let port: UInt16?
  /// Path and query.
  let target: String

  /// Reads `http://host:port/path?query`; nil for anything else.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: #/https?://([^:/?]+)(?::(\d+))?(.*)/#) else { return nil }
    (host, port) = (String(match.1), match.2.flatMap { UInt16($0) })
    target = match.3.hasPrefix("/") ? String(match.3) : "/" + match.3
  }
}

package enum Browser {
  package struct Page: Sendable {
    package let status: Int
    package let body: String
  }

  /// Gets an address on this machine; localhost is 127.0.0.1.
  package static func get(
    _ address: String, method: String = "GET", headers: NamedValues = [:], body: String = ""
  ) throws -> Page {
    guard let parts = WebAddress(address), let port = parts.port else {
      throw SystemFailure("open \(address)", code: EINVAL)
    }
    let socket = try Socket.connected(to: port)
    defer { socket.close() }
    let fields = headers.items.map { "\($0.name): \($0.value)\r\n" }.joined()
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    let request =
      "\(method) \(parts.target) HTTP/1.1\r\nHost: \(parts.host):\(port)\r\n"
      + "Connection: close\r\n\(fields)\(length)\r\n\(body)"
    _ = socket.send(request.utf8)
    var bytes: [UInt8] = []
    while case let more = socket.receive(), !more.isEmpty { bytes += more }
    let words = String(decoding: bytes.prefix(20), as: UTF8.self).split(separator: " ")
    guard let end = bytes.firstIndex(of: [13, 10, 13, 10]), words.count > 1,
      let status = Int(words[1])
    else { throw SystemFailure("read \(address)", code: ECONNRESET) }
    return Page(status: status, body: String(decoding: bytes[(end + 4)...], as: UTF8.self))
  }
}
