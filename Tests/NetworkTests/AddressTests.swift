// Which requests may be sent, and where to.

import Support
import Model
import Testing

@testable import Network

struct AddressTests {
  @Test func `only HTTPS and loopback addresses are allowed`() {
    for (url, origin) in [
      ("https://example.org", "https://example.org:443"),
      ("HTTPS://EXAMPLE.org/A", "https://example.org:443"),
      ("https://example.org:8443/a?b#c", "https://example.org:8443"),
      ("http://127.0.0.1:8080/api", "http://127.0.0.1:8080"),
      ("http://127.8.9.10", "http://127.8.9.10:80"), ("http://[::1]:99/x", "http://[::1]:99"),
      ("http://localhost:1/", "http://localhost:1"), ("http://example.org", nil),
      ("http://127.0.0.1.example.org/", nil), ("http://localhost.example.org", nil),
      ("http://127.1/", nil), ("http://127.0.0.256", nil), ("http://1270.0.0.1", nil),
      ("http://[::2]/", nil), ("http://0.0.0.0/", nil), ("http://user:pw@127.0.0.1", nil),
      ("https://u@example.org", nil), ("https://www.strava.com@127.0.0.1:1/", nil),
      ("ftp://127.0.0.1/", nil), ("file:///etc/passwd", nil), ("127.0.0.1:80", nil), ("", nil),
      ("https://", nil), ("https://a b", nil), ("https://exa\u{e4}mple.org", nil),
      ("https://127.0.0.1\\@example.org/", nil), ("http://127.0.0.1:99999", nil),
      ("http://127.0.0.1:0", nil), ("http://127.0.0.1:+80", nil), ("http://[::1", nil),
    ] as [(String, String?)] {
      let address = WebAddress(url).flatMap { $0.isAllowed ? $0 : nil }
      expectEqual(address?.origin, origin, "\(url)")
    }
  }

  /// A line break would inject a header, a NUL would cut one.
  @Test func `requests that inject are refused`() {
    for (url, value, isGood) in [
      ("https://x/", "b c\t\u{fc}", true), ("https://x/", "", true),
      ("https://x/\r\n", "b", false), ("https://x/ y", "b", false),
      ("https://x/", "a\r\nX: 1", false), ("https://x/", "a\n", false),
      ("https://x/", "a\r", false), ("https://x/", "a\u{0}b", false),
      ("https://x/", "\u{7f}", false),
    ] {
      let request = Request("GET", url, headers: [("X-A", Secret(value))])
      expectEqual(request.isWellFormed, isGood, "\(url) \(value)")
    }
  }

  @Test func `authorization headers are encoded`() {
    expectEqual(
      Secret.basic(user: "API_KEY", password: Secret("k:ü")).reveal(), "Basic QVBJX0tFWTprOsO8")
    expectEqual(Secret.bearer(Secret("t")).reveal(), "Bearer t")
    expectEqual("\(Secret("t")) \(String(reflecting: Secret("t")))", "<redacted> <redacted>")
  }
}
