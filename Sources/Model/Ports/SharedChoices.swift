// Choices that a person types and that a room other than Flags obeys. The raw value is what is
// typed.

/// Whether to use colour; `auto` leaves it to the usual variables and the terminal.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  case auto, always, never
}

/// A failure, or slowness, that the sample athlete can simulate.
package enum SimulationCase: String, CaseIterable, Hashable, Sendable {
  case network, timeout, server, auth, permission
  case rateLimit = "rate-limit"
  case badReply = "bad-reply"
  case diskFull = "disk-full"
  case locked, `internal`, slow, offline
}
