// A page that measures pictures of charts in a browser.

import Support

/// Opens pictures in headless Chromium and reports what is wrong with them.
struct ChartPage {
  /// The pictures by name.
  var pictures: [(name: String, bytes: [UInt8])]

  /// What a picture is in the browser.
  struct Report: Hashable {
    /// Malformed markup, texts that overlap or leave the picture, empty names.
    var faults: [String] = []
    /// The brightness of the ground, 0 to 255.
    var ground = -1
    /// How many of 115,200 pixels differ clearly from the ground.
    var ink = 0
  }

  /// - Parameter isDark: the color scheme of the reader.
  func reports(isDark: Bool) throws -> [String: Report] {
    let folder = try TemporaryFolder()
    try Disk.write(Array(page().utf8), to: folder / "page.html")
    var program = Program(
      Program.find("chromium") ?? "",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
        "--user-data-dir=\(folder / "profile")", "--dump-dom", "file://\(folder / "page.html")",
      ], environment: ["HOME": folder / "home", "PATH": "/usr/bin:/bin"])
    program.folder = folder / ""
    let text = try program.run().output
    var reports: [String: Report] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("@ ") {
      let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
      guard parts.count == 4 else { continue }
      var report = reports[parts[1], default: Report()]
      switch parts[2] {
      case "ground": report.ground = Int(parts[3]) ?? -1
      case "ink": report.ink = Int(parts[3]) ?? 0
      default: report.faults.append("\(parts[2]) \(parts[3])")
      }
      reports[parts[1]] = report
    }
    return reports
  }

  private func page() throws -> String {
    let script = String(
      decoding: try Disk.read(Gallery.path(of: "chart-page.js")) ?? [], as: UTF8.self)
    let sources = pictures.map { picture in
      "<script type=\"image/svg+xml\" data-name=\"\(picture.name)\">"
        + String(decoding: picture.bytes, as: UTF8.self) + "</script>"
    }
    return
      "<!doctype html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">"
      + "<body>" + sources.joined() + "<script>" + script + "</script>"
  }
}
