// How fast an Apple Health export is read, and in how much memory.

import Support

/// An export of about 300 MB, as XML and packed by `zip` if available; each is read by a separate
/// process.
func healthFigures() -> [Figure] {
  guard let folder = try? TemporaryFolder() else { return [] }
  let (xml, zip) = (folder / "export.xml", folder / "export.zip")
  guard let size = writeExport(days: 700, to: xml) else { return [] }
  var figures = measured(xml, name: "health: .xml", size: size, atLeast: 200)
  if runProgram(["zip", "-q", "-j", zip, xml]) {
    figures += measured(zip, name: "health: .zip", size: size, atLeast: 120)
  }
  return figures
}

private func measured(
  _ path: String, name: String, size: Int, atLeast bar: Double
) -> [Figure] {
  let readings = (0..<3).compactMap { _ in ExportReading(path) }
  guard !readings.isEmpty else { return [] }
  let seconds = median(readings.map(\.seconds))
  let peak = readings.map(\.megabytes).max() ?? 0
  return [
    Figure(
      name: name, value: Double(size) / 1e6 / seconds, unit: "MB/s of XML", bar: .atLeast(bar)),
    Figure(name: name + ", most memory", value: peak, unit: "MB", bar: .atMost(25)),
  ]
}
