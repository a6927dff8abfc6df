// Numbers of records received.

/// How many records were new, changed, unchanged and deleted.
package struct Counts: Hashable, Sendable {
  package var new = 0
  package var changed = 0
  package var unchanged = 0
  package var deleted = 0
  package var daysNew = 0
  package var daysChanged = 0
  /// Those of the days whose night says nothing new: a weigh-in is no night.
  package var daysWithoutNight = 0

  package init() {}

  /// Whether anything is new, changed or deleted.
  package var hasChanges: Bool {
    new + changed + deleted + daysNew + daysChanged > 0
  }

  package static func + (left: Counts, right: Counts) -> Counts {
    var sum = left
    sum.new += right.new
    sum.changed += right.changed
    sum.unchanged += right.unchanged
    sum.deleted += right.deleted
    sum.daysNew += right.daysNew
    sum.daysChanged += right.daysChanged
    sum.daysWithoutNight += right.daysWithoutNight
    return sum
  }
}
