// Packed paths.

import Model
import Support
import Testing

@Suite struct PathTableTests {
  private let names = ["b", "", "a/b", "caf\u{E9}", "cafe\u{301}", "a", "a/b", "ab"]

  private var table: PathTable<Int> {
    var table = PathTable<Int>()
    for (index, name) in names.enumerated() { table.append(name, index) }
    return table
  }

  @Test func pathsKeepTheirOrderAndTheirValues() {
    expectEqual(table.map { Array($0.utf8) }, names.map { Array($0.utf8) })
    expectEqual(table.indices.map(table.value), Array(names.indices))
  }

  @Test func sortedByBytesEveryPathIsFound() {
    var table = table
    table.sort()
    table.removeDoubles()
    expectEqual(
      table.map { Array($0.utf8) },
      ["", "a", "a/b", "ab", "b", "cafe\u{301}", "caf\u{E9}"].map { Array($0.utf8) })
    for name in names {
      expectEqual(table.sortedIndex(of: name).map { Array(table[$0].utf8) }, Array(name.utf8))
    }
    for name in ["A", "a/", "a/c", "b\u{0}", "z"] { expectEqual(table.sortedIndex(of: name), nil) }
    // Of doubles the first stays.
    expectEqual(table.sortedIndex(of: "a/b").map(table.value), 2)
    expectEqual(PathTable<Int>().sortedIndex(of: ""), nil)
  }

  @Test func rowsAreKeptAndAdded() {
    var table = table
    table.keep { $0 % 2 == 0 }
    expectEqual(table.indices.map(table.value), [0, 2, 4, 6])
    var whole = PathTable<Int>()
    whole.append(contentsOf: table)
    whole.append(contentsOf: table)
    expectEqual(Array(whole), Array(table) + Array(table))
    #expect(whole != table)
  }
}
