// A setting as `--explain` shows it.

package import Model

/// A setting, its value and where it came from.
package struct ExplainedSetting: Hashable, Sendable {
  /// The long name of its option in the positive form.
  package let name: String
  /// As it would be typed, yes or no for a switch; nil if it is not set.
  package let value: DisplayText?
  /// `argument --output`, `variable VELO_SYNC_OUTPUT`, `config FILE:LINE` or `default`.
  package let origin: DisplayText
}
