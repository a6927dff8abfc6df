// What a server answered.

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
