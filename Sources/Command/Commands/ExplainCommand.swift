// `--explain`: prints every setting with its origin, and why this output mode was chosen.

import Codec
import Flags
import Model
import Terminal

struct ExplainCommand {
  private let start: Start
  private let options: Options
  private let settings: [ExplainedSetting]
  private let config: ConfigFile?

  init(start: Start, options: Options, settings: [ExplainedSetting], config: ConfigFile?) {
    self.start = start.besideOutput(options) ?? start
    (self.options, self.settings, self.config) = (options, settings, config)
  }

  private var capabilities: Capabilities { start.capabilities }
  private var world: World { start.world }

  /// Prints the settings.
  func run() -> ExitStatus {
    do throws(SyncFailure) {
      let (choice, isDowngrade) = try FaceChoice.choose(options, capabilities)
      let folders = try Folders(
        environment: world.environment, store: options.store, isSample: options.sample,
        current: world.currentFolder)
      let rows = settings.map { setting in
        let value =
          switch setting.name {
          case "store": DisplayText(folders.store).description
          case "config" where options.config == .standard: configInUse
          default: setting.value?.description ?? standard(of: setting.name, choice)
          }
        return Row(name: setting.name, origin: setting.origin.description, value: value)
      }
      let reason = why(choice, isDowngrade: isDowngrade)
      if choice == .json { return start.show(json(rows, choice, reason)) }
      return start.show(
        table(rows) + "\nOutput: \(choice.rawValue) (\(reason)).\n"
          + "Colour: \(color.isOn ? "on" : "off") (\(color.reason)).\n"
      )
    } catch {
      return start.fail(error, config: config)
    }
  }

  /// One setting.
  private struct Row {
    let name: String
    let origin: String
    /// nil when there is no value.
    let value: String?
  }

  /// The default of a setting.
  private func standard(of setting: String, _ choice: FaceChoice) -> String? {
    switch (setting, choice) {
    case ("heartbeat", .plain): "10s"
    case ("heartbeat", .accessible): "30s"
    case ("wait", .live): "20m, 0s for another run"
    case ("wait", _): "60s, 0s for another run"
    case ("sleep-need", _): "7h"
    default: nil
    }
  }

  /// Three columns, the value last, so that a long path moves nothing.
  private func table(_ rows: [Row]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count) + 2)
    }
    let first = rows.map(\.name.count).max() ?? 0
    let second = rows.map(\.origin.count).max() ?? 0
    return rows.map {
      padded($0.name, first) + padded($0.origin, second) + ($0.value ?? "not set") + "\n"
    }.joined()
  }

  /// The same as one line of JSON.
  private func json(_ rows: [Row], _ choice: FaceChoice, _ reason: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.array("settings") { json in
        for row in rows {
          json.object { json in
            json.member("name", row.name)
            json.member("origin", row.origin)
            json.member("value", row.value)
          }
        }
      }
      json.object("output") { json in
        json.member("mode", choice.rawValue)
        json.member("reason", reason)
      }
      json.object("color") { json in
        json.member("on", color.isOn)
        json.member("reason", color.reason)
      }
    }
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }

  /// The default config file, and whether it exists.
  private var configInUse: String {
    if let config { return config.name.description }
    guard let usual = Folders.config(world.environment) else { return "none" }
    return DisplayText(usual).description + " (there is none)"
  }

  private func why(_ choice: FaceChoice, isDowngrade: Bool) -> String {
    let stream = start.outlet == .standardError ? "standard error" : "standard output"
    let obstacle = capabilities.liveObstacle?.words(of: stream) ?? "\(stream) is a terminal"
    switch (choice, options.output.mode) {
    case (.quiet, let mode) where mode != .quiet:
      return "\(origin(of: "quiet")) asks for it"
    case (_, .auto): return obstacle
    case (_, .live) where isDowngrade:
      return "\(obstacle), although \(origin(of: "output")) asks for live"
    default: return "\(origin(of: "output")) asks for it"
    }
  }

  private var color: (isOn: Bool, reason: String) {
    let decision = capabilities.color(on: .standardOutput, options.color)
    let isTerminal = capabilities.devices.output.isTerminal
    let reason =
      switch decision.reason {
      case .setting: "\(origin(of: "color")) says so"
      case .variable(let name): "\(name) is set"
      case .term: "TERM is unset or names a terminal without colour"
      case .device: "standard output is \(isTerminal ? "" : "not ")a terminal"
      }
    return (decision.isOn, reason)
  }

  private func origin(of name: String) -> String {
    settings.first { $0.name == name }.map { "the \($0.origin.description)" } ?? "the default"
  }
}

extension LiveObstacle {
  /// The reason why there is no live line on a stream.
  fileprivate func words(of stream: String) -> String {
    switch self {
    case .notATerminal: "\(stream) is not a terminal"
    case .noTerm: "TERM is not set"
    case .dumbTerm: "TERM is dumb"
    case .ci: "CI is set"
    case .sharedTerminal: "the reader of standard output writes to this terminal"
    case .narrow(let columns): "the window has only \(columns) columns"
    }
  }
}
