// Which face shows a run, and with which glyphs and colours.

import Flags
import Reporting
import SyncModel
import Terminal

/// The face that was chosen, before it is made.
enum FaceChoice: Hashable {
  case live, plain, json, quiet
}

extension FaceChoice {
  /// Chooses by what was asked for and what the devices allow. `isDowngrade` says that `live` was
  /// asked for by the environment or the config file and cannot be.
  ///
  /// - Throws: `usage` when an argument asks for `live` where it cannot be.
  static func choose(
    _ options: Options, _ capabilities: Capabilities
  ) throws(SyncFailure) -> (choice: FaceChoice, isDowngrade: Bool) {
    let obstacle = capabilities.liveObstacle
    switch options.output.mode {
    case .json:
      return (.json, false)
    case _ where options.quiet:
      return (.quiet, false)
    case .quiet:
      return (.quiet, false)
    case .plain:
      return (.plain, false)
    case .auto:
      return (obstacle == nil ? .live : .plain, false)
    case .live:
      guard obstacle?.isFinal == true else { return (.live, false) }
      if options.output.level == .argument { throw .usage(.liveImpossible) }
      return (.plain, true)
    }
  }
}

/// Makes faces.
struct FaceMaker {
  let options: Options
  let capabilities: Capabilities
  let home: String?
  let time: any Time
  let began: Moment

  private var glyphs: Glyphs {
    capabilities.glyphs == .unicode ? .unicode : .ascii
  }

  /// How much faster than real time the pacing goes.
  private var speed: Double {
    switch options.speed {
    case .times(let factor)?: factor
    // Faster than anybody reads: nothing is held.
    case .max?: 1000
    case nil: 1
    }
  }

  func make(_ choice: FaceChoice) -> any Face {
    switch choice {
    case .live: live()
    case .plain: plain()
    case .json:
      JSONFace(
        words: Words(clock: .utc, home: home), isQuiet: options.quiet, isVerbose: options.verbose,
        version: Version.number)
    case .quiet:
      QuietFace(troubles: troubles())
    }
  }

  /// Lines for errors that come before anything else.
  func troubles() -> TroubleLines {
    TroubleLines(
      words: Words(clock: .utc, home: home), glyphs: glyphs,
      isJournal: capabilities.isJournal(.standardError))
  }

  private func live() -> LiveFace {
    let devices = capabilities.devices
    let isColoured = capabilities.color(on: .standardOutput, levels: [colour]).isOn
    let time = time
    return LiveFace(
      words: Words(clock: .local { time.localOffset(at: $0) }, home: home), glyphs: glyphs,
      palette: isColoured ? .theme : .colorless,
      style: LiveStyle(
        rule: PaceRule(speed: speed), isVerbose: options.verbose,
        errorsAreHere: devices.error.identity == devices.output.identity),
      began: began)
  }

  private func plain() -> PlainFace {
    let heartbeat: Duration? =
      switch options.heartbeat {
      case .standard: .seconds(10)
      case .off: nil
      case .every(let duration): duration
      }
    return PlainFace(
      words: Words(clock: .utc, home: home), glyphs: glyphs,
      style: PlainStyle(
        heartbeat: heartbeat, isVerbose: options.verbose,
        isJournal: capabilities.isJournal(.standardOutput), speed: speed),
      troubles: troubles(), began: began)
  }

  private var colour: ColorSetting {
    switch options.color {
    case .auto: .auto
    case .always: .always
    case .never: .never
    }
  }
}
