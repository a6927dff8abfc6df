// The texts that users read, in one place, so that they can be translated one day. Only the help is
// elsewhere: in the tables of commands and options.

import Codec
package import Model

/// Makes all texts. They are written with `…` and `·`; `Glyphs.fit` turns them into ASCII.
package struct Messages: Sendable {
  /// How clock times are shown.
  package enum Clock: Sendable {
    /// `14:15Z`
    case utc
    /// `14:15`, local time.
    case local
  }

  /// Whether texts are displayed or read aloud.
  package enum Voice: Sendable {
    /// `5 min`, `~/data`.
    case written
    /// `5 minutes`, `/home/jo/data`. The `spoken` functions make whole sentences.
    case spoken
  }

  /// The command being run, for hints.
  package enum Job: Hashable, Sendable {
    case sync, `import`
    case connect(Source)
    case disconnect(Source)
  }

  /// The store that a command in a hint must name, to be about that of this run.
  package enum StoreOption: Sendable {
    /// None: it finds the store without.
    case usual
    /// None, but a sync must ask for the sample athlete, whose store a setting names.
    case usualSample
    /// That of `--store`, as it was typed.
    case folder(String, isSample: Bool)
    /// The sample athlete's own, in this folder.
    case sample(String)
  }

  let clock: Clock
  let voice: Voice
  /// The home folder, shown as `~`.
  let home: String?
  /// What distances, heights and speeds are written in.
  let units: Units
  /// The local time's offset from UTC in seconds. Today is always the local day, even with UTC
  /// clock times.
  let offset: @Sendable (Timestamp) -> Int
  package var job = Job.sync
  /// The file that the run is recorded in.
  package var record: String?
  /// The files and folders that a setting decides, with its name, for hints.
  package var settings: [(path: String, name: String)] = []
  /// Whether the store can be written, or made; where it is there and cannot, another place would
  /// be another store.
  package var mayWriteStore = true
  package var isStoreThere = false
  /// The config file; nil if none is read, or it cannot be written.
  package var config: String?
  /// The usual config file, if the rider's settings are from there.
  package var configOfRider: String?
  package var store = StoreOption.usual
  /// The words after the program's name, where nothing else than the same command tries again; nil
  /// for a plain sync of this store.
  package var typed: [String]?
  /// The command that was typed, for hints that name its help.
  package var typedCommand: String?
  /// Whether a sync writes nothing, so that another try should not either.
  package var isDryRun = false
  /// Whether the command takes `--wait`.
  package var mayWait = true
  /// The options that name what a line counts; nil where none would.
  package var verbosely: [String]? = ["--verbose"]
  /// The rider's settings that were given as arguments, for commands that need the same.
  package var typedSettings: [String] = []
  /// `--config FILE` or `--no-config`, and the units of `--units`, if they were typed: other
  /// commands need the same.
  package var typedConfig: String?
  package var typedUnits: Units?

  package init(
    clock: Clock, voice: Voice = .written, home: String?, units: Units = .metric,
    offset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    (self.clock, self.voice, self.home) = (clock, voice, home)
    (self.units, self.offset) = (units, offset)
  }

  /// Whether this run is about the sample athlete.
  var isSample: Bool {
    switch store {
    case .sample, .usualSample, .folder(_, isSample: true): true
    case .usual, .folder: false
    }
  }

  /// A command to advise, about the store of this run.
  ///
  /// - Parameter words: without the program; options alone are those of a sync.
  func command(_ words: String = "") -> String {
    let isSync = words.isEmpty || words.hasPrefix("-")
    let options: String? =
      switch store {
      case .usual: nil
      case .usualSample: isSync ? "--sample" : nil
      case .sample where isSync: "--sample"
      case .folder(let path, isSample: true) where isSync: "--sample --store \(shellPath(path))"
      case .folder(let path, _), .sample(let path): "--store \(shellPath(path))"
      }
    let name = words.prefix { $0 != " " }
    let showsUnits = isSync || ["chart", "import", "ride", "rides"].contains(name)
    let units = showsUnits ? typedUnits.map { "--units \($0.rawValue)" } : nil
    return ["velo-sync", words.isEmpty ? nil : words, units, typedConfig, options].compactMap { $0 }
      .joined(separator: " ")
  }

  /// The command that tries again.
  var retryCommand: String { typed.map(commandLine) ?? command(isDryRun ? "--dry-run" : "") }

  /// The program with these words, as a shell takes them, about the store of this run: who sets a
  /// variable for one command does not have it in the next.
  func commandLine(_ words: [String]) -> String {
    var line = words.map(shellWord)
    if case .folder(let path, _) = store, !words.contains(where: { $0.hasPrefix("--store") }) {
      let end = words.firstIndex(of: "--") ?? words.endIndex
      line.insert("--store \(shellPath(path))", at: end)
    }
    return (["velo-sync"] + line).joined(separator: " ")
  }

  /// One command or another: without the program where the words alone are enough, and nothing
  /// directly behind a folder's name, which would be copied with it.
  func eitherCommand(_ first: String, or words: String) -> String {
    let second = command(words)
    return second == "velo-sync \(words)" ? "\(first), or \(words)" : "\(first) or \(second)"
  }

  /// A path as a shell takes it, `~` for the home folder.
  package func shellPath(_ path: String) -> String {
    let text = fullPath(DisplayText(path))
    if text == "~" { return text }
    if text.hasPrefix("-") { return "./" + shellWord(text) }
    return text.hasPrefix("~/") ? "~/" + shellWord(String(text.dropFirst(2))) : shellWord(text)
  }

  /// The name of a source as its maker writes it.
  package func name(_ source: Source) -> String { source.label }

  /// "Strava is", "Ride files are".
  func isOrAre(_ source: Source) -> String { source == .files ? "are" : "is" }

  /// "Strava was", "Ride files were".
  func wasOrWere(_ source: Source) -> String { source == .files ? "were" : "was" }

  func name(_ stage: Stage) -> String { capitalized(stage.rawValue) }
  func name(_ kind: ScoreKind) -> String { capitalized(kind.rawValue) }
  func name(_ band: Band) -> String { capitalized(spaced(band.rawValue)) }

  /// A word of the events as it is read: "rate limited".
  func spaced(_ word: String) -> String { word.split(separator: "_").joined(separator: " ") }

  /// A text where it begins a sentence or a label.
  func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A text that follows others.
  func uncapitalized(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

  /// "183", "3,212".
  func number(_ value: Int) -> String { value.grouped }

  /// "1 activity", "3,017 activities".
  ///
  /// - Parameter plural: nil for an s at the end.
  func count(_ value: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(number(value)) \(value == 1 ? singular : plural ?? singular + "s")"
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
  func date(_ day: Day) -> String { "\(day.calendar.day) \(month(day.calendar.month))" }

  /// "19 Nov", of another year than that of `today` "19 Nov 2025".
  func date(_ day: Day, today: Day) -> String {
    day.year == today.year ? date(day) : dateWithYear(day)
  }

  /// "19 Nov 2026".
  func dateWithYear(_ day: Day) -> String { "\(date(day)) \(day.year)" }

  /// The local day of `stamp`.
  func day(of stamp: Timestamp) -> Day { Day(of: stamp, offset: offset(stamp)) }

  /// How long something took: "4.2 s", "3 min 20 s".
  package func took(_ value: Duration) -> String { DurationText.precise(value.milliseconds) }

  /// A time left, rounded up to whole units: "12 s", "3 min 20 s".
  func duration(_ value: Duration) -> String {
    DurationText.whole(Int64(value.inSeconds.rounded(.up)) * 1000)
  }

  /// A duration so far, in whole units.
  func elapsed(_ value: Duration) -> String { DurationText.whole(value.milliseconds / 1000 * 1000) }

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
    case ..<3600: count(seconds / 60, "minute") + " ago"
    case ..<86_400: count(seconds / 3600, "hour") + " ago"
    default: count(seconds / 86_400, "day") + " ago"
    }
  }

  /// A shortened path: `~` for the home folder, and `…` for the middle.
  package func path(_ text: DisplayText) -> String {
    let path = fullPath(text)
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    guard parts.count > 3, let first = parts.first, let last = parts.last else { return path }
    return first == "~" ? "~/…/\(last)" : "/\(first)/…/\(last)"
  }

  /// A full path, with `~` for the home folder in written texts.
  func fullPath(_ text: DisplayText) -> String {
    let path = text.description
    guard voice == .written, let home, !home.isEmpty, path == home || path.hasPrefix(home + "/")
    else { return path }
    return "~" + path.dropFirst(home.count)
  }

  func list(_ sources: [Source]) -> String { sources.map(name).joined(separator: " & ") }

  func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
