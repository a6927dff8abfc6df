// Collects what the files of an import hold, and assigns it to sources.

import Codec
import Format
import Model
import Platform

/// The rides, days and catalogues of all files, which may come in any order: the catalogue of an
/// archive may follow its rides.
struct ImportCollection {
  /// Exports of Apple Health that were found in folders.
  var healthExports: [String] = []
  /// Files that could not be read at all, and those of which the beginning was kept.
  private(set) var refused = 0
  private(set) var damaged = 0
  /// Files of which not every sample was kept.
  var thinned = 0
  /// Whether one of them is a file that is damaged as a whole, not just a member of an archive.
  private(set) var hasDamagedFile = false
  /// Why the first file that could not be read was refused, of those at one path.
  var firstRefusal: (location: DocumentLocation, failure: ExportFailure)?
  private var named: [Warning] = []
  /// Files that hold nothing that is imported, and those that could not be read, or not to their
  /// end (nil), and are not named.
  private(set) var rideless: [DisplayText: ExportFailure?] = [:]
  private var unnamed: [DisplayText: ExportFailure?] = [:]
  /// The files that the disk did not deliver as a whole, and why.
  private var undelivered: [PathKey: StorageFailure.Reason] = [:]
  /// The keys of documents that hold no ride and may be in Strava's catalogue: those that were
  /// reported, and, with the reason, those that matter only if it names them.
  private var reported: Set<String> = []
  private var unused: [String: ExportFailure] = [:]

  private var rides: [ImportedRide] = []
  private var garminDays: GarminDays
  private var garminSummaries = GarminSummaries()
  /// The folders that Garmin exports are in, as the beginnings of keys.
  private var garminRoots: Set<String> = []
  private var hasDays = false
  /// Which activities the rides become that are not named after their start; known once the records
  /// are taken.
  private(set) var names = StreamSelection.Names()
  /// Objects and rows that could not be used.
  private var skipped: [Source: Int] = [:]
  private var stravaCatalogues: [(location: DocumentLocation, catalogue: StravaCatalogue)] = []
  /// Rows of Strava's catalogues whose rides are lost.
  private(set) var unreadableRows = 0

  /// - Parameter localOffset: the machine's offset from UTC in seconds east, for documents that do
  ///   not tell theirs.
  init(localOffset: @escaping @Sendable (Timestamp) -> Int) {
    garminDays = GarminDays(localOffset: localOffset)
  }

  // MARK: Collecting

  mutating func add(_ rides: [ImportedRide], at location: DocumentLocation) {
    let key = location.key
    for var ride in rides {
      guard self.rides.count < ImportLimits.files else {
        return noteRefusal(of: location, .tooManyFiles)
      }
      ride.key = key
      self.rides.append(ride)
    }
  }

  mutating func add(_ days: [WellnessDay]) {
    hasDays = true
    if !garminDays.add(days) { skipped[.garmin, default: 0] += 1 }
  }

  mutating func add(_ catalogue: StravaCatalogue, at location: DocumentLocation) {
    stravaCatalogues.append((location, catalogue))
    unreadableRows += catalogue.skipped
    if catalogue.isDamaged { noteDamage(at: location) }
  }

  /// Reads a document of Garmin's account export.
  mutating func read(
    _ document: GarminDocument, _ input: any ByteInput, at location: DocumentLocation
  ) throws(ImportError) {
    let isSummary = document == .activities
    if isSummary { garminRoots.insert(ArchiveLayout.garminRoot(of: location.folderKey)) }
    hasDays = hasDays || !isSummary
    let reading = try document.read(input) { object in
      isSummary
        ? garminSummaries.add(object, at: location.place)
        : garminDays.add(object, of: document, at: location.place)
    }
    skipped[.garmin, default: 0] += reading.skipped
    if reading.isDamaged { noteDamage(at: location) }
  }

  /// Notes a file of which only the beginning could be read.
  mutating func noteDamage(at location: DocumentLocation) {
    damaged += 1
    if location.member.isEmpty { hasDamagedFile = true }
    if damaged <= ImportedFiles.mostNamed {
      named.append(.fileDamaged(file: location.name))
    } else if unnamed.count < ImportLimits.files {
      unnamed[location.name] = .some(nil)
    }
  }

  /// Notes a document that is no ride, and how it begins.
  mutating func noteUnused(_ location: DocumentLocation, _ head: [UInt8]) {
    let isRide = DocumentKind(head) == .fit || XMLRoot(head)?.isRide == true
    let failure = isRide ? .noRide : ForeignFile.failure(head) ?? .noRide
    noteUnused(location, failure)
    leaveOut(location, failure)
  }

