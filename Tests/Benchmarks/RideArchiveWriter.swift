// A large archive of rides, written as a stream.

import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  // The checksum of the members is zlib's.
  guard Inflater() != nil, let file = fopen(path, "w") else { return false }
  defer { fclose(file) }
  var archive = RideArchive(file: file)
  while archive.size < size { archive.addRide(seconds, every: gap) }
  return archive.finish()
}

private struct RideArchive {
  let file: UnsafeMutablePointer<FILE>
  private(set) var size = 0
  private var directory: [UInt8] = []
  private var members = 0
  private var isIntact = true

  init(file: UnsafeMutablePointer<FILE>) { self.file = file }

  mutating func addRide(_ seconds: Int, every gap: Int64) {
    let start = RideFolder.start(of: members, every: gap)
    let ride = rideFile(start: start, seconds: seconds)
    let name = Array("activities/\(members).fit".utf8)
    let checksum = ride.withUnsafeBytes { Inflater.checksum(0, $0) }
    var fields = number(0, bytes: 8)
    fields += number(Int(checksum), bytes: 4) + number(ride.count, bytes: 4)
    fields += number(ride.count, bytes: 4) + number(name.count, bytes: 2) + number(0, bytes: 2)
    let version = number(20, bytes: 2)
    directory += number(0x0201_4B50, bytes: 4) + version + version + fields
    directory += number(0, bytes: 10) + number(size, bytes: 4) + name
    put(number(0x0403_4B50, bytes: 4) + version + fields + name)
    put(ride)
    members += 1
  }

  /// Writes the directory; false if anything could not be written.
  mutating func finish() -> Bool {
    let (start, count) = (size, directory.count)
    put(directory)
    // Zip64, for more members than 16 bits can count.
    let end = size
    put(
      number(0x0606_4B50, bytes: 4) + number(44, bytes: 8) + number(45, bytes: 2)
        + number(45, bytes: 2) + number(0, bytes: 8) + number(members, bytes: 8)
        + number(members, bytes: 8) + number(count, bytes: 8) + number(start, bytes: 8))
    put(
      number(0x0706_4B50, bytes: 4) + number(0, bytes: 4) + number(end, bytes: 8)
        + number(1, bytes: 4))
    put(
      number(0x0605_4B50, bytes: 8) + number(0xFFFF, bytes: 2) + number(0xFFFF, bytes: 2)
        + number(count, bytes: 4) + number(start, bytes: 4) + number(0, bytes: 2))
    return isIntact
  }

  private mutating func put(_ bytes: [UInt8]) {
    if fwrite(bytes, 1, bytes.count, file) != bytes.count { isIntact = false }
    size += bytes.count
  }

  /// A number in little-endian order.
  private func number(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
