// Progress that programs print: which notations count, when, and what text is left.

import Model
import Support
import Terminal
import Testing
import Wrap

@Suite struct PrintedProgressTests {
  private var printed = PrintedProgress()
  private var milliseconds: Int64 = 0

  private var now: Moment { Moment(nanoseconds: milliseconds * 1_000_000) }

  /// The result of a line that follows the last one after `wait` milliseconds.
  @discardableResult
  private mutating func take(
    _ text: String, _ form: PrintedProgress.Form = .redrawn, after wait: Int64 = 100
  ) -> PrintedProgress.Line {
    milliseconds += wait
    return printed.read(DisplayText(text), form, at: now)
  }

  private mutating func fraction(_ text: String, _ form: PrintedProgress.Form = .redrawn)
    -> Double?
  { take(text, form).reading?.fraction }

  /// Two lines of one program, the fraction after the second, and the words of it.
  static let notations: [(first: String, second: String, fraction: Double, text: String)] = [
    ("44%", "45%", 0.45, ""), ("44.9 %", "45.3 %", 0.453, ""),
    ("[1/9] a", "[2/9] b", 2.0 / 9, "b"), ("[1/9] ✓", "[2/9] ✓", 2.0 / 9, "✓"),
    ("Ride 2 of 9: a.fit", "Ride 3 of 9: b.fit", 3.0 / 9, "Ride b.fit"),
    ("Read: 11.0 MiB / 25.0 MiB", "Read: 12.5 MiB / 25.0 MiB", 0.5, "Read"),
    ("[1,233 / 5,678] actions", "[1,234 / 5,678] actions", 1234.0 / 5678, "actions"),
    ("[====>     ] 44% ETA 0:00:03", "[=====>    ] 45% ETA 0:00:02", 0.45, "ETA 0:00:02"),
    ("⠋ Reading 44%", "⠙ Reading 45%", 0.45, "Reading"),
  ]

  /// The second line of a program counts, and its notation is not shown twice.
  @Test mutating func `second line counts`() {
    for (first, second, expected, text) in Self.notations {
      printed = PrintedProgress()
      let begun = take(first)
      #expect(begun.reading == nil && begun.words == nil)
      let line = take(second)
      #expect(abs((line.reading?.fraction ?? -1) - expected) < 0.001, "\(second)")
      let words = text.split(separator: " ").joined(separator: " ")
      expectEqual(line.words?.description, words, "\(second)")
    }
  }

  @Test mutating func `units are reported`() {
    take("48% (190/411)")
    let counts = take("48% (198/411)").reading
    #expect(counts?.done == 198 && counts?.total == 411 && counts?.unit == nil)
    printed = PrintedProgress()
    take("12.4 MiB / 25.0 MiB")
    let sizes = take("12.5 MiB / 25.0 MiB").reading
    #expect(sizes?.done == 12 << 20 | 1 << 19 && sizes?.total == 25 << 20 && sizes?.unit == .bytes)
    printed = PrintedProgress()
    take("0.1/16.9 MB")
    let megabytes = take("8.2/16.9 MB").reading
    #expect(megabytes?.done == 8_200_000 && megabytes?.total == 16_900_000)
    printed = PrintedProgress()
    take("2 of 9 files")
    expectEqual(take("3 of 9 files").reading?.unit, .files)
    // A second number that says something else is not its unit.
    printed = PrintedProgress()
    take("xz 12.3 %   1,000 KiB / 9,000 KiB")
    let ratio = take("xz 45.3 %   1,234 KiB / 5,678 KiB").reading
    #expect(abs((ratio?.fraction ?? 0) - 0.453) < 1e-9 && ratio?.done == nil)
    // Nor are the sizes of one part those of all, even if they say the same for a moment.
    printed = PrintedProgress()
    take("4% [2 chain 0 B/25 kB 0%]")
    let part = take("40% [3 gear 10 kB/25 kB 40%]")
    #expect(part.reading?.fraction == 0.4 && part.reading?.done == nil)
  }

  @Test mutating func `same line does not count twice`() {
    expectEqual(fraction("45%"), nil)
    expectEqual(fraction("45%"), nil)
    expectEqual(fraction("45%", .whole), nil)
    expectEqual(fraction("46%"), 0.46)
    // A line that grows is one line.
    printed = PrintedProgress()
    expectEqual(fraction("[1/9] Comp", .growing), nil)
    expectEqual(fraction("[1/9] Compiling", .growing), nil)
    expectEqual(fraction("[1/9] Compiling chain", .whole), nil)
    expectEqual(fraction("[2/9] Compiling gears", .whole), 2.0 / 9)
  }

  @Test mutating func `a fall starts a new bar`() throws {
    take("a 10%")
    let first = try #require(take("a 90%").reading)
    // Until then the line itself says how far it is.
    let fall = take("a 5%")
    #expect(fall.reading == nil && fall.words == nil)
    let second = try #require(take("a 6%").reading)
    #expect(second.fraction == 0.06 && second.bar == first.bar + 1)
    expectEqual(take("a 7%").reading?.bar, second.bar)
  }

