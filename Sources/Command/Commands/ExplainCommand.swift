// `--explain`: prints every setting with its origin, and why this output mode was chosen.

import Codec
import Flags
import Model
import Reporting
import Storage
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

  func run() -> ExitStatus {
    do throws(SyncFailure) {
      let (choice, isDowngrade) = try RendererChoice.choose(options, capabilities)
      let folders = try Folders(
        environment: world.environment, store: options.store, isSample: options.sample,
        current: world.currentFolder)
      let since = remembered(in: folders)
      let rows = settings.map { setting in
        if setting.name == "since", let since {
          return Row(name: setting.name, origin: Explanations.remembered, value: since.description)
        }
        let value =
          switch setting.name {
          case "store": DisplayText(folders.store).description
          case "config" where options.config == .standard:
            config?.name.description
              ?? Explanations.missingConfig(
                Folders.config(world.environment).map { DisplayText($0) })
          default:
            setting.value?.description
              ?? Explanations.standard(of: setting.name, in: choice.rawValue)
          }
        return Row(name: setting.name, origin: setting.origin.description, value: value)
      }
      let reason = why(choice, isDowngrade: isDowngrade)
      if choice == .json { return start.show(json(rows, choice, reason)) }
      return start.show(
        table(rows)
          + Explanations.verdict(
            choice.rawValue, reason, isColored: color.isOn, color.reason,
            since: since))
    } catch {
      return start.fail(error, config: config)
    }
  }

  /// The day of an earlier `--since` that a sync with these settings keeps to; nil when it asks for
  /// everything, or for what `--since` says now.
  private func remembered(in folders: Folders) -> Day? {
    guard options.action == .sync, options.since == nil, !options.full else { return nil }
    return Store.beginning(
      of: options.sources, in: folders.store, below: folders.state, on: world.files)
  }

  private struct Row {
    let name: String
    let origin: String
    /// nil when there is no value.
    let value: String?
  }

  /// Three columns, the value last, so that a long path moves nothing.
  private func table(_ rows: [Row]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count) + 2)
    }
    let first = rows.map(\.name.count).max() ?? 0
    let second = rows.map(\.origin.count).max() ?? 0
    return rows.map {
      padded($0.name, first) + padded($0.origin, second) + ($0.value ?? Explanations.notSet) + "\n"
    }.joined()
  }

  /// The same as one line of JSON.
  private func json(_ rows: [Row], _ choice: RendererChoice, _ reason: String) -> String {
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

  private func why(_ choice: RendererChoice, isDowngrade: Bool) -> String {
    let obstacle = Explanations.liveLine(
      capabilities.liveObstacle,
      on: start.outlet == .standardError ? .standardError : .standardOutput)
    switch (choice, options.output.mode) {
    case (.quiet, let mode) where mode != .quiet: return Explanations.asked(by: origin(of: "quiet"))
    case (_, .auto): return obstacle
    case (_, .live) where isDowngrade:
      return Explanations.asked(by: origin(of: "output"), butImpossible: obstacle)
    default: return Explanations.asked(by: origin(of: "output"))
    }
  }

  private var color: (isOn: Bool, reason: String) {
    let decision = capabilities.color(on: .standardOutput, options.color)
    let reason = Explanations.color(
      decision.reason, setBy: origin(of: "color"),
      isTerminal: capabilities.devices.output.isTerminal)
    return (decision.isOn, reason)
  }

  private func origin(of name: String) -> DisplayText? {
    settings.first { $0.name == name }?.origin
  }
}
