// Every text that a person reads is made here, ready for another language one day.

import Codec
package import Model

/// The wording of everything. Texts are written with `…` and `·`; `Glyphs.fit` turns them into ASCII.
package struct Messages: Sendable {
  /// How clock times are told.
  package enum Clock: Sendable {
    /// `14:15Z`
    case utc
    /// `14:15` as this machine's clock shows it.
    case local
  }

  /// Whom the texts are for.
  package enum Voice: Sendable {
    /// Eyes: `5 min`, `~/data`.
    case written
    /// Ears: `5 minutes`, `/home/jo/data`. Whole sentences are the `spoken` functions.
    case spoken
  }

  /// What the run is for, as far as its advice hangs on it.
  package enum Job: Sendable {
    case sync
    case connect(Source)
    case disconnect(Source)
  }

  let clock: Clock
  let voice: Voice
  let job: Job
  let home: String?
  /// The file that the run is recorded in.
  let record: String?
  private let offset: @Sendable (Timestamp) -> Int

  /// - Parameters:
  ///   - home: the home folder, told as `~`.
  ///   - record: the file that the run is recorded in; nil when it is not.
  ///   - job: what to do again when it fails.
  ///   - offset: seconds by which this machine's clock is ahead of UTC: today is the local day,
  ///     whatever clock is told.
  package init(
    clock: Clock, voice: Voice = .written, home: String?, record: String? = nil,
    job: Job = .sync, offset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    self.clock = clock
    self.voice = voice
    self.home = home
    self.record = record
    self.job = job
    self.offset = offset
  }

  /// The name of a source as its maker writes it.
  package func name(_ source: Source) -> String { source.label }

  func name(_ stage: Stage) -> String {
    switch stage {
    case .routine: "Routine"
    case .prep: "Prep"
    case .saving: "Saving"
    }
  }

  func name(_ kind: ScoreKind) -> String {
    switch kind {
    case .recovery: "Recovery"
    case .sleep: "Sleep"
    case .strain: "Strain"
    }
  }

  func name(_ band: Band) -> String {
    switch band {
    case .optimal: "Optimal"
    case .good: "Good"
    case .fair: "Fair"
    case .low: "Low"
    case .rest: "Rest"
    case .veryLow: "Very low"
    case .medium: "Medium"
    case .high: "High"
    case .veryHigh: "Very high"
    }
  }

  /// "183", "3,212".
  func number(_ value: Int) -> String {
    value.grouped
  }

  /// "1 activity", "3,017 activities".
  func count(_ value: Int, _ singular: String, _ plural: String) -> String {
    "\(number(value)) \(value == 1 ? singular : plural)"
  }

  /// "14:15" or "14:15Z".
  func time(_ stamp: Timestamp) -> String {
    var seconds = stamp.seconds
    var zone = "Z"
    if case .local = clock {
      seconds += Int64(offset(stamp))
      zone = ""
    }
    let minutes = Int((seconds % 86_400 + 86_400) % 86_400) / 60
    return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))\(zone)"
  }

  /// "19 Nov".
  func date(_ day: Day) -> String {
    let (_, month, day) = day.calendar
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(day) \(months[month - 1])"
  }

  /// The local day of `stamp`.
  func day(of stamp: Timestamp) -> Day {
    Day(of: stamp, offset: offset(stamp))
  }

  /// How long something took: "4.2 s", "3 min 20 s".
  package func took(_ value: Duration) -> String {
    DurationText.precise(value.milliseconds)
  }

  /// A length of time to come in whole units, begun seconds counted: "12 s", "3 min 20 s".
  func duration(_ value: Duration) -> String {
    DurationText.whole(Int64(value.inSeconds.rounded(.up)) * 1000)
  }

  /// A length of time that has passed, in whole units.
  func elapsed(_ value: Duration) -> String {
    DurationText.whole(value.milliseconds / 1000 * 1000)
  }

  /// A limit as it was given: "5 min", "1.5 s".
  func limit(_ value: Duration) -> String {
    if voice == .spoken { return exactInWords(value) }
    return value.milliseconds % 1000 == 0
      ? DurationText.whole(value.milliseconds) : DurationText.precise(value.milliseconds)
  }

  /// "just now", "5 minutes ago", "2 days ago".
  func ago(_ stamp: Timestamp, now: Timestamp) -> String {
    let seconds = Int(max(0, now.seconds - stamp.seconds))
    return switch seconds {
    case ..<60: "just now"
    case ..<3600: count(seconds / 60, "minute", "minutes") + " ago"
    case ..<86_400: count(seconds / 3600, "hour", "hours") + " ago"
    default: count(seconds / 86_400, "day", "days") + " ago"
    }
  }

  /// A path as a person knows it: the home folder as `~`, and what lies between its beginning and
  /// its end as `…`.
  package func path(_ text: DisplayText) -> String {
    let path = fullPath(text)
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    guard parts.count > 3, let first = parts.first, let last = parts.last else { return path }
    return first == "~" ? "~/…/\(last)" : "/\(first)/…/\(last)"
  }

  /// A path in full, but for the home folder, which ears are told as well.
  func fullPath(_ text: DisplayText) -> String {
    let path = text.description
    guard voice == .written, let home, !home.isEmpty, path == home || path.hasPrefix(home + "/")
    else { return path }
    return "~" + path.dropFirst(home.count)
  }

  func list(_ sources: [Source]) -> String {
    sources.map(name).joined(separator: " & ")
  }

  private func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
