// Why a figure of an activity cannot be computed.

package import Model

/// What is missing or cannot be believed. No figure is ever made from a guess in its place.
package enum TrainingGap: Error, Hashable, Sendable {
  /// Something the rider, or a service, has to tell first.
  package typealias Setting = RiderSettings.Setting

  /// Nobody has told this setting.
  case unknown(Setting)
  /// This setting cannot be a rider's, or contradicts the others.
  case unbelievable(Setting)
  /// There is power, but nothing says that it was measured.
  case powerNotMeasured
  /// Neither a stream of power nor a weighted power.
  case noPower
  /// Neither a stream of heart rate nor an average.
  case noHeartRate
  /// Nothing says how long it took.
  case noDuration
  /// Only `seconds` in a row of the `needed` ones.
  case tooShort(seconds: Int, needed: Int)
  /// The stream has values for `seconds` of the `moving` seconds: too few to speak for all of them.
  case tooPatchy(seconds: Int, moving: Int)
  /// Too few beats without a gap between them.
  case tooFewBeats
  /// The inputs give a number that nobody has ever ridden.
  case unbelievableResult
}
