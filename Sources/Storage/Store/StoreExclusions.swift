// Rides that the rider leaves out of everything that is computed.

package import Model

extension Store {
  /// Leaves out the ride of these records, or counts it again, with the next save: everything that
  /// follows from it is then computed anew. The other records of the ride need not be named, if one
  /// of them is.
  package func exclude(_ records: [ActivityID], _ isExcluded: Bool) {
    for record in records { exclusions[record] = isExcluded }
  }

  /// Whether what was excluded is still to be saved.
  var hasExclusions: Bool { !exclusions.isEmpty }

  /// Marks the records that have been read.
  func applyExclusions() throws(SyncFailure) {
    guard hasExclusions else { return }
    let exclusions = exclusions
    for source in Source.allCases {
      try self[source].activities.change { (table) throws(SyncFailure) in
        table.update { record in
          guard let isExcluded = exclusions[record.id], record.isExcluded != isExcluded else {
            return false
          }
          record.isExcluded = isExcluded
          return true
        }
      }
    }
  }
}
