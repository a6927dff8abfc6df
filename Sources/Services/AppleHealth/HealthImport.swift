// What exports of Apple Health hold, ready for the store.

package import SyncModel

/// The days and activities of one or several exports.
package struct HealthImport: Sendable {
  /// One a date, in order; source `appleHealth`, with the place they were first seen at.
  package let days: [WellnessDay]
  /// In order of start, each workout once; source `appleHealth`.
  package let activities: [Activity]
  /// Records of the kinds we read that could not be read: without a start, in a unit nobody knows.
  package let skipped: Int
  /// Mistakes of Apple's that were put up with: control characters, doubled attributes (the first
  /// counts), blanks in names.
  package let mended: Int
}
