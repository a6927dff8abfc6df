// What an import reads at most. The manual lists these numbers.

/// Limits that bound the memory and the time of an import, far above what people have. What is
/// beyond them is reported.
package enum ImportLimits {
  /// Files that one run reads, and rides: twenty a day for twenty-five years.
  package static let files = 200_000
  /// Archives inside archives; a gzip counts as a level, too.
  package static let archiveLevels = 5
  /// Members of a zip archive, and parts of a gzip file, which blocked gzip has for each 64 KiB.
  package static let archiveMembers = 1_000_000
  /// Unpacked bytes of a run.
  package static let unpackedBytes: Int64 = 64_000_000_000
  /// How many times larger unpacked data may be.
  package static let unpackedRatio: Int64 = 1_000
  /// NULs in a row with which a file ends, in bytes.
  package static let zeros = 1 << 20
  /// Samples of a ride: three days at one a second, 17 MB. Of a longer one every second sample is
  /// kept, or every fourth.
  package static let samples = 262_144
  /// Sessions of a ride file.
  package static let sessions = 1_000
  /// Pauses of a ride file.
  package static let pauses = 65_536
  /// Bytes of a tag of an XML file.
  package static let tag = 262_144
  /// Elements of an XML file inside each other.
  package static let elementDepth = 64
  /// Bytes of a text, such as a name; longer ones are cut.
  package static let text = 1_024
  /// Readings of a wellness FIT file: one a minute for 22 days.
  package static let wellnessReadings = 32_768
  /// Nights of a wellness FIT file.
  package static let wellnessNights = 1_000
  /// Rows of Strava's list of activities.
  package static let stravaRows = 200_000
  /// Bytes of text in that list: 20,000 rides take two million.
  package static let stravaText = 8 << 20
  /// Summaries of activities of a Garmin export: three a day for thirty years, 16 MB.
  package static let garminActivities = 32_768
  /// Bytes of a name or a sport in them; Garmin allows 80 characters.
  package static let garminName = 256
  /// Days of a Garmin export: 164 years.
  package static let garminDays = 60_000
  /// Workouts of exports of Apple Health: thirty a day for twenty years.
  package static let appleWorkouts = 220_000
  /// Readings of each kind, 24 bytes each: one every quarter of an hour for thirty years.
  package static let appleReadings = 1 << 20
  /// Sleep samples.
  package static let appleSleep = 262_144
  /// Devices and apps.
  package static let appleDevices = 4_096
  /// Beats of a record of heart rate variability: more than a minute.
  package static let beats = 4_096
}
