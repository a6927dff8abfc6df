// What a sync is asked to do.

package import SyncModel

/// The settings of a sync; the parts it works with are handed over beside them.
package struct SyncSettings: Hashable, Sendable {
  /// Do everything except write.
  package var dryRun: Bool
  /// How far back and how thoroughly to list.
  package var listing: Listing
  /// Whether streams are fetched after the lists.
  package var streams = false
  /// The rider's own functional threshold power in watts; nil takes the services' word.
  package var ftpWatts: Int?
  /// How much sleep is enough.
  package var sleepNeed: Duration
  /// How long to wait for another run's lock.
  package var lockPatience: Duration
  /// The store's folder, as it is shown.
  package var destination: DisplayText
  /// Connected sources that this run leaves alone.
  package var sourcesNotAsked: [Source]
  /// A row of scores that counts as saved by an earlier run when the store has none: for a rehearsal
  /// of being offline.
  package var rehearsedRow: ScoreDay?

  package init(
    dryRun: Bool = false, listing: Listing = Listing(full: false, since: nil),
    ftpWatts: Int? = nil, sleepNeed: Duration = .seconds(7 * 3600), lockPatience: Duration = .zero,
    destination: DisplayText, sourcesNotAsked: [Source] = [], rehearsedRow: ScoreDay? = nil
  ) {
    self.dryRun = dryRun
    self.listing = listing
    self.ftpWatts = ftpWatts
    self.sleepNeed = sleepNeed
    self.lockPatience = lockPatience
    self.destination = destination
    self.sourcesNotAsked = sourcesNotAsked
    self.rehearsedRow = rehearsedRow
  }
}
