// Ride files in a folder, and in an archive written as a stream.

import CLibrary
import Support

/// One-hour rides in a temporary folder, if possible in memory; it goes with its last holder.
struct RideFolder {
  private let folder: TemporaryFolder
  let files: [String]
  /// Bytes of the files together.
  let size: Int

  var path: String { folder.path }

  /// Writes so many rides; nil when that fails.
  init?(rides: Int, seconds: Int = 3600) {
    guard let folder = try? TemporaryFolder(inMemory: true) else { return nil }
    var (files, size) = ([String](), 0)
    for index in 0..<rides {
      let bytes = rideFile(start: Self.start(of: index), seconds: seconds)
      let name = folder / "\(index).fit"
      guard (try? Disk.write(bytes, to: name)) != nil else { return nil }
      size += bytes.count
      files.append(name)
    }
    (self.folder, self.files, self.size) = (folder, files, size)
    age()
  }

  /// The start of a ride in seconds since 1970: every half day, or so many seconds, up to a day in
  /// 2026.
  static func start(of index: Int, every gap: Int64 = 43_200) -> Int64 {
    1_780_000_000 - gap * Int64(index)
  }

  /// Packs every file; false when there is no `gzip`.
  func pack() -> Bool {
    let isPacked = runProgram(["gzip", "-r", "-q", path])
    age()
    return isPacked
  }

  /// A file that was changed within the last ten seconds may still be growing, and is not read.
  private func age() {
    for name in Disk.names(in: path) { try? Disk.setAge(folder / name, 86_400) }
  }
}

/// Writes a zip archive of rides, each stored without compression.
///
/// - Parameters:
///   - size: of the archive, at least.
///   - seconds: of each ride.
///   - gap: the seconds from the start of one to that of the one before.
/// - Returns: whether it could be written.
func writeRideArchive(
  of size: Int, seconds: Int, every gap: Int64 = 43_200, to path: String
) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  defer { fclose(file) }
  var (archive, written, members) = (ZipMaker(), 0, 0)
  func put() -> Bool {
    let bytes = archive.takeBytes()
    written += bytes.count
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
  while written < size {
    let ride = rideFile(start: RideFolder.start(of: members, every: gap), seconds: seconds)
    var member = ZipFile("activities/\(members).fit", ride)
    (member.method, member.hasDescriptor) = (.stored, false)
    guard (try? archive.add(member)) != nil, put() else { return false }
    members += 1
  }
  // Zip64, for more members than 16 bits can count.
  archive.finish(isLarge: true)
  return put()
}