  /// Notes a file that holds nothing that is imported; a member of an archive is part of it. Of a
  /// gzip and its content the content comes first, and says more.
  mutating func leaveOut(_ location: DocumentLocation, _ failure: ExportFailure) {
    if location.member.isEmpty, rideless.count < ImportLimits.files, rideless[location.name] == nil
    {
      rideless[location.name] = failure
    }
  }

  private mutating func noteUnused(_ location: DocumentLocation, _ failure: ExportFailure) {
    if unused[location.key] == nil, isBesideCatalogue(location) { unused[location.key] = failure }
  }

  /// Whether a document is where Strava's rides are. Bounds memory as well.
  private func isBesideCatalogue(_ location: DocumentLocation) -> Bool {
    location.key.place(of: "/\(ArchiveLayout.stravaRides)/") != nil
      && max(reported.count, unused.count) < ImportLimits.files
  }

  /// Notes a file that could not be read at all.
  mutating func noteRefusal(of location: DocumentLocation, _ failure: ExportFailure) {
    // A recording that never began is no loss.
    if failure == .noRide {
      leaveOut(location, failure)
      return noteUnused(location, failure)
    }
    report(location, failure)
  }

  /// Notes a file that could not be read, or that a person named and that has no ride.
  mutating func report(_ location: DocumentLocation, _ failure: ExportFailure) {
    if case .unreadable(let why) = failure { undelivered[PathKey(location.file)] = why }
    if isBesideCatalogue(location), !reported.insert(location.key).inserted { return }
    refused += 1
    if location.member.isEmpty, case .damaged = failure { hasDamagedFile = true }
    if firstRefusal == nil { firstRefusal = (location, failure) }
    if refused <= ImportedFiles.mostNamed {
      named.append(.fileRefused(file: location.name, failure))
    } else if unnamed.count < ImportLimits.files {
      unnamed[location.name] = failure
    }
    rideless[location.name] = nil
  }

  /// The files that were left out, or are damaged (nil), and are not among ``problems``, by name.
  var filesLeftOut: [(file: DisplayText, why: ExportFailure?)] {
    (Array(rideless) + Array(unnamed)).sorted { $0.key.description < $1.key.description }
      .map { ($0.key, $0.value) }
  }

  /// Whether the disk did not deliver a file, or a part of it, which may be otherwise later.
  func isUndelivered(_ path: String) -> Bool { undelivered[PathKey(path)] != nil }

  /// Why the last file could not be read, or not at all.
  func whyUnread(_ path: String) -> ExportFailure? {
    undelivered[PathKey(path)].map { .unreadable($0) } ?? firstRefusal?.failure
  }

  /// The files that the disk did not deliver, as `problems`.
  var undeliveredFiles: [Warning] {
    let all = undelivered.sorted { $0.key < $1.key }.map { key, reason in
      Warning.fileRefused(file: DisplayText(key.path), .unreadable(reason))
    }
    let more = all.count - ImportedFiles.mostNamed
    return all.prefix(ImportedFiles.mostNamed)
      + (more > 0 ? [.moreFiles(damaged: 0, refused: more)] : [])
  }

  /// What could not be read, or not to its end: the first files by name.
  var problems: [Warning] {
    let more = Warning.moreFiles(
      damaged: max(0, damaged - ImportedFiles.mostNamed),
      refused: max(0, refused - ImportedFiles.mostNamed))
    let rows = unreadableRows > 0 ? [Warning.rowsUnreadable(.strava, count: unreadableRows)] : []
    return (max(damaged, refused) > ImportedFiles.mostNamed ? named + [more] : named) + rows
  }

  // MARK: Assigning

  /// Returns the records of every source and frees the data.
  mutating func takeRecords() -> [Source: ImportedRecords] {
    var lists: [Source: RideMerger] = [:]
    nameStravaRides(&lists)
    nameGarminRides()
    for ride in rides { lists[ride.activity.id.source, default: RideMerger()].rides.append(ride) }
    rides = []
    let summaries = garminSummaries.takeActivities()
    if !summaries.isEmpty { lists[.garmin, default: RideMerger()].summaries = summaries }
    if hasDays, lists[.garmin] == nil { lists[.garmin] = RideMerger() }
    let days = garminDays.takeDays()
    var records: [Source: ImportedRecords] = [:]
    while let (source, list) = lists.popFirst() {
      records[source] = ImportedRecords(
        days: source == .garmin ? days : [], rides: (consume list).merged(),
        skipped: skipped[source] ?? 0)
    }
    return records
  }

