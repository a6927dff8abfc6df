// How fast ride files are read, and in how much memory.

import Support

/// The readers alone, and the real binary beside this one with its store in memory if possible.
func rideFigures() -> [Figure] {
  let figures: [() -> [Figure]] = [
    readingFigures, importFigures, unchangedFigures, memoryFigures,
  ]
  return figures.flatMap { $0() }
}

/// 300 rides: imported, imported from gzip, and the factor against a common decoder.
private func importFigures() -> [Figure] {
  guard let folder = RideFolder(rides: 300) else { return [] }
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
  let runs = (0..<7).compactMap { _ in
    Home()?.run(["import", folder.path])
  }
  return runs.isEmpty ? nil : median(runs.map(\.milliseconds)) / 1000
}

/// A connected folder of 3,000 files that were read before, against an empty one.
private func unchangedFigures() -> [Figure] {
  guard let full = RideFolder(rides: 3_000, seconds: 60), let empty = RideFolder(rides: 0) else {
    return []
  }
  guard let many = unchangedSync(of: full), let none = unchangedSync(of: empty) else { return [] }
  return [
    Figure(name: "rides: sync without any file", value: none, unit: "ms"),
    Figure(
      name: "rides: 3,000 unchanged files, beyond that", value: many - none, unit: "ms",
      bar: .atMost(50)),
  ]
}

/// The median milliseconds of a sync that finds a connected folder as the one before has left it.
private func unchangedSync(of folder: RideFolder) -> Double? {
  guard let home = Home() else { return nil }
  guard home.run(["connect", "files", folder.path]) != nil, home.run([]) != nil else { return nil }
  let runs = (0..<15).compactMap { _ in home.run([]) }
  return runs.isEmpty ? nil : median(runs.map(\.milliseconds))
}

/// Imports whose memory is bounded: one long ride, many rides in an archive and in a folder. Each
/// further ride takes about 1.5 kB.
private func memoryFigures() -> [Figure] {
  let short = rideFile(start: RideFolder.start(of: 0), seconds: 60).count
  return folder("a ride of a week", rides: 1, seconds: 604_800, bar: 40)
    + folder("20,000 files", rides: 20_000, seconds: 60, bar: 64)
    + archive("18,000 rides in one zip", of: 2_000_000_000, seconds: 3600, bar: 64)
    + archive(
      "100,000 rides in one zip", of: 100_000 * short, seconds: 60, every: 7200, bar: 64 + 82 * 1.5)
}

private func archive(
  _ name: String, of size: Int, seconds: Int, every gap: Int64 = 43_200, bar: Double
) -> [Figure] {
  guard let folder = try? TemporaryFolder(inMemory: true) else { return [] }
  let archive = folder / "rides.zip"
  let isWritten = writeRideArchive(of: size, seconds: seconds, every: gap, to: archive)
  return isWritten ? memory(name, of: archive, bar: bar) : []
}

private func folder(_ name: String, rides: Int, seconds: Int, bar: Double) -> [Figure] {
  guard let folder = RideFolder(rides: rides, seconds: seconds) else { return [] }
  return memory(name, of: folder.path, bar: bar)
}

private func memory(_ name: String, of path: String, bar: Double) -> [Figure] {
  guard let run = Home()?.run(["import", path]) else { return [] }
  return [
    Figure(
      name: "rides: \(name), most memory", value: run.megabytes, unit: "MB", bar: .atMost(bar))
  ]
}

/// 1,000 rides, decoded alone.
private func readingFigures() -> [Figure] {
  guard let folder = RideFolder(rides: 1_000) else { return [] }
  let readings = (0..<7).compactMap { _ in ExportReading(folder.path) }
  if readings.isEmpty { return [] }
  return [
    Figure(
      name: "rides: FIT decoded and folded, one core",
      value: Double(folder.size) / 1e6 / median(readings.map(\.seconds)), unit: "MB/s",
      bar: .atLeast(200))
  ]
}
