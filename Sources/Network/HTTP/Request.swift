// What is sent to a server, and what it answers.

package import Model

/// One HTTP request. Header values and the body may hold secrets and are never shown.
package struct Request: Sendable {
  /// A header line.
  package struct Header: Sendable {
    package let name: String
    package let value: Secret

    package init(_ name: String, _ value: Secret) {
      self.name = name
      self.value = value
    }
  }

  /// GET, POST or DELETE.
  package var method: String
  /// Absolute and percent-encoded; without secrets, because it is shown under `--verbose`.
  package var url: String
  package var headers: [Header]
  package var body: Secret?
  /// Whether a kept connection must not be used. libcurl quietly sends a request again when a kept
  /// connection turns out to be dead, and a token may be posted only once.
  package var freshConnection: Bool
  /// How large the body of the answer may be, in bytes, unpacked.
  package var answerLimit: Int

  /// Larger than any answer but a list's: with what it takes to unpack it and to read it, three
  /// services side by side stay below 100 MB.
  package static let answerLimit = 16 << 20

  package init(
    _ method: String, _ url: String, headers: [Header] = [], body: Secret? = nil,
    freshConnection: Bool = false, answerLimit: Int = Request.answerLimit
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.freshConnection = freshConnection
    self.answerLimit = answerLimit
  }

  /// A GET.
  package init(_ url: String, headers: [Header] = [], freshConnection: Bool = false) {
    self.init("GET", url, headers: headers, freshConnection: freshConnection)
  }
}

extension Request {
  /// Whether every part can stand on the wire as it is: a line break in a header would begin
  /// another header, and a NUL would cut it.
  var isWellFormed: Bool {
    method.utf8.allSatisfy { (0x41...0x5A).contains($0) } && !method.isEmpty
      && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      && headers.allSatisfy { header in
        !header.name.isEmpty && header.name.utf8.allSatisfy(isNameByte)
          && header.value.reveal().utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      }
  }
}

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
  default: false
  }
}

/// A whole HTTP answer. Describing it shows its status and size only, because the body may hold
/// tokens.
package struct Reply: Sendable, CustomStringConvertible, CustomReflectable {
  package let status: Int
  /// As sent, in order.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first header of this name, in whatever case the server writes it.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }

  package var description: String { "\(status), \(body.count) bytes" }
  package var customMirror: Mirror { Mirror(reflecting: description) }
}
