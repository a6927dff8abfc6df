// The settings of a sync.

package import Model

/// The settings of a sync. Services, store and other ports are passed separately.
package struct SyncSettings: Hashable, Sendable {
  /// Do everything except write.
  package var dryRun = false
  /// How far back and how thoroughly to list.
  package var listing = Listing(full: false, since: nil)
  /// Whether streams are fetched after the lists.
  package var streams = false
  /// The rider's own settings, which override those of the services.
  package var rider = RiderProfile()
  /// The FTP that was set for this run alone.
  package var ftpOfThisRun: DatedSetting?
  /// How much sleep is enough.
  package var sleepNeed = Duration.seconds(7 * 3600)
  /// How long to wait for another run's lock.
  package var lockWait = Duration.zero
  /// The store's folder, as displayed.
  package var destination: DisplayText
  /// Connected sources that this run does not contact.
  package var sourcesNotAsked: [Source] = []
  /// A row of scores to use as saved when the store has none, for a simulated offline run.
  package var simulatedRow: ScoreDay?

  package init(destination: DisplayText) {
    self.destination = destination
  }
}
