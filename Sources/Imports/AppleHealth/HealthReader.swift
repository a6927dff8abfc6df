// Reads an export, passes its elements to the collectors, and collects its workouts.

import Model

/// Reads exports one after another and merges records of the same day or workout.
struct HealthReader {
  /// Records of known kinds that could not be read.
  private(set) var skipped = 0
  /// Tolerated errors in Apple's XML.
  private(set) var tolerated = 0
  /// Whether a document was read to its end.
  private(set) var hasRead = false

  private var days = HealthDays()
  private var workouts = WorkoutList()
  /// The workout whose element is open.
  private var workout: Workout?
  /// The HRV record whose element is open, and its beats.
  private var variability: (time: HealthTime, device: DeviceTable.Device)?
  private var beats = BeatList()
  private let rMSSD: @Sendable ([HeartBeat]) -> Double?

  init(rMSSD: @escaping @Sendable ([HeartBeat]) -> Double?) { self.rMSSD = rMSSD }

  /// Reads a document to its end. Nothing of one that is damaged counts.
  ///
  /// - Throws: `badExport`, `interrupted`, `config` without zlib.
  mutating func read(_ document: HealthDocument, _ progress: ReadingProgress) throws(SyncFailure) {
    var whole = self
    do throws(ImportError) {
      let input = ReportingInput(try document.input(), progress)
      try whole.read(input, at: document.location.place)
    } catch {
      throw document.failure(error)
    }
    whole.hasRead = true
    self = whole
    progress.finish(document.size)
  }

  /// Reads a document to its end.
  ///
  /// - Parameter place: without a member, records have a line number.
  /// - Throws: the scanner's failures; `damaged` for a document that is not an export, `unsuitable`
  ///   for one that exceeds the capacity.
  mutating func read(_ input: any ByteInput, at place: FileOrigin) throws(ImportError) {
    var scanner = XMLScanner(input)
    workout = nil
    variability = nil
    while true {
      switch try scanner.next() {
      case .open: try open(&scanner, place)
      case .close: if scanner.level == 2 { try close(&scanner) }
      case .end:
        tolerated += scanner.tolerated
        return
      }
    }
  }

  /// Returns the records and frees the data.
  mutating func takeRecords() -> ImportedRecords {
    // Days first, because their data is the largest.
    let days = days.takeDays()
    return ImportedRecords(
      days: days, rides: workouts.takeActivities().map { ImportedRide($0) }, skipped: skipped,
      corrected: tolerated)
  }

  @inline(__always)
  private mutating func open(_ scanner: inout XMLScanner, _ place: FileOrigin) throws(ImportError) {
    switch scanner.level {
    case 1: guard scanner.name.equals("HealthData") else { throw scanner.damagedElement() }
    case 2:
      // Records inside correlations are repeated at this level.
      switch scanner.name {
      case "Record":
        guard let kind = HealthRecord.Kind(&scanner) else { return }
        try read(kind, &scanner, place)
      case "Workout":
        let place = Self.place(&scanner, place)
        workout = Workout(&scanner, &days.devices, from: place)
        if workout == nil { skipped += 1 }
      default: break
      }
    default: readChild(&scanner)
    }
  }

  private mutating func readChild(_ scanner: inout XMLScanner) {
    switch scanner.name {
    case "WorkoutStatistics" where scanner.level == 3: workout?.readStatistics(&scanner)
    case "MetadataEntry" where scanner.level == 3: workout?.readMetadata(&scanner)
    case "InstantaneousBeatsPerMinute" where variability != nil:
      beats.add(
        bpm: scanner.value("bpm").flatMap(XMLNumber.parse),
        time: scanner.value("time").flatMap(BeatTime.seconds))
    default: break
    }
  }

  private mutating func close(_ scanner: inout XMLScanner) throws(ImportError) {
    if let content = workout.take() {
      guard workouts.add(content) else { throw .unsuitable(.tooMuch) }
    }
    if let (time, device) = variability {
      variability = nil
      guard let figure = beats.all.flatMap(rMSSD), figure > 0 else { return }
      let reading = Reading(time: time, device: device, value: figure)
      guard days.add(reading, of: .rMSSD) else { throw .unsuitable(.tooMuch) }
    }
  }

  private mutating func read(
    _ kind: HealthRecord.Kind, _ scanner: inout XMLScanner, _ place: FileOrigin
  ) throws(ImportError) {
    guard let record = HealthRecord(kind, &scanner) else { return skipped += 1 }
    guard let device = days.devices.device(record.device) else { throw .unsuitable(.tooMuch) }
    let isKept: Bool
    switch record.content {
    case .nothing: return
    case .figure(let value):
      let reading = Reading(time: record.start, device: device, value: value)
      isKept = days.add(reading, of: kind)
      if kind == .variability {
        variability = (record.start, device)
        beats.removeAll()
      }
      days.note(record.start.day) { Self.place(&scanner, place) }
    case .sleep(let sleep, let end):
      isKept = days.sleep.add(sleep, from: record.start, to: end, device)
      days.note(end.day) { Self.place(&scanner, place) }
    }
    guard isKept else { throw .unsuitable(.tooMuch) }
  }

  /// Where the current element is.
  private static func place(_ scanner: inout XMLScanner, _ document: FileOrigin) -> FileOrigin {
    var place = document
    if document.member == nil { place.line = scanner.lineOfElement() }
    return place
  }
}

/// Workouts without duplicates.
private struct WorkoutList {
  /// The number of preceding workouts to compare with.
  private static let comparedCount = 32

  private var entries: [Workout] = []

  /// False if there are too many.
  mutating func add(_ workout: Workout) -> Bool {
    guard entries.count < ImportLimits.appleWorkouts else { return false }
    entries.append(workout)
    return true
  }

  /// Returns the activities in order of start and frees the data. Of duplicates, keeps the record
  /// with the most statistics, otherwise the first.
  mutating func takeActivities() -> [Activity] {
    // Stable, so that the first of equals stays first.
    entries.sort { $0.activity.start < $1.activity.start }
    var kept: [Workout] = []
    for workout in entries {
      let near = kept.indices.suffix(Self.comparedCount)
        .first { Self.areDuplicates(kept[$0], workout) }
      if let near {
        if workout.statistics > kept[near].statistics { kept[near] = workout }
      } else {
        kept.append(workout)
      }
    }
    entries = []
    return kept.map(\.activity)
      .sorted { ($0.start, $0.id.sourceID) < ($1.start, $1.id.sourceID) }
  }

  /// Whether two records are the same workout. For different devices, by the rule for rides from
  /// several services.
  private static func areDuplicates(_ one: Workout, _ other: Workout) -> Bool {
    one.activity.id == other.activity.id
      || one.device != other.device && SameRide.matches(one.activity, other.activity)
  }
}
