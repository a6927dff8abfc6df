// The version of the program; defined here only.

/// The version of velo-sync.
package enum Version {
  /// The number alone, as in the `version` event.
  package static let number = "0.1.0"

  /// When its manual last changed, as manual pages write it.
  static let date = "November 21, 2026"

  /// What `--version` prints, without the newline.
  ///
  /// - Parameter commit: what it was built from and when; nil for a build from no commit.
  package static func line(commit: String?) -> String {
    "velo-sync \(number)" + (commit.map { " (\($0))" } ?? "")
  }
}
