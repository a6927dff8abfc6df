// The kind of sport, as far as a source's own word tells.

/// What an activity is, derived from the source's word for its sport.
package enum ActivityKind: String, CaseIterable, Hashable, Sendable {
  /// Every kind of cycling.
  case ride
  case run, swim
  /// Hikes as well.
  case walk
  /// Snowboards and roller skis as well.
  case ski
  case row
  /// Weights, and what else builds muscles.
  case strength
  case other

  /// Services, head units and programs write `GravelRide`, `BIKING_ROAD`, `e_biking` or
  /// `Indoor Cycling`: what they have in common decides, the first row of the table that matches.
  ///
  /// - Parameter sport: the source's word.
  package init(sport: String) {
    let letters = sport.utf8.prefix(Self.longestWord).compactMap { byte -> UInt8? in
      let lower = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) ? lower : nil
    }
    self = Self.rows.first { $0.parts.contains { $0.isIn(letters) } }?.kind ?? .other
  }

  private static let longestWord = 100

  /// Words that mislead stand first.
  private static let rows: [(kind: ActivityKind, parts: [Part])] = [
    (
      .other, ["moto", "horse", "waterski", "jetski", "wheelchair", "mental", "skipping", "stride"]
    ),
    (
      .ride,
      ["ride", "cycl", "bik", "velomobile", "bmx", "cicl", "cykel", "sykkel", "bisiklet", "sepeda"]
    ),
    (.walk, ["walk", "hik", "snowshoe", "mountaineering"]),
    (.run, ["running", Part("run", atEnd: true), "treadmill", "jogging"]),
    (.swim, ["swim"]),
    (.ski, ["ski", "snowboard"]),
    (.row, ["rowing", "rower", Part("row", atEnd: true)]),
    (.strength, ["strength", "weight", "crossfit"]),
  ]

  /// A part of a word, in small letters.
  private struct Part: ExpressibleByStringLiteral {
    let bytes: [UInt8]
    let isAtEnd: Bool

    init(_ text: String, atEnd isAtEnd: Bool) {
      (bytes, self.isAtEnd) = (Array(text.utf8), isAtEnd)
    }

    init(stringLiteral text: String) { self.init(text, atEnd: false) }

    func isIn(_ word: [UInt8]) -> Bool {
      guard word.count >= bytes.count else { return false }
      let last = word.count - bytes.count
      return ((isAtEnd ? last : 0)...last).contains { start in
        bytes.indices.allSatisfy { word[start + $0] == bytes[$0] }
      }
    }
  }
}

extension Activity {
  /// nil when the source says nothing of the sport.
  package var kind: ActivityKind? { sport.map { ActivityKind(sport: $0) } }

  /// Whether it is a ride: a cyclist's activity is one, unless it has a word for another sport.
  package var isRide: Bool { [.ride, nil].contains(kind) }
}
