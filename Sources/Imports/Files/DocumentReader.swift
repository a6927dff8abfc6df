// Reads a file of any kind into a collection, down through archives, and says where a document is.

import Model
import Platform

/// The kind of a document, by its first bytes.
enum DocumentKind: Hashable {
  case fit, gzip, zip, markup, text
  case other

  init(_ head: [UInt8]) {
    if head.dropFirst(8).starts(with: ".FIT".utf8) {
      self = .fit
    } else if GzipInput.isMagic(head) {
      self = .gzip
    } else if ZipArchive.isArchive(head) {
      self = .zip
    } else {
      switch ArraySlice(skippingMarkOf: head).first(where: { !$0.isXMLBlank }) {
      case UInt8(ascii: "<"): self = .markup
      case nil: self = .other
      default: self = .text
      }
    }
  }
}

/// Reads documents one after another. One ride's records are in memory at a time.
struct DocumentReader {
  struct Settings: Sendable {
    let formulas: ImportFormulas
    var rider = FileRider()
    /// Whether exports of Apple Health are noted, and those of Strava get the ids of their
    /// catalogue.
    var takesExports = true
  }

  /// The streams to write; nil while records are collected.
  private(set) var streams: StreamSelection?

  var collection: ImportCollection
  let settings: Settings
  private let progress: ReadingProgress
  private let budget: UnpackBudget

  /// - Parameters:
  ///   - streams: the streams to write; nil to collect records.
  init(_ settings: Settings, progress: ReadingProgress, streams: StreamSelection? = nil) {
    self.streams = streams
    self.settings = settings
    self.progress = progress
    budget = UnpackBudget(isStopped: progress.isStopped)
    collection = ImportCollection(localOffset: settings.formulas.localOffset)
  }

  /// Reads a file.
  ///
  /// - Returns: false if it holds nothing that is imported.
  /// - Throws: `stopped` and `noZlib`; the failure of a file that cannot be read at all.
  mutating func read(
    _ file: any InputFile, at location: DocumentLocation
  ) throws(ImportError) -> Bool {
    budget.begin(file.size)
    if DocumentKind(try file.bytes(at: 0, count: ExportSignature.headSize)) == .zip {
      return try readArchive(ZipArchive(file), at: location)
    }
    return try readDocument(ReportingInput(PlainInput(file), progress), at: location, level: 0)
  }

  // MARK: Documents

  private mutating func readDocument(
    _ input: any ByteInput, at location: DocumentLocation, level: Int
  ) throws(ImportError) -> Bool {
    let input = InputBuffer(input)
    let head = try input.head(ExportSignature.headSize)
    if let failure = Self.misnamed(head, at: location) { throw .unsuitable(failure) }
    let isUsed =
      switch DocumentKind(head) {
      case .fit: try readFIT(input, at: location)
      case .markup: try readMarkup(input, head, at: location)
      case .gzip where level < ImportLimits.archiveLevels:
        try readDocument(GzipInput(input, budget: budget), at: location, level: level + 1)
      case .zip where level < ImportLimits.archiveLevels:
        try readStream(ZipStream(input, budget: budget), at: location, level: level + 1)
      case .text: try readCatalogue(input, at: location)
      case .gzip, .zip: throw .unsuitable(.nestedTooDeep)
      case .other: false
      }
    if !isUsed { collection.noteUnused(location, head) }
    return isUsed
  }

  /// Why a document with the name of a ride file is none, by its first bytes; nil for others. A FIT
  /// file that is shorter than its header is cut off.
  private static func misnamed(_ head: [UInt8], at location: DocumentLocation) -> ExportFailure? {
    guard !head.isEmpty, RideFile.isRideName(location.key) else { return nil }
    switch DocumentKind(head) {
    case .fit, .gzip, .zip: return nil
    case .markup where XMLRoot(head).map({ $0 == .cut || $0.isRide }) ?? true: return nil
    case .markup, .text, .other:
      let isBegun = head.count < FITReader.headerSize && [12, 14].contains(head[0])
      return isBegun ? .damaged(line: nil) : ForeignFile.failure(head) ?? .noRide
    }
  }

