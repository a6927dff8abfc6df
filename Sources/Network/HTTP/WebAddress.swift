// The parts of a URL that decide whether a request may go there.

import Codec

/// An absolute http or https URL, taken apart.
package struct WebAddress: Hashable, Sendable {
  let isSecure: Bool
  /// In small letters; an IPv6 address keeps its brackets.
  let host: String
  let port: Int
  /// Everything from the first slash after the host on; empty without one.
  package let path: String

  /// nil for anything but a plain http or https URL; one with a user in it is none.
  package init?(_ text: String) {
    guard let scheme = text.place(of: "://"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    switch text[..<scheme.lowerBound].lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    default: return nil
    }
    let rest = text[scheme.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard let authority = Self.split(rest[..<end]) else { return nil }
    host = authority.host.lowercased()
    port = authority.port ?? (isSecure ? 443 : 80)
    path = String(rest[end...])
  }

  private static func split(_ authority: Substring) -> (host: Substring, port: Int?)? {
    guard !authority.contains("@") else { return nil }
    let afterHost: Substring.Index
    if authority.first == "[" {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      afterHost = authority.index(after: close)
    } else {
      afterHost = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    guard afterHost > authority.startIndex else { return nil }
    let rest = authority[afterHost...]
    if rest.isEmpty { return (authority, nil) }
    guard rest.first == ":", let port = Int(rest.dropFirst()), (1...65_535).contains(port),
      rest.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    return (authority[..<afterHost], port)
  }

  /// Whether a request may go there: https anywhere, plain http to this machine only.
  package var isAllowed: Bool { isSecure || isLoopback }

  /// 127.0.0.0/8 in four decimal parts, [::1] or localhost.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
          && Int(part).map { $0 <= 255 } ?? false
      }
  }
}
