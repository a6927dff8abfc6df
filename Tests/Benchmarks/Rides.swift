// How fast ride files are read, and in how much memory.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The readers alone, and the real binary beside this one with its store in memory if possible.
func rideFigures() -> [Figure] {
  let figures: [() -> [Figure]] = [
    readingFigures, importFigures, unchangedFigures, archiveFigures, longRideFigures,
  ]
  return figures.flatMap { $0() }
}

/// 300 rides: imported, imported from gzip, and the factor against a common decoder.
private func importFigures() -> [Figure] {
  guard let folder = RideFolder(rides: 300) else { return [] }
  defer { folder.remove() }
  let megabytes = Double(folder.size) / 1e6
  var figures: [Figure] = []
  // Before the files are packed.
  let peer = fitdecodeSeconds(Array(folder.files.prefix(3))).map { $0 * 100 }
  if let plain = importSeconds(folder) {
    figures.append(
      Figure(
        name: "rides: import of 300", value: megabytes / plain, unit: "MB/s", bar: .atLeast(120)))
    if let peer {
      figures.append(
        Figure(
          name: "rides: import of 300, faster than fitdecode", value: peer / plain, unit: "times",
          bar: .atLeast(40)))
    } else {
      print("rides: without fitdecode (python3 -m pip install fitdecode) nothing to compare with")
    }
  }
  if folder.pack(), let packed = importSeconds(folder) {
    figures.append(
      Figure(
        name: "rides: import of 300, gzipped", value: megabytes / packed, unit: "MB/s of FIT",
        bar: .atLeast(60)))
  }
  return figures
}

/// The median seconds of an import into an empty store.
private func importSeconds(_ folder: RideFolder) -> Double? {
  let runs = (0..<7).compactMap { _ -> TimedProgram? in
    guard let home = Home() else { return nil }
    defer { home.remove() }
    return home.run(["import", folder.path])
  }
  return runs.isEmpty ? nil : median(runs.map(\.milliseconds)) / 1000
}

/// A connected folder of 3,000 files that were read before, against an empty one.
private func unchangedFigures() -> [Figure] {
  guard let full = RideFolder(rides: 3_000, seconds: 60), let empty = RideFolder(rides: 0) else {
    return []
  }
  defer {
    full.remove()
    empty.remove()
  }
  guard let many = unchangedSync(of: full), let none = unchangedSync(of: empty) else { return [] }
  return [
    Figure(name: "rides: sync without any file", value: none, unit: "ms"),
    Figure(
      name: "rides: 3,000 unchanged files, beyond that", value: many - none, unit: "ms",
      bar: .atMost(40)),
  ]
}

/// The median milliseconds of a sync that finds a connected folder as the one before has left it.
private func unchangedSync(of folder: RideFolder) -> Double? {
  guard let home = Home() else { return nil }
  defer { home.remove() }
  guard home.run(["connect", "files", folder.path]) != nil, home.run([]) != nil else { return nil }
  let runs = (0..<15).compactMap { _ in home.run([]) }
  return runs.isEmpty ? nil : median(runs.map(\.milliseconds))
}

/// Archives of long rides and of many short ones: memory depends on neither.
private func archiveFigures() -> [Figure] {
  let short = rideFile(start: RideFolder.start(of: 0), seconds: 60).count
  return archive("2 GB, 18,000 rides", of: 2_000_000_000, seconds: 3600)
    + archive("100,000 rides", of: 100_000 * short, seconds: 60, every: 7200)
}

private func archive(
  _ name: String, of size: Int, seconds: Int, every gap: Int64 = 43_200
) -> [Figure] {
  guard let folder = temporaryFolder() else { return [] }
  defer { _ = runProgram(["rm", "-rf", folder]) }
  let archive = folder + "/rides.zip"
  guard writeRideArchive(of: size, seconds: seconds, every: gap, to: archive), let home = Home()
  else { return [] }
  defer { home.remove() }
  guard let run = home.run(["import", archive]) else { return [] }
  return [
    Figure(
      name: "rides: archive of \(name), most memory", value: run.megabytes, unit: "MB",
      bar: .atMost(40))
  ]
}

/// One ride of as many records as are read.
private func longRideFigures() -> [Figure] {
  guard let folder = RideFolder(rides: 1, seconds: 262_143), let home = Home() else { return [] }
  defer {
    folder.remove()
    home.remove()
  }
  guard let run = home.run(["import", folder.path]) else { return [] }
  return [
    Figure(
      name: "rides: one of 262,144 records, most memory", value: run.megabytes, unit: "MB",
      bar: .atMost(40))
  ]
}

/// 1,000 rides, decoded alone.
private func readingFigures() -> [Figure] {
  guard let folder = RideFolder(rides: 1_000) else { return [] }
  defer { folder.remove() }
  let readings = (0..<7).compactMap { _ in ExportReading(folder.path) }
  if readings.isEmpty { return [] }
  return [
    Figure(
      name: "rides: FIT decoded and folded, one core",
      value: Double(folder.size) / 1e6 / median(readings.map(\.seconds)), unit: "MB/s",
      bar: .atLeast(250))
  ]
}