  /// Their lines differ in numbers alone, and neither is the run's.
  @Test(arguments: [[2.40, 1.34], [3.1, 2.1, 1.1]])
  mutating func `transfers that take turns are no bar`(_ starts: [Double]) {
    for step in 0..<7 {
      for start in starts {
        let done = Int(start * 100) + step * 20
        let line = take("[6] up \(done / 100).\(done % 100)GB/4.00GB 2.7MB/s", .whole, after: 400)
        #expect(line.reading == nil)
      }
    }
  }

  /// What is rounded, or has a whole that grows, dips; it stays one bar, which moves back.
  @Test(
    arguments: [
      [1, 3, 6, 10, 15, 21, 20, 22, 25, 24, 28, 27, 30, 60, 95, 100],
      [0, 1, 0, 1, 0, 2, 1, 3, 2, 4, 3, 5, 4, 3, 9, 8, 7, 9, 30], [10, 30, 24, 50, 40, 90, 85, 99],
      [20, 90, 70, 95, 60, 99], [40, 98, 100, 99, 100],
    ], [PrintedProgress.Form.redrawn, .whole])
  mutating func `a bar that dips goes on`(_ percents: [Int], _ form: PrintedProgress.Form) {
    var bars: Set<Int> = []
    for (index, percent) in percents.enumerated() {
      // The words of a line in a log may be a table.
      let line = take("\(form == .whole ? "[\(percent)%] built" : "read \(percent)%")", form)
      if let reading = line.reading { bars.insert(reading.bar) }
      if index > 0, form == .redrawn { expectEqual(line.reading?.fraction, Double(percent) / 100) }
    }
    expectEqual(bars.count, 1)
  }

  @Test mutating func `a whole that shrinks is one bar`() {
    take("[100/400] a")
    let bar = take("[110/400] a").reading?.bar
    let line = take("[109/390] a").reading
    #expect(line?.done == 109 && line?.bar == bar)
    // Two thirds are done, and another part has fewer.
    let next = take("[1/30] a")
    #expect(next.reading == nil && take("[2/30] a").reading?.bar == bar.map { $0 + 1 })
  }

  /// Logs begin lines with dates, times, levels, names, and numbers of processes.
  @Test(arguments: [
    "2026/05/07 18:45:0# INFO  : ", "2026-05-07 18:45:0#,123 - root - INFO - ", "INFO:root:",
    "2026-05-07T18:45:0#.123Z INFO ", "[2026-05-07 18:45:0#] ", "18:45:0# ", "[18:45:0#] [INFO] ",
    "2026/05/07 18:45:0# ", "May  7 18:45:0# host prog[123]: ",
    "I0507 18:45:0#.123456   12345 a.go:12] ", "05/07 18:45:0# ", "[INFO] ", "warning: ",
    "05-07 18:45:0#.123  1234  5678 I tag: ", "Thu May  7 18:45:0# 2026 ",
    "2026-05-07 18:45:0#.123 | INFO     | __main__:main:12 - ",
    "2026-05-07 18:45:0#  INFO 12 --- [main] a.b.C : ",
    "time=2026-05-07T18:45:0#.123+02:00 level=INFO msg=\"",
  ]) mutating func `logs may have progress`(_ stamp: String) {
    for (notation, expected) in [
      ("#0%", 0.3), ("#0% of 4 MiB", 0.3), ("# of 9 rides", 3.0 / 9), ("#/9", 3.0 / 9),
    ] {
      printed = PrintedProgress()
      let lines = (1...3).map { number in
        let text = (stamp + "copied " + notation).split(
          separator: "#", omittingEmptySubsequences: false)
        return take(text.joined(separator: "\(number)"), .whole).reading?.fraction
      }
      expectEqual(lines, [nil, lines[1], expected], "\(stamp)\(notation)")
      #expect(lines[1] != nil, "\(stamp)\(notation)")
    }
  }

  /// Tables of days, and of figures that were measured each second.
  @Test(arguments: [
    ("2026-05-0# #0%", 1), ("18:45:0# all #.20 0.00 1.00 9#%", 1000),
    ("18:45:0# 1# 2# 3# #0%", 1000), ("2026-05-0# 18:45 12 GB 30 GB #0%", 1),
  ]) mutating func `dated tables are none`(_ row: String, _ wait: Int64) {
    for number in 1...5 {
      let text = row.split(separator: "#", omittingEmptySubsequences: false)
      expectEqual(
        take(text.joined(separator: "\(number)"), .whole, after: wait).reading, nil, "\(row)")
    }
  }

