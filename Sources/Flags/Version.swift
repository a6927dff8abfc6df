// The version of the program, in the one place that says it.

/// Which velo-sync this is.
package enum Version {
  /// The number alone, as in the `version` event.
  package static let number = "0.1.0"

  /// What `--version` prints, without a line end.
  package static var line: String { "velo-sync \(number)" }
}
