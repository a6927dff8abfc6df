// Why a figure of an activity cannot be computed.

package import Model

/// What is missing or implausible. No figure is ever replaced by a guess.
package enum TrainingGap: Error, Hashable, Sendable {
  /// A setting that the rider or a service has to provide.
  package typealias Setting = RiderSettings.Setting

  /// This setting is missing.
  case unknown(Setting)
  /// This setting is implausible, or contradicts the others.
  case implausible(Setting)
  /// There is power, but no sign that it was measured.
  case powerNotMeasured
  /// Neither a stream of power nor a weighted power.
  case noPower
  /// Neither a stream of heart rate nor an average.
  case noHeartRate
  /// The duration is missing.
  case noDuration
  /// Only `seconds` consecutive seconds of the `needed` ones.
  case tooShort(seconds: Int, needed: Int)
  /// The stream has values for `seconds` of the `moving` seconds: too few to represent all of them.
  case tooPatchy(seconds: Int, moving: Int)
  /// Too few beats without a gap between them.
  case tooFewBeats
  /// The result is beyond any real activity.
  case implausibleResult
}
