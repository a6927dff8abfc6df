// The style sheet of charts as pictures.

import Terminal

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

  /// The class of a role.
  static func name(_ role: Role) -> String {
    switch role {
    case .plain, .value, .error: "plain"
    case .ok: "ok"
    case .warn: "warn"
    case .muted: "muted"
    case .accent: "accent"
    }
  }

  private typealias Colors = (name: String, light: String, dark: String)

  private static let ink: Colors = ("plain", "#1f2328", "#e6edf3")

  private static let roles: [Colors] = [
    ink, ("accent", "#0a62b5", "#58b0ff"),
    ("warn", "#a84a00", "#ffa552"),
    ("ok", "#00705a", "#3fd0a6"),
    ("muted", "#626c77", "#97a1ac"),
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
    let roles = roles.map { role in
      let value = isDark ? role.dark : role.light
      return ".\(role.name){fill:\(value)}.line.\(role.name){fill:none;stroke:\(value)}"
    }
    let zones = zones.map { ".\($0.name){fill:\(isDark ? $0.dark : $0.light)}" }
    return (roles + zones).joined(separator: "\n")
  }
}
