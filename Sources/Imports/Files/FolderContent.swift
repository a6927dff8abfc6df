// Finds the files in a folder and in all folders below it.

import Model

/// A file that may hold rides.
struct RideFile: Equatable, Sendable {
  let path: String
  let stamp: FileStamp
  /// Whether its first bytes are those of a zip archive; false while nobody has looked.
  var isArchive = false

  /// Whether its name is that of a ride file. Only for counts that are shown: what a file is, its
  /// content decides.
  var looksLikeRide: Bool { Self.isRideName(path) }

  /// Whether a path ends as those of ride files do. Hidden names do not count: archives made by
  /// macOS have one beside each file.
  static func isRideName(_ path: String) -> Bool {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    if name.hasPrefix(".") { return false }
    let plain = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
    return [".fit", ".tcx", ".gpx"].contains { plain.hasSuffix($0) }
  }

  var looksLikeArchive: Bool { path.lowercased().hasSuffix(".zip") }
}

extension [RideFile] {
  /// The number of ride files, by their names; nil for none, and while archives hide it.
  var rideCount: Int? {
    let rides = count { $0.looksLikeRide }
    return rides == 0 || contains(where: \.looksLikeArchive) ? nil : rides
  }

  /// The bytes of all files, as progress counts them.
  var size: Int { reduce(0) { $0 + ReadingProgress.share(of: $1.stamp.size) } }

  /// By the bytes of their paths.
  mutating func sort() { sort { PathKey($0.path) < PathKey($1.path) } }
}

extension FileIndex {
  init(_ files: some Sequence<RideFile>) {
    self.init(files.map { (PathKey($0.path), $0.stamp) }) { first, _ in first }
  }

  /// The files in order of their paths.
  var rideFiles: [RideFile] {
    var files = map { RideFile(path: $0.path, stamp: $1) }
    files.sort()
    return files
  }
}

/// What is in a folder and in all folders below it.
struct FolderContent: Sendable {
  /// The files, in order of their paths; without hidden ones, empty ones, those in exports of Apple
  /// Health, and those that need not be read.
  private(set) var files: [RideFile] = []
  /// The number of files, with those that need not be read.
  private(set) var fileCount = 0
  /// Exports of Apple Health, whose other parts are left out.
  private(set) var healthExports: [String] = []
  /// Folders and files that cannot be read.
  private(set) var unreadable: [(path: String, failure: ExportFailure)] = []
  /// Whether there was anything at all.
  private(set) var isEmpty = true

  /// Walks a folder.
  ///
  /// - Parameters:
  ///   - isKnown: whether a file need not be read.
  ///   - isStopped: asked for each folder; a walk that was stopped is incomplete.
  init(
    of folder: String, on disk: any FileSystem & RecordFiles,
    except isKnown: (_ path: String, FileStamp) -> Bool = { _, _ in false },
    isStopped: () -> Bool
  ) {
    var folders = [folder]
    while let next = folders.popLast(), !isStopped() {
      folders += read(next, on: disk, except: isKnown).reversed()
    }
    files.sort()
  }

  /// What Zwift is still writing, or has left behind after a crash.
  private static let unfinished = "inProgressActivity.fit"

  /// Adds what is in a folder.
  ///
  /// - Returns: the folders in it that are to be read as well.
  private mutating func read(
    _ folder: String, on disk: any FileSystem & RecordFiles,
    except isKnown: (String, FileStamp) -> Bool
  ) -> [String] {
    let names: [String]
    do throws(FileError) {
      names = try disk.list(folder)
    } catch {
      unreadable.append((folder, ExportFailure(error)))
      return []
    }
    isEmpty = isEmpty && names.isEmpty
    let visible = names.lazy.filter { !$0.hasPrefix(".") }
    let exports = Array(
      visible.map { "\(folder)/\($0)" }.filter { Self.isHealthExport($0, on: disk) })
    healthExports += exports
    let isHealth = !exports.isEmpty
    let isStrava = Self.isStravaExport(folder, names, on: disk)
    var folders: [String] = []
    for name in visible where name != Self.unfinished {
      if isStrava, !ArchiveLayout.stravaParts.contains(name) { continue }
      if isHealth, ArchiveLayout.isHealthPart(name) { continue }
      let path = "\(folder)/\(name)"
      guard let info = info(of: path, on: disk) else { continue }
      switch info.kind {
      case .directory: folders.append(path)
      case .file where info.size > 0:
        if fileCount == ImportLimits.files {
          unreadable.append((path, .tooManyFiles))
          return []
        }
        fileCount += 1
        let stamp = FileStamp(info)
        if !isKnown(path, stamp) { files.append(RideFile(path: path, stamp: stamp)) }
      case .file, .symbolicLink, .other: break
      }
    }
    return folders
  }

  /// What is at a path. Links to files count as the files; links to folders are not followed, so
  /// that no folder is walked twice.
  private mutating func info(of path: String, on disk: any FileSystem) -> FileInfo? {
    do throws(FileError) {
      guard let info = try disk.info(path) else { return nil }
      guard info.kind == .symbolicLink else { return info }
      guard let real = try disk.realPath(path), let target = try disk.info(real) else {
        unreadable.append((path, .danglingLink))
        return nil
      }
      return target.kind == .file ? target : nil
    } catch {
      unreadable.append((path, ExportFailure(error)))
      return nil
    }
  }

  /// Whether a folder is an unpacked export of Strava, of which nothing but the rides is opened.
  private static func isStravaExport(
    _ folder: String, _ names: [String], on disk: any FileSystem
  ) -> Bool {
    ArchiveLayout.stravaParts.allSatisfy { names.contains($0) }
      && (try? disk.info("\(folder)/\(ArchiveLayout.stravaRides)"))??.kind == .directory
  }

  private static func isHealthExport(
    _ path: String, on disk: any FileSystem & RecordFiles
  ) -> Bool {
    guard ExportSignature.isXML(path), let file = (try? disk.openInput(path)) ?? nil,
      file.kind == .file, let head = try? file.bytes(at: 0, count: ExportSignature.headSize)
    else { return false }
    return ExportSignature.matches(head)
  }
}
