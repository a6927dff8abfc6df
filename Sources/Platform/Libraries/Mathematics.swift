// Functions of the C library that the standard library lacks.

import CLibrary

/// Mathematical functions; angles in radians.
package enum Mathematics {
  package static func sine(_ angle: Double) -> Double { sin(angle) }

  package static func cosine(_ angle: Double) -> Double { cos(angle) }

  /// The angle of a point in the plane, -π to π.
  package static func angle(x: Double, y: Double) -> Double { atan2(y, x) }

  /// The natural logarithm.
  package static func logarithm(_ value: Double) -> Double { log(value) }

  /// e to the power of `value`.
  package static func exponential(_ value: Double) -> Double { exp(value) }
}
