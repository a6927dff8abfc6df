// Reads what developer fields of FIT files stand for.

import Model
import Support
import Testing

@testable import Imports

@Suite struct FITDeveloperTests {
  @Test func `developer fields stand in for native ones`() throws {
    var fit = SmallFIT.empty()
    fit.add(
      message: 206,
      [
        (0, .u8(0)), (1, .u8(9)), (2, .u8(0x84)), (3, .text("Power", size: 8)),
        (14, .u16(20)), (15, .u8(7)),
      ])
    fit.define(1, as: 20, [(253, .u32(0)), (7, .u16(0))], developer: [(9, 2, 0), (200, 3, 5)])
    for (second, watts) in [65_535, 300].enumerated() {
      let time = FITWriter.stamp(SmallFIT.start + Int64(second))
      fit.add(1, [.u32(time), .u16(UInt16(watts)), .u16(210), .bytes([1, 2, 3])])
    }
    // Where the native field has a value, that counts.
    try expectEqual(samples(in: fit.file()).map(\.power), [210, 300])
  }

  /// - Parameter native: the recorder's own metres at each second.
  @Test(
    arguments: [
      ([0, 0, 0, 0], [0, 5, 10, 15]), ([0, 0, 4, 8], [0, 0, 4, 8]), ([0, 5, 0, 0], [0, 5, 0, 0]),
    ] as [([UInt32], [Double])])
  func `developer fields stand in for zeros throughout`(_ native: [UInt32], _ metres: [Double])
    throws
  {
    var fit = SmallFIT.empty()
    for (field, message, number) in [(0, 20, 5), (1, 18, 9)] as [(UInt8, UInt16, UInt8)] {
      fit.add(
        message: 206,
        [(0, .u8(0)), (1, .u8(field)), (2, .u8(0x88)), (14, .u16(message)), (15, .u8(number))])
    }
    fit.define(1, as: 20, [(253, .u32(0)), (5, .u32(0))], developer: [(0, 4, 0)])
    for (second, native) in native.enumerated() {
      fit.add(1, [SmallFIT.stamp(second), .u32(native * 100), .f32(Float(second * 5))])
    }
    fit.define(2, as: 18, [(2, .u32(0)), (9, .u32(0))], developer: [(1, 4, 0)])
    fit.add(2, [SmallFIT.stamp(), .u32(0), .f32(15)])
    let content = try #require(try content(fit.file()))
    expectEqual(content.samples.list.map(\.distance), metres)
    expectEqual(content.sessions.map(\.distanceMetres), [15])
  }

  /// The recorder sums up its own fields, which are 0.
  @Test func `a summary of zeros leaves the figures to the records`() throws {
    let described: [(UInt8, UInt8)] = [(0, 5), (1, 7), (2, 4)]
    var fit = SmallFIT.empty()
    for (field, native) in described {
      fit.add(
        message: 206,
        [(0, .u8(0)), (1, .u8(field)), (2, .u8(0x88)), (14, .u16(20)), (15, .u8(native))])
    }
    fit.define(
      1, as: 20, [(253, .u32(0)), (5, .u32(0)), (7, .u16(0)), (4, .u8(0))],
      developer: described.map { ($0.0, 4, 0) })
    for second in 0..<120 {
      fit.add(
        1,
        [
          SmallFIT.stamp(second), .u32(0), .u16(0), .u8(0), .f32(Float(second) * 5), .f32(200),
          .f32(90),
        ])
    }
    fit.add(
      2, message: 18,
      [
        (253, SmallFIT.stamp(119)), (2, SmallFIT.stamp()), (9, .u32(0)), (20, .u16(0)),
        (21, .u16(0)), (18, .u8(0)), (48, .u32(0)), (22, .u16(0)),
      ])
    let ride = try #require(try rides(in: fit.file()).first)
    expectEqual([ride.distanceMetres, ride.elevationGainMetres], [595, 0])
    expectEqual(
      [ride.averagePowerWatts, ride.maxPowerWatts, ride.averageCadence, ride.energyKilojoules],
      [200, 200, 90, 24])
  }
}
