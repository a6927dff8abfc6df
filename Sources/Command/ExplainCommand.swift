// --explain: every setting with its origin, and why the output looks as it does; nothing is done.

import Flags
import SyncModel
import Terminal

extension Start {
  /// Prints the settings.
  func explain(
    _ options: Options, _ settings: [ExplainedSetting], config: ConfigFile?
  ) -> ExitStatus {
    do throws(SyncFailure) {
      let (choice, isDowngrade) = try FaceChoice.choose(options, capabilities)
      let folders = try Folders(
        environment: world.environment, store: options.store, isSample: options.sample,
        current: world.currentFolder)
      var rows = settings.map { setting in
        (
          setting.name, setting.value?.description ?? standard(of: setting.name, choice),
          setting.origin.description
        )
      }
      for (index, row) in rows.enumerated() {
        switch row.0 {
        case "store": rows[index].1 = DisplayText(folders.store).description
        case "config" where options.config == .standard: rows[index].1 = configInUse(config)
        default: break
        }
      }
      let reason = why(choice, isDowngrade: isDowngrade, options, settings)
      return show(
        table(rows) + "\nThe output is \(choice.word), because \(reason).\n"
          + "Colour is \(colour(options, settings)).\n")
    } catch {
      return fail(error, config: config)
    }
  }

  /// What holds where nothing was set.
  private func standard(of setting: String, _ choice: FaceChoice) -> String {
    switch (setting, choice) {
    case ("heartbeat", .plain): "10s"
    case ("heartbeat", .accessible): "30s"
    case ("wait", .live): "20m, 0s for another run"
    case ("wait", _): "60s, 0s for another run"
    case ("sleep-need", _): "7h"
    default: "not set"
    }
  }

  /// Three columns.
  private func table(_ rows: [(String, String, String)]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count) + 2)
    }
    let first = rows.map(\.0.count).max() ?? 0
    // One long path does not push the others away.
    let second = min(rows.map(\.1.count).max() ?? 0, 24)
    return rows.map { padded($0.0, first) + padded($0.1, second) + $0.2 + "\n" }.joined()
  }

  /// The usual config file, and whether there is one.
  private func configInUse(_ config: ConfigFile?) -> String {
    if let config { return config.name.description }
    guard let usual = Folders.config(world.environment) else { return "none" }
    return DisplayText(usual).description + " (there is none)"
  }

  private func why(
    _ choice: FaceChoice, isDowngrade: Bool, _ options: Options, _ settings: [ExplainedSetting]
  ) -> String {
    let obstacle = capabilities.liveObstacle?.words ?? "standard output is a terminal"
    let asker = "\(origin(of: "output", settings)) asks for it"
    switch (choice, options.output.mode) {
    case (.quiet, let mode) where mode != .quiet:
      return "\(origin(of: "quiet", settings)) asks for it"
    case (_, .auto): return obstacle
    case (_, .live) where isDowngrade:
      return "\(obstacle), although \(origin(of: "output", settings)) asks for live"
    case (.live, _), (.plain, _), (.accessible, _), (.json, _), (.quiet, _): return asker
    }
  }

  private func colour(_ options: Options, _ settings: [ExplainedSetting]) -> String {
    let decision = capabilities.color(on: .standardOutput, levels: [options.color.setting])
    let isTerminal = capabilities.devices.output.isTerminal
    let reason =
      switch decision.reason {
      case .setting: "\(origin(of: "color", settings)) says so"
      case .variable(let name): "\(name) says so"
      case .term: "TERM is not set, or names a terminal without color"
      case .device: "standard output is \(isTerminal ? "a" : "no") terminal"
      }
    return "\(decision.isOn ? "on" : "off") where a mode has any, because \(reason)"
  }

  private func origin(of name: String, _ settings: [ExplainedSetting]) -> String {
    settings.first { $0.name == name }.map { "the \($0.origin.description)" } ?? "the default"
  }
}

extension FaceChoice {
  /// The name of the mode.
  fileprivate var word: String {
    switch self {
    case .live: "live"
    case .plain: "plain"
    case .accessible: "accessible"
    case .json: "json"
    case .quiet: "quiet"
    }
  }
}

extension LiveObstacle {
  /// What stands against the live line.
  fileprivate var words: String {
    switch self {
    case .notATerminal: "standard output is no terminal"
    case .noTerm: "TERM is not set"
    case .dumbTerm: "TERM is dumb"
    case .ci: "CI is set"
    case .narrow(let columns): "the window has only \(columns) columns"
    }
  }
}
