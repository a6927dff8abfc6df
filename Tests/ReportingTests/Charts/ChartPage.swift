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
    try Disk.write(Array(page.utf8), to: folder / "page.html")
    var program = Program(
      Program.find("chromium") ?? "",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
        "--user-data-dir=\(folder / "profile")", "--dump-dom", "file://\(folder / "page.html")",
      ], environment: ["HOME": folder / "home", "PATH": "/usr/bin:/bin"], errors: .null)
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

  private var page: String {
    let sources = pictures.map { picture in
      "<script type=\"image/svg+xml\" data-name=\"\(picture.name)\">"
        + String(decoding: picture.bytes, as: UTF8.self) + "</script>"
    }
    return
      "<!doctype html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">"
      + "<body>" + sources.joined() + "<script>" + Self.script + "</script>"
  }

  private static let script = """
    const lines = [];
    const say = (name, what, text) => lines.push(`@ ${name} ${what} ${text}`);
    async function measure(source) {
      const name = source.dataset.name;
      const parsed = new DOMParser().parseFromString(source.textContent, "image/svg+xml");
      if (parsed.querySelector("parsererror")) return say(name, "malformed", "markup");
      const svg = document.body.appendChild(document.importNode(parsed.documentElement, true));
      for (const part of ["title", "desc"]) {
        if (!(svg.querySelector(part)?.textContent ?? "").trim()) say(name, "empty", part);
      }
      if (svg.getAttribute("role") !== "img") say(name, "no", "role");
      const ids = (svg.getAttribute("aria-labelledby") ?? "").split(" ");
      if (!ids.every(id => id && svg.querySelector("#" + id))) say(name, "no", "label");
      if (svg.querySelector("script,image,foreignObject,a")) say(name, "has", "parts");
      const texts = [...svg.querySelectorAll("text")];
      const boxes = texts.map(text => text.getBBox());
      boxes.forEach((a, i) => {
        const what = texts[i].textContent;
        if (a.x < 4 || a.y < 0 || a.x + a.width > 956 || a.y + a.height > 480) {
          say(name, "outside", what);
        }
        for (let j = 0; j < i; j++) {
          const b = boxes[j];
          const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          // The box of a text has the blank above and below its letters, a sixth of its height
          // each.
          if (wide > 0 && high > a.height / 3) say(name, "overlap", `${what} / ${texts[j].textContent}`);
        }
      });
      svg.remove();
      const image = new Image();
      image.src = "data:image/svg+xml," + encodeURIComponent(source.textContent);
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [480, 240];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0, 480, 240);
      const pixels = context.getImageData(0, 0, 480, 240).data;
      const light = at => (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
      const ground = light((4 * 480 + 240) * 4);
      let ink = 0;
      for (let at = 0; at < pixels.length; at += 4) if (Math.abs(light(at) - ground) > 60) ink++;
      say(name, "ground", Math.round(ground));
      say(name, "ink", ink);
    }
    (async () => {
      for (const source of document.querySelectorAll("script[data-name]")) {
        await measure(source).catch(error => say(source.dataset.name, "error", error));
        source.remove();
      }
      document.body.innerText = lines.join("\\n");
      document.body.innerHTML = "<pre>report\\n" + document.body.innerHTML.replaceAll("<br>", "\\n") + "\\n</pre>";
    })();
    """
}
