// A chart as a picture in SVG, light or dark like the reader's system.

package import Model
import Terminal

/// Draws a chart as one self-contained file of 960 × 480: no script, no font, nothing to load.
///
/// Screen readers hear the sentences of the accessible renderer. The panels, scales and labels are
/// those of ``ChartText``.
package struct ChartSVG: Sendable {
  private static let (width, height) = (960.0, 480.0)
  /// Below the lowest panel, and between panels.
  private static let (bottom, gap) = (46.0, 26.0)
  /// The width of a wide character, and the height of a label.
  private static let (letter, label) = (12.6, 25.0)
  /// The name of a ride in wide characters, on one line.
  private static let longestName = 60
  /// The side of the square beside the label of a zone.
  private static let swatch = 16.0

  private let data: ChartData
  private let messages: Messages
  private let ride: Activity?
  private let panels: [PlottedPanel]
  /// Above the highest panel: the title, its notes and the best powers.
  private let top: Double
  /// The edges of the plot.
  private let (left, right): (Double, Double)
  private var text = XMLText()

  /// The file in UTF-8.
  package var bytes: [UInt8] { text.bytes }

  /// nil when there is too little to draw; ``ChartText`` has the sentence for it.
  ///
  /// - Parameter ride: whose trace it is.
  package init?(
    _ chart: Chart, _ series: [ChartSeries], _ messages: Messages, today: Day,
    of ride: Activity? = nil
  ) {
    guard let data = ChartData(chart, series.map(messages.shown), today: today), data.isPicture
    else { return nil }
    self.data = data
    self.ride = ride
    self.messages = messages
    let beside = data.weight != nil ? 4 * Self.letter : data.chart == .zones ? Self.swatch + 8 : 0
    // The plot keeps a third of the width, however long the labels are.
    let room = min(Double(messages.longestLabel(data)) * Self.letter, Self.width / 2)
    // Numbers of an axis have five characters or fewer.
    left = 20 + 5 * Self.letter
    right = Self.width - 24 - room - beside
    top = data.chart == .power ? 152 : 84
    let plot = right - left
    panels = data.panels.map { panel in
      PlottedPanel(panel, data, limit: Int(plot / Self.width(of: panel.kind)))
    }
    draw()
  }

  /// The least width of a column: parts of a stack have edges, which narrow bars would consist of.
  private static func width(of kind: ChartPanel.Kind) -> Double {
    switch kind {
    case .lines: 1
    case .bars: 4
    case .stack: 10
    }
  }

  private mutating func draw() {
    head()
    let unit =
      (Self.height - self.top - Self.bottom - Self.gap * Double(panels.count - 1))
      / Double(panels.reduce(0) { $0 + $1.rows })
    var top = top
    for panel in panels {
      let height = unit * Double(panel.rows)
      draw(PicturePanel(plotted: panel, left: left, right: right, top: top, height: height))
      top += height + Self.gap
    }
    dates()
    text.add("</svg>\n")
  }

  // MARK: Title and dates

  private mutating func head() {
    var notes = PlottedPanel.notes(panels, data, messages)
    var name = messages.title(data.chart)
    if let ride {
      name = messages.listed(ride).truncated(to: Self.longestName).description
      notes.insert(messages.begin(of: ride).description, at: 0)
    }
    let title = ([name] + notes).joined(separator: ", ")
    text.add(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 480" width="960" height="480" \
      role="img" aria-labelledby="title desc">
      <title id="title">
      """)
    text.add(escaped: title)
    text.add("</title>\n<desc id=\"desc\">")
    let sentences = messages.spokenChart(data).dropFirst(data.chart == .power ? 1 : 0)
    text.add(escaped: sentences.map(\.description).joined(separator: " "))
    text.add("</desc>\n<style>\n\(ChartStyle.sheet)\n</style>\n")
    if data.chart == .zones { text.add(ChartStyle.hatch) }
    let edges = [("x", 0.5), ("y", 0.5), ("width", Self.width - 1), ("height", Self.height - 1)]
    text.element("rect", "ground", edges + [("rx", 8)])
    text.text(name, "title", x: 24, y: 36)
    if data.chart == .power { return bests() }
    let line = notes.joined(separator: ", ")
    let isLong = Double(line.utf8.count) * Self.letter > Self.width - 48
    text.text(line, isLong ? "axis small" : "axis", x: 24, y: 63)
  }

  /// The best powers over the durations that riders compare, a line for each series, and the units
  /// of the axes.
  private mutating func bests() {
    var y = 66.0
    for row in data.rows {
      let bests = messages.comparedDurations.compactMap { seconds, label in
        messages.best(row, seconds: seconds, today: data.today).map { best in
          "\(label) \(best.watts)\(best.date.map { " (\($0))" } ?? "")"
        }
      }
      guard !bests.isEmpty else { continue }
      let line = "\(messages.name(row.name)): \(bests.joined(separator: ", "))"
      text.text(line, "small", x: 24, y: y)
      y += 25
    }
    text.text(messages.axisUnit, "axis", x: left - 10, y: top - 16, anchor: "end")
    guard data.weight != nil else { return }
    text.text(messages.ratioUnit, "axis", x: right + 12, y: top - 16)
  }

  private mutating func dates() {
    guard let panel = panels.last else { return }
    let plot = right - left
    let cells = Int(plot / Self.letter)
    for tick in panel.ticks(data, width: cells, messages) {
      let x = left + tick.x * plot
      let half = Double(tick.label.utf8.count) * Self.letter / 2
      let base = Self.height - Self.bottom
      text.path([(x, base), (x, base + 7)], "base")
      text.text(
        tick.label, "axis", x: min(max(x, 24 + half), Self.width - 24 - half), y: base + 31,
        anchor: "middle")
    }
  }

  // MARK: Panels

  private mutating func draw(_ panel: PicturePanel) {
    for tick in panel.plotted.axis.ticks {
      let y = panel.y(of: tick.value)
      if tick.row >= 0 { text.path([(left, y), (right, y)], tick.value == 0 ? "base" : "grid") }
      text.text(messages.axisNumber(tick.value), "axis", x: left - 10, y: y + 8, anchor: "end")
    }
    switch panel.plotted.kind {
    case .lines:
      // The most important line is drawn last, in front of the others.
      for (index, series) in panel.plotted.series.enumerated().reversed() {
        let line = series.points.map { $0.isKnown ? panel.place(of: $0) : nil }
        let style = ChartStyle.name(series.role)
        text.path(line, index == 0 ? "line \(style)" : "line dotted \(style)")
      }
    case .bars, .stack:
      bars(panel)
      text.path(panel.base, "base")
    }
    if panel.plotted.kind == .lines, panel.top + panel.height > Self.height - Self.bottom - 1 {
      text.path([(left, panel.top + panel.height), (right, panel.top + panel.height)], "base")
    }
    ratios(panel)
    labels(panel)
  }

  private mutating func bars(_ panel: PicturePanel) {
    for column in 0..<panel.plotted.columns.count {
      let (start, end) = panel.edges(of: column)
      var sum = 0.0
      for series in panel.plotted.series {
        guard series.points.indices.contains(column), series.points[column].value > 0 else {
          continue
        }
        let below = panel.y(of: sum)
        sum += series.points[column].value
        let y = panel.y(of: sum)
        let shape = [("x", start), ("y", y), ("width", end - start), ("height", max(0, below - y))]
        fill(series, panel.plotted.kind, shape)
      }
    }
  }

  private mutating func fill(
    _ series: PlottedPanel.Series, _ kind: ChartPanel.Kind, _ shape: [(String, Double)]
  ) {
    guard kind == .stack, let zone = ChartSeries.Name.zones.firstIndex(of: series.name) else {
      text.element("rect", ChartStyle.name(series.role), shape)
      return
    }
    text.element("rect", "part z\(zone + 1)", shape)
    if zone % 2 == 1 { text.element("rect", "hatched", shape) }
  }

  /// W/kg on the right.
  private mutating func ratios(_ panel: PicturePanel) {
    guard let weight = data.weight else { return }
    text.path([(right, panel.top), (right, panel.top + panel.height)], "base")
    for ratio in panel.plotted.axis.ratios(weight) {
      let y = panel.y(of: ratio * weight)
      text.path([(right, y), (right + 7, y)], "base")
      text.text(messages.axisNumber(ratio), "axis", x: right + 12, y: y + 8)
    }
  }

  /// The names and last values of the series, at their ends.
  private mutating func labels(_ panel: PicturePanel) {
    let limit = Int(panel.height - Self.label * 0.5)
    let wanted = panel.ends.map { min(max(0, Int($0 - panel.top)), limit) }
    // From the top: of equals the last series of a stack is the highest.
    let places = EndLabels.spread(wanted.reversed(), size: Int(Self.label), limit: limit).reversed()
    var x = right + 12 + (data.weight == nil ? 0 : 4 * Self.letter)
    for (series, place) in zip(panel.plotted.series, places) {
      let y = panel.top + Double(place)
      if panel.plotted.kind == .stack {
        let side = Self.swatch
        fill(
          series, .stack,
          [("x", right + 12), ("y", y - side / 2), ("width", side), ("height", side)])
        x = right + 20 + side
      }
      let style = panel.plotted.kind == .stack ? "plain" : ChartStyle.name(series.role)
      text.text(messages.endLabel(series.row, data), style, x: x, y: y + 8)
    }
  }
}

/// Where a panel of a picture has its values.
private struct PicturePanel: Sendable {
  let plotted: PlottedPanel
  let left: Double
  let right: Double
  let top: Double
  let height: Double

  func y(of value: Double) -> Double {
    top + height * (1 - plotted.axis.height(of: value) / Double(plotted.rows))
  }

  func place(of point: PlotPoint) -> (x: Double, y: Double) {
    (left + point.x * (right - left), y(of: point.value))
  }

  /// The left and the right edge of a bar; a fifth of its place stays free.
  func edges(of column: Int) -> (Double, Double) {
    let width = (right - left) / Double(max(1, plotted.columns.count))
    let start = left + Double(column) * width
    return (start + width * 0.1, start + width * 0.9)
  }

  /// The line below bars, open where there is no value.
  var base: [(x: Double, y: Double)?] {
    let width = (right - left) / Double(max(1, plotted.columns.count))
    let bottom = top + height
    var points: [(x: Double, y: Double)?] = []
    var isOpen = false
    for column in 0...plotted.columns.count {
      let isKnown = column < plotted.columns.count && !plotted.isGap(column)
      if isKnown != isOpen { points.append((left + Double(column) * width, bottom)) }
      if isOpen, !isKnown { points.append(nil) }
      isOpen = isKnown
    }
    return points
  }

  /// The heights in the picture where the series end: for a stack the middle of each last part.
  var ends: [Double] {
    var sum = 0.0
    return plotted.series.map { series in
      guard plotted.kind == .stack else {
        return top + height * (1 - series.end / Double(plotted.rows))
      }
      let value = series.points.last { $0.isKnown }?.value ?? 0
      sum += value
      return y(of: sum - value / 2)
    }
  }
}

/// Colours of texts and lines have a contrast of 4.5 or more in light and dark. Parts of stacks
/// have outlines; neighbours differ in brightness for colour-blind readers.
enum ChartStyle {
  /// The style sheet, with `prefers-color-scheme`.
  static var sheet: String {
    """
    svg{color-scheme:light dark}
    text{font:22px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
    fill:\(ink.light)}
    .title{font-size:26px;font-weight:600}
    .ground{fill:#fff;stroke:#d0d7de}
    .grid{stroke:#d8dee4;fill:none}.base{stroke:#57606a;stroke-width:1.5;fill:none}
    .axis{fill:#57606a}.small{font-size:14px}
    .line{fill:none;stroke-width:3.5;stroke-linejoin:round;stroke-linecap:round}
    .dotted{stroke-dasharray:.1 7}
    .hatched{fill:url(#hatch)}.hatch{stroke:#1f2328;stroke-opacity:.4;stroke-width:2}
    .part{stroke:#57606a;stroke-width:.8}
    \(rules(isDark: false))
    @media (prefers-color-scheme:dark){text{fill:\(ink.dark)}
    .ground{fill:#0d1117;stroke:#30363d}.grid{stroke:#272e37}.base{stroke:#8b949e}
    .axis{fill:#9aa4af}.part{stroke:#8b949e}
    \(rules(isDark: true))}
    """
  }

  /// The pattern that every second zone has besides its colour.
  static let hatch = """
    <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><path class="hatch" d="M3.5 0V7"/></pattern>

    """

  static func name(_ role: Role) -> String {
    roles.first { $0.role == role }?.colors.name ?? ink.name
  }

  private typealias Colors = (name: String, light: String, dark: String)

  private static let ink: Colors = ("plain", "#1f2328", "#e6edf3")

  private static let roles: [(role: Role, colors: Colors)] = [
    (.plain, ink), (.accent, ("accent", "#0a62b5", "#58b0ff")),
    (.warn, ("warn", "#a84a00", "#ffa552")), (.ok, ("ok", "#00705a", "#3fd0a6")),
    (.muted, ("muted", "#626c77", "#97a1ac")),
  ]

  /// From pale blue over yellow to dark red: neighbours differ in brightness.
  private static let zones: [Colors] = [
    ("z1", "#d3dfeb", "#33475c"),
    ("z2", "#9dbfde", "#3f6f9e"),
    ("z3", "#4d8fc7", "#6fb1ea"),
    ("z4", "#f5cf66", "#f2cc60"),
    ("z5", "#eb9a3c", "#e8873a"),
    ("z6", "#c8512a", "#c9472f"),
    ("z7", "#7d1638", "#ff9db8"),
  ]

  private static func rules(isDark: Bool) -> String {
    let roles = roles.map(\.colors).map { role in
      let value = isDark ? role.dark : role.light
      return ".\(role.name){fill:\(value)}.line.\(role.name){fill:none;stroke:\(value)}"
    }
    let zones = zones.map { ".\($0.name){fill:\(isDark ? $0.dark : $0.light)}" }
    return (roles + zones).joined(separator: "\n")
  }
}
