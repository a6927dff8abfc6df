// Scopes as services write them.

/// Scopes separated by blanks (RFC 6749 §3.3) or by commas (Strava's redirect).
func splitScopes(_ text: String) -> [String] {
  text.split { $0 == " " || $0 == "," }.map { String($0) }
}