  /// Days, and bars that are full at once.
  @Test mutating func `some counts are no bars`() {
    for day in 1...9 { expectEqual(fraction("built on 0\(day)/11 ok", .whole), nil) }
    for part in 1...9 { take("[0\(part)/11] built", .whole) }
    expectEqual(fraction("[10/11] built", .whole), 10.0 / 11)
    printed = PrintedProgress()
    for file in 1...5 { expectEqual(fraction("\(file) KB 100% done"), nil) }
  }

  @Test mutating func `numbers a line are progress unless they are data`() {
    for number in ["3", "9"] { take(number, .whole, after: 1000) }
    expectEqual(take("32", .whole, after: 1000).reading?.fraction, 0.32)
    printed = PrintedProgress()
    for number in 1...100 { expectEqual(take("\(number)", .whole, after: 1).reading, nil) }
    // Lines that count by one are data.
    printed = PrintedProgress()
    for number in 1...12 { expectEqual(take("\(number)", .whole, after: 1000).reading, nil) }
    take("12", .whole, after: 1000)
    expectEqual(take("13", .whole, after: 1000).reading?.fraction, 0.13)
  }

  @Test mutating func `a bar that moves stays`() {
    take("/r2/outer 10%")
    take("/r2/outer 20%")
    for step in 1...9 { #expect(take("/r2/inner \(step)/9", after: 50).reading == nil) }
    expectEqual(fraction("/r2/outer 30%"), 0.3)
    // It has stopped.
    take("/r2/inner 1/9", after: 2000)
    expectEqual(fraction("/r2/inner 2/9"), 2.0 / 9)
  }

  // MARK: The taskbar

  @Test mutating func `taskbar states are preferred`() {
    expectEqual(printed.read(.normal(percent: 10), at: now), nil)
    expectEqual(printed.read(.normal(percent: 20), at: now)?.fraction, 0.2)
    take("[3/9] Compiling a", .whole)
    let line = take("[4/9] Compiling b", .whole)
    #expect(line.reading == nil && line.words == "Compiling b")
    expectEqual(printed.read(.paused(percent: 30), at: now)?.fraction, 0.3)
    expectEqual(printed.read(.none, at: now), nil)
    milliseconds += 2000
    expectEqual(fraction("[5/9] Compiling c", .whole), 5.0 / 9)
  }

  // MARK: Hostile lines

  @Test mutating func `long lines are examined at both ends`() {
    let long = String(repeating: "x", count: 100_000)
    take("[1/9] " + long, .whole)
    expectEqual(fraction("[2/9] " + long, .whole), 2.0 / 9)
    printed = PrintedProgress()
    take(long + " [ 10%]", .whole)
    expectEqual(fraction(long + " [ 20%]", .whole), 0.2)
  }

  private static let nines = String(repeating: "9", count: 400)

  @Test(arguments: [
    nines + "%", "1/" + nines, "[\(nines)/\(nines)]", "\(nines).5 MiB / 9 TiB",
    "1 TiB / 999999999999999 TiB", "999999999999999T / 999999999999999T", "0/0", "5/4", "101%",
    "1/", "/1", "%", "[/]", "1 of ", "[1/", "1,", "1.", "1%%", "1 %%", "(1", "0 / 0 B",
  ]) mutating func `huge numbers are none`(_ text: String) {
    take(text)
    expectEqual(take(text + " ").reading, nil)
  }

  private static let marks =
    "0 1 9 / % [ ] . , : of  K M T KiB TiB --:--:-- 999999999999999T"
    .split(separator: " ").map { Array($0.utf8) } + [Array(" ".utf8)]

  /// Random mutations of progress lines, with a fixed seed.
  @Test mutating func `hostile lines never trap`() {
    var random = SeededRandom(seed: 7)
    var texts = Self.notations.map { Array($0.second.utf8) }
    for _ in 0..<Tier.rounds(20_000) {
      let index = random.pick(0...texts.count - 1)
      let other = random.pick(texts)
      if texts[index].isEmpty || texts[index].count > 2000 { texts[index] = other }
      let place = random.pick(0...max(0, texts[index].count - 1))
      switch random.pick(0...3) {
      case 0: texts[index].insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      case 1: texts[index].removeSubrange(..<min(place, texts[index].count))
      case 2: texts[index].insert(contentsOf: other.prefix(40), at: place)
      default: texts[index].insert(contentsOf: random.pick(Self.marks), at: place)
      }
      let form: PrintedProgress.Form = random.pick([.whole, .redrawn, .growing])
      let line = take(String(decoding: texts[index], as: UTF8.self), form)
      if let reading = line.reading {
        #expect((0...1).contains(reading.fraction))
        #expect(reading.done ?? 0 <= reading.total ?? 0)
      }
      #expect(line.words?.description.utf8.count ?? 0 <= texts[index].count * 3)
    }
  }
}

extension PrintedProgress.Update {
  var fraction: Double { report.fraction ?? 0 }
  var done: Int? { report.done }
  var total: Int? { report.total }
  var unit: Work.Unit? { report.unit }
}
