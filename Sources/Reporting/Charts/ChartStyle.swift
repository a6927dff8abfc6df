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

  private struct Colors {
    let name: String
    let light: String
    let dark: String
  }

  private static let ink = Colors(name: "plain", light: "#1f2328", dark: "#e6edf3")

  private static let roles = [
    ink, Colors(name: "accent", light: "#0a62b5", dark: "#58b0ff"),
    Colors(name: "warn", light: "#a84a00", dark: "#ffa552"),
    Colors(name: "ok", light: "#00705a", dark: "#3fd0a6"),
    Colors(name: "muted", light: "#626c77", dark: "#97a1ac"),
  ]

  /// From pale blue over yellow to dark red: neighbours differ in brightness.
  private static let zones = [
    Colors(name: "z1", light: "#d3dfeb", dark: "#33475c"),
    Colors(name: "z2", light: "#9dbfde", dark: "#3f6f9e"),
    Colors(name: "z3", light: "#4d8fc7", dark: "#6fb1ea"),
    Colors(name: "z4", light: "#f5cf66", dark: "#f2cc60"),
    Colors(name: "z5", light: "#eb9a3c", dark: "#e8873a"),
    Colors(name: "z6", light: "#c8512a", dark: "#c9472f"),
    Colors(name: "z7", light: "#7d1638", dark: "#ff9db8"),
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
