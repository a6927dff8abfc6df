// Decides whether a request to the loopback listener is the redirect we wait for.

import Codec

/// The redirect that a sign-in expects: this path at this host, with this state.
struct ExpectedRedirect: Sendable {
  /// Without a query: `/velo-sync`.
  let path: String
  /// As the `Host` header writes it: `127.0.0.1:53124`.
  let host: String
  let state: String

  /// The query of the redirect; nil for anything else, forged requests included.
  ///
  /// - Parameter head: request line and headers, without the empty line.
  func query(in head: [UInt8]) -> FormPairs? {
    let lines = String(decoding: head, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1."),
      hosts(in: lines.dropFirst()) == [host], words[1].hasPrefix(path + "?"),
      let query = FormPairs(parsing: words[1].dropFirst(path.count + 1)), matches(query)
    else { return nil }
    return query
  }

  /// Whether the query carries our state, whatever it compares to: the time tells nothing.
  func matches(_ query: FormPairs) -> Bool {
    let given = Array((query["state"] ?? "").utf8)
    let wanted = Array(state.utf8)
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func hosts(in lines: ArraySlice<Substring>) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "host" else { return nil }
      return parts[1].filter { $0 != " " && $0 != "\t" }
    }
  }
}