  private mutating func readFIT(
    _ input: InputBuffer, at location: DocumentLocation
  ) throws(ImportError) -> Bool {
    let content = try FITFile.read(
      input, place: location.place, localOffset: settings.formulas.localOffset)
    switch content {
    case .ride(let ride): return try add(ride, at: location)
    case .days(let days, let isDamaged):
      if isDamaged { collection.noteDamage(at: location) }
      collection.add(days)
      return true
    case .nothing: return false
    }
  }

  private mutating func readMarkup(
    _ input: any ByteInput, _ head: [UInt8], at location: DocumentLocation
  ) throws(ImportError) -> Bool {
    if let root = XMLRoot(head), root != .cut, !root.isRide { return false }
    guard let ride = try RideDocument.read(input) else { return false }
    return try add(ride, at: location)
  }

  private mutating func add(
    _ content: RideContent, at location: DocumentLocation
  ) throws(ImportError) -> Bool {
    if streams != nil {
      for isOfSensors in [true, false] {
        for ride in content.streams(ofSensors: isOfSensors) {
          try streams?.write(ride, of: content.source, at: location)
        }
        // Of parts that begin together the one with sensors comes first.
        if streams?.origin == nil || streams?.written.isEmpty == false { break }
      }
      return true
    }
    let rides = try RideBuilder(formulas: settings.formulas, rider: settings.rider)
      .rides(of: content, at: location.place)
    if content.samples.isThinned { collection.thinned += 1 }
    if content.isDamaged { collection.noteDamage(at: location) }
    collection.add(rides, at: location)
    return !rides.isEmpty
  }

  /// The catalogues of accounts' exports, which are told by their names: nothing else of an export
  /// is opened.
  private mutating func readCatalogue(
    _ input: any ByteInput, at location: DocumentLocation
  ) throws(ImportError) -> Bool {
    if streams == nil, let document = GarminDocument.named(location.key) {
      try collection.read(document, input, at: location)
      return true
    }
    guard streams == nil, settings.takesExports, ArchiveLayout.isStravaCatalogue(location.key),
      let catalogue = try StravaCatalogue.read(input, at: location.place)
    else { return false }
    collection.add(catalogue, at: location)
    return true
  }

  // MARK: Archives

  /// Reads an archive whose members can be read in any order.
  private mutating func readArchive(
    _ archive: ZipArchive, at location: DocumentLocation
  ) throws(ImportError) -> Bool {
    // The folder that holds Strava's catalogue; nil for other archives.
    var strava: String?
    try archive.forEachEntry { entry throws(ImportError) in
      guard strava == nil, ArchiveLayout.isStravaCatalogue(entry.name) else { return }
      strava = String(entry.name.dropLast(ArchiveLayout.stravaCatalogue.count))
    }
    if try HealthDocument.isExport(archive) {
      // The routes of its workouts are not rides of their own.
      if settings.takesExports { collection.healthExports.append(location.file) }
      return settings.takesExports
    }
    var isUsed = false
    try archive.forEachEntry { entry throws(ImportError) in
      guard !entry.name.hasSuffix("/"), ArchiveLayout.mayHoldRides(entry.name, beside: strava)
      else { return }
      let member = location.member(entry.name)
      if streams?.mayHold(member) == false { return }
      let isMemberUsed = try reportingFailures(at: member) { reader throws(ImportError) in
        let content = ReportingInput(
          try ZipMember(entry, of: archive, budget: reader.budget, keepsPart: true),
          reader.progress, from: entry.header)
        return try reader.readDocument(content, at: member, level: 1)
      }
      isUsed = isUsed || isMemberUsed
    }
    if !isUsed { collection.leaveOut(location, .archiveWithoutExport) }
    return isUsed
  }

