// The version of the program; defined here only.

/// The version of velo-sync.
package enum Version {
  /// The number alone, as in the `version` event.
  package static let number = "0.1.0"

  /// When its manual last changed, as manual pages write it.
  static let date = "November 21, 2026"

  /// What `--version` prints, without the newline.
  package static var line: String { "velo-sync \(number)" }
}
