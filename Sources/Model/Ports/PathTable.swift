// Paths with a value each, packed: a folder may hold hundreds of thousands of files.

/// The names in a folder.
package typealias FileNames = PathTable<Void>

/// Paths, or names, with a value each, in the order in which they were added.
package struct PathTable<Value: Sendable>: RandomAccessCollection, Sendable {
  private struct Row: Sendable {
    let start: UInt32
    let count: UInt32
    let value: Value
  }

  fileprivate var text: [UInt8] = []
  private var rows: [Row] = []

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { rows.count }

  package subscript(index: Int) -> String {
    String(decoding: bytes(rows[index]), as: UTF8.self)
  }

  package func value(at index: Int) -> Value { rows[index].value }

  private func bytes(_ row: Row) -> ArraySlice<UInt8> {
    text[Int(row.start)..<Int(row.start) + Int(row.count)]
  }

  /// Adds a path. One that begins beyond 4 GB of text, which no folder that is read can reach, is
  /// left out.
  package mutating func append(_ path: String, _ value: Value) {
    guard let start = UInt32(exactly: text.count), let count = UInt32(exactly: path.utf8.count)
    else { return }
    text += path.utf8
    rows.append(Row(start: start, count: count, value: value))
  }

  /// Makes space for the paths of the names in a folder: growing bit by bit takes half as much
  /// memory again.
  package mutating func reserve(_ names: FileNames, in folder: String) {
    // Only for more than there are, so that many folders do not copy what there is each time.
    guard names.count > count else { return }
    rows.reserveCapacity(count + names.count)
    text.reserveCapacity(text.count + names.text.count + names.count * (folder.utf8.count + 1))
  }

  package mutating func append(contentsOf other: PathTable) {
    if isEmpty {
      self = other
    } else {
      for index in other.indices { append(other[index], other.value(at: index)) }
    }
  }

  /// Keeps the rows of which `isKept`, given the index, says so.
  package mutating func keep(_ isKept: (Int) -> Bool) {
    if indices.allSatisfy(isKept) { return }
    rows = indices.filter(isKept).map { rows[$0] }
  }

  /// Sorts by the bytes of the paths.
  package mutating func sort() {
    text.withUnsafeBytes { text in
      func precedes(_ one: Row, _ other: Row) -> Bool {
        text.slice(one.start, one.count).precedes(text.slice(other.start, other.count))
      }
      // What was stored is in order; sorting takes half as much memory again.
      if zip(rows, rows.dropFirst()).contains(where: { precedes($1, $0) }) {
        rows.sort(by: precedes)
      }
    }
  }

  /// Keeps the first row of each path of a sorted table.
  package mutating func removeDoubles() {
    let isFirst = indices.map { $0 == 0 || bytes(rows[$0]) != bytes(rows[$0 - 1]) }
    keep { isFirst[$0] }
  }

  /// Where a path is in a sorted table; nil when it is not there.
  package func sortedIndex(of path: String) -> Int? {
    var path = path
    return path.withUTF8 { path in
      text.withUnsafeBytes { text in
        let path = UnsafeRawBufferPointer(path)
        var (low, high) = (0, rows.count)
        while low < high {
          let middle = (low + high) / 2
          let other = text.slice(rows[middle].start, rows[middle].count)
          if other.precedes(path) { low = middle + 1 } else { high = middle }
        }
        guard low < rows.count else { return nil }
        return path.precedes(text.slice(rows[low].start, rows[low].count)) ? nil : low
      }
    }
  }
}

extension PathTable: Equatable where Value: Equatable {
  package static func == (left: PathTable, right: PathTable) -> Bool {
    left.count == right.count
      && left.indices.allSatisfy {
        left.bytes(left.rows[$0]) == right.bytes(right.rows[$0])
          && left.value(at: $0) == right.value(at: $0)
      }
  }
}

extension PathTable where Value == Void {
  package init(_ names: some Sequence<String>) {
    for name in names { append(name, ()) }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func slice(_ start: UInt32, _ count: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[Int(start)..<Int(start) + Int(count)])
  }

  fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    lexicographicallyPrecedes(other)
  }
}