  /// Reads an archive inside another one.
  private mutating func readStream(
    _ stream: ZipStream, at location: DocumentLocation, level: Int
  ) throws(ImportError) -> Bool {
    var isUsed = false
    while let content = try stream.next() {
      let member = location.member(content.name)
      if streams?.mayHold(member) == false { continue }
      let isMemberUsed = try reportingFailures(at: member) { reader throws(ImportError) in
        try reader.readDocument(content, at: member, level: level)
      }
      isUsed = isUsed || isMemberUsed
    }
    return isUsed
  }

  /// Reads a member of an archive: one that cannot be read does not stop the others.
  private mutating func reportingFailures(
    at location: DocumentLocation, _ read: (inout DocumentReader) throws(ImportError) -> Bool
  ) throws(ImportError) -> Bool {
    do {
      return try read(&self)
    } catch {
      guard let failure = error.failure else { throw error }
      collection.noteRefusal(of: location, failure)
      return false
    }
  }
}

/// The layouts of accounts' exports.
enum ArchiveLayout {
  /// The name of Strava's catalogue.
  static let stravaCatalogue = "activities.csv"
  /// The name of the folder of Strava's rides, beside the catalogue.
  static let stravaRides = "activities"
  /// What is opened of Strava's export.
  static let stravaParts = [stravaCatalogue, stravaRides]

  /// Whether a member of an archive may hold rides. Three quarters of a Strava export are
  /// photographs, and its messages are nobody's business.
  ///
  /// - Parameter strava: the folder of Strava's catalogue, if there is one.
  static func mayHoldRides(_ name: String, beside strava: String?) -> Bool {
    // What is beside the export is no part of it.
    guard let strava, name.hasPrefix(strava) else { return true }
    return isStravaCatalogue(name) || name.hasPrefix("\(strava)\(stravaRides)/")
  }

  /// Whether a name beside an export of Apple Health is that of a part of it. The routes of
  /// workouts are GPX files, and no rides of their own.
  static func isHealthPart(_ name: String) -> Bool {
    ExportSignature.isXML(name) || ["workout-routes", "electrocardiograms"].contains(name)
  }

  static func isStravaCatalogue(_ path: String) -> Bool {
    path == stravaCatalogue || path.hasSuffix("/\(stravaCatalogue)")
  }

  /// The folder of a whole export of Garmin, by that of a document in it: everything is below
  /// `DI_CONNECT`.
  static func garminRoot(of folder: String) -> String {
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    // Without that folder, what is beside the document's own one.
    let count = parts.lastIndex(of: "DI_CONNECT") ?? max(0, parts.count - 2)
    return parts[..<count].map { $0 + "/" }.joined()
  }
}

/// A file, and the names of the members that lead to a document in it.
struct DocumentLocation: Hashable, Sendable {
  /// The absolute path of the file.
  let file: String
  /// The path inside archives; empty for the file itself. `a.zip!/b.fit` is a member of an archive
  /// in an archive.
  private(set) var member = ""

  func member(_ name: String) -> DocumentLocation {
    var location = self
    // A name may be as long as 64 KiB, and each level adds one.
    location.member += (member.isEmpty ? "" : "!/") + name.prefix(1_000)
    return location
  }

  /// The document with this name in the folder of this one.
  func beside(_ name: String) -> DocumentLocation {
    func sibling(_ path: String) -> String {
      path.lastIndex(of: "/").map { path[...$0] + name } ?? name
    }
    if member.isEmpty { return DocumentLocation(file: sibling(file)) }
    return DocumentLocation(file: file, member: sibling(member))
  }

  /// Identifies the document among all of an import.
  var key: String { member.isEmpty ? file : "\(file)!/\(member)" }

  /// The key of the folder that the document is in, with a slash at its end.
  var folderKey: String {
    let key = key
    return key.lastIndex(of: "/").map { String(key[...$0]) } ?? ""
  }

  /// What a record says about its origin.
  var place: FileOrigin {
    FileOrigin(
      file: DisplayText(file.lastPathComponent).description,
      member: member.isEmpty ? nil : DisplayText(member).description)
  }

  /// The name in messages.
  var name: DisplayText { member.isEmpty ? DisplayText(file) : DisplayText("\(file) (\(member))") }
}

extension String {
  /// The name at the end of a path.
  var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