  /// Gives the rides of Strava exports the ids and names of their catalogues. Rides without a file,
  /// or whose file could not be read, are what their row says.
  private mutating func nameStravaRides(_ lists: inout [Source: RideMerger]) {
    if stravaCatalogues.isEmpty { return }
    // An archive in an archive was read before its catalogue was known.
    let roots = stravaCatalogues.map(\.location.folderKey).filter { $0.place(of: "!/") != nil }
    rides.removeAll { ride in
      roots.contains {
        ride.key.hasPrefix($0) && !ride.key.hasPrefix("\($0)\(ArchiveLayout.stravaRides)/")
      }
    }
    let byKey = Dictionary(grouping: rides.indices) { rides[$0].key }
    for (location, catalogue) in stravaCatalogues {
      for row in catalogue.rows {
        // Who unpacks an export may unpack its members as well.
        let files = [
          row.file, row.file.flatMap { $0.hasSuffix(".gz") ? String($0.dropLast(3)) : nil },
        ]
        .compactMap { $0.map(location.beside) }
        let file =
          files.last {
            byKey[$0.key] != nil || unused[$0.key] != nil || reported.contains($0.key)
          } ?? files.first
        guard let index = nearest(row.activity?.start, among: file.flatMap { byKey[$0.key] } ?? [])
        else {
          if let file { report(file, unused[file.key] ?? .missing) }
          if let activity = row.activity {
            lists[.strava, default: RideMerger()].rides.append(ImportedRide(activity))
          } else {
            unreadableRows += 1
          }
          continue
        }
        var activity = rides[index].activity
        let from = activity.from
        activity.id = ActivityID(source: .strava, sourceID: row.id)
        names.byDocument[rides[index].key, default: [:]][activity.start] = activity.id
        activity.name = row.name ?? activity.name
        activity.sport = row.sport ?? activity.sport
        if let summary = row.activity { activity = activity.filled(from: summary) }
        activity.from = from
        rides[index].activity = activity
      }
    }
    stravaCatalogues = []
  }

  /// The ride of a file that a row is about: files of several sessions have several.
  private func nearest(_ start: Timestamp?, among indices: [Int]) -> Int? {
    guard let start else { return indices.first }
    func gap(_ index: Int) -> UInt64 {
      (rides[index].activity.start.seconds - start.seconds).magnitude
    }
    return indices.min { gap($0) < gap($1) }
  }

  /// All rides of a Garmin export are Garmin's, whatever recorded them.
  private mutating func nameGarminRides() {
    names.garminRoots = garminRoots
    for index in rides.indices where rides[index].activity.id.source.isFiles {
      let (ride, id) = (rides[index], rides[index].activity.id)
      if garminRoots.contains(where: { ride.key.hasPrefix($0) }) {
        rides[index].activity.id = ActivityID(source: .garmin, sourceID: id.sourceID)
      }
    }
  }
}

/// Days filled in any order.
struct DayList {
  private var days: [Day: WellnessDay] = [:]
  private let source: Source
  private let place: (Day) -> FileOrigin?

  /// - Parameter place: where a date is found first.
  init(_ source: Source, place: @escaping (Day) -> FileOrigin?) {
    (self.source, self.place) = (source, place)
  }

  mutating func change(_ date: Day, _ change: (inout WellnessDay) -> Void) {
    var day = days[date] ?? WellnessDay(source: source, date: date)
    if days[date] == nil { day.from = place(date) }
    change(&day)
    days[date] = day
  }

  mutating func set(_ date: Day, _ field: WritableKeyPath<WellnessDay, Double?>, _ value: Double?) {
    guard let value else { return }
    change(date) { $0[keyPath: field] = value.rounded3 }
  }

  func sorted() -> [WellnessDay] { days.values.sorted { $0.date < $1.date } }
}

/// The mean of the values that were added.
struct Mean {
  private var sum = 0.0
  private(set) var count = 0

  /// nil without values.
  var mean: Double? { count > 0 ? sum / Double(count) : nil }

  mutating func add(_ value: Double) {
    sum += value
    count += 1
  }
}

/// Plausible figures of a person's day, whatever the document; others count as absent. Choices of
/// this project.
enum DayLimits {
  /// The years 1900 to 2099.
  static let dates = Day(number: -25_567)..<Day(number: 47_482)
  /// Beats a minute.
  static let restingHeartRate = 20.0...200.0
  /// Milliseconds; 0 means no value.
  static let variability = 1.0...500.0
  /// Breaths a minute.
  static let respiration = 3.0...60.0
  /// Kilograms.
  static let weight = 20.0...400.0
  /// The score of a night; 0 means no value.
  static let score = 1.0...100.0
  /// Seconds of a day, and of a night.
  static let seconds = 0.0...86_400.0
}
