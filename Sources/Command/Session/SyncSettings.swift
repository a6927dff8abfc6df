// What a sync and an import have in common: their settings, and the formulas for files.

import Flags
import Imports
import Model
import Pipeline
import Training

extension Session {
  /// The settings common to all syncs.
  var syncSettings: SyncSettings {
    var settings = SyncSettings(destination: DisplayText(folders.store))
    settings.dryRun = options.dryRun
    settings.listing = Listing(
      full: options.full, since: options.since, allowDeletions: options.allowDeletions)
    settings.streams = options.streams
    settings.rider = options.rider
    // The config file is of all stores; another one may be another rider's.
    let isKept = !options.sample && !options.dryRun && !options.typed.contains("store")
    if options.ftpLevels == [.argument], isKept {
      settings.ftpOfThisRun = options.rider.ftp
    }
    settings.sleepNeed = options.sleepNeed ?? settings.sleepNeed
    settings.lockWait = options.wait ?? .zero
    return settings
  }

  /// What is computed while files are read.
  var formulas: ImportFormulas {
    let time = world.time
    return ImportFormulas(
      rMSSD: { BeatIntervals(beats: $0).rmssd() },
      weightedPower: { $0.weightedPower() },
      analyze: { RideAnalysis(of: $0, isMeasured: $1, rider: $2) },
      localOffset: { time.localOffset(at: $0) })
  }
}
