// What to tell velo-sync so that activities get a load.

import Model

extension Messages {
  /// "Set --ftp, or all of --sex and --max-hr, to get a load for 12 activities."
  func text(_ shortage: LoadShortage) -> DisplayText {
    let what = "to get a load for \(count(shortage.activities, "activity", "activities"))."
    let options = shortage.settings.map(option)
    let heartRate = (options.count > 1 ? "all of " : "") + listInWords(options)
    let power = option(.ftp)
    if shortage.withHeartRate == 0 { return "Set \(power) \(what)" }
    if shortage.withPower == 0 { return "Set \(heartRate) \(what)" }
    if shortage.withPower == shortage.activities, shortage.withHeartRate == shortage.activities {
      return options.count > 1
        ? "Set \(power), or \(heartRate), \(what)" : "Set \(power) or \(heartRate) \(what)"
    }
    return """
      Set \(power) for rides with power and \(heartRate) for rides with heart rate, \(what)
      """
  }

  /// A setting as it is typed.
  private func option(_ setting: RiderSettings.Setting) -> String {
    switch setting {
    case .ftp: "--ftp"
    case .sex: "--sex"
    case .maxHeartRate: "--max-hr"
    case .restingHeartRate: "--rest-hr"
    case .thresholdHeartRate: "--threshold-hr"
    }
  }
}
