// Reads the directories and the members of zip archives at their positions.

import Model
import Support
import Testing

@testable import Imports

@Suite struct ZipArchiveTests {
  /// Entries of all lengths, over the borders of blocks.
  @Test func `directories of thousands are read in blocks`() throws {
    var random = SeededRandom(seed: 1)
    let names = (0..<3000).map { index in
      "\(index)-" + String(repeating: "n", count: random.pick(0...200))
    }
    var maker = ZipMaker()
    for name in names {
      var file = ZipFile(name, [1])
      file.method = .stored
      try maker.add(file)
    }
    maker.finish()
    let file = MemoryFile(maker.bytes)
    let archive = try ZipArchive(file)
    let before = file.reads
    var found: [String] = []
    try archive.forEachEntry { entry throws(ImportError) in found.append(entry.name) }
    expectEqual(found, names)
    #expect(file.reads - before < 15)
  }

  @Test func `the longest names are read`() throws {
    let names = ["a", "b"].map { String(repeating: $0, count: 65_535) }
    let archive = try ZipArchive(MemoryFile(ZipMaker.archive(names.map { ZipFile($0, "text") })))
    var found: [String] = []
    try archive.forEachEntry { entry throws(ImportError) in
      found.append(entry.name)
      let member = try ZipMember(entry, of: archive)
      expectEqual(Unpacked(member), Unpacked(bytes: Array("text".utf8)))
    }
    expectEqual(found, names)
  }

  /// A ride's reader keeps what is whole; an export's refuses it all.
  @Test func `damaged members give their bytes if wanted`() throws {
    let content = noise(5000)
    var (cut, wrong) = (ZipFile("cut", content), ZipFile("wrong", content))
    cut.damage = { $0.removeLast(1000) }
    wrong.toldChecksum = 1
    let archive = try ZipArchive(MemoryFile(ZipMaker.archive([cut, wrong])))
    try archive.forEachEntry { entry throws(ImportError) in
      let part = Unpacked(
        try ZipMember(entry, of: archive, budget: UnpackBudget(), keepsPart: true))
      expectEqual(part.fault, .damaged(line: nil))
      #expect(part.bytes.count > 3000)
      #expect(content.starts(with: part.bytes))
      guard entry.name == "wrong" else { return }
      expectEqual(part.bytes, content)
      let whole = Unpacked(try ZipMember(entry, of: archive), piece: 10_000)
      expectEqual(whole, Unpacked(bytes: [], fault: .damaged(line: nil)))
    }
  }

  /// A file that has no reads into buffers.
  @Test func `a range of a file is read`() throws {
    let bytes = noise(10_000)
    let file = MemoryFile(bytes)
    expectEqual(Unpacked(PlainInput(file)), Unpacked(bytes: bytes))
    for (range, found) in [(100..<8101, 100..<8101), (9000..<20_000, 9000..<10_000)]
      as [(Range<Int64>, Range<Int>)]
    {
      let input = PlainInput(file, in: range)
      expectEqual(Unpacked(input), Unpacked(bytes: Array(bytes[found])))
      expectEqual(input.consumed, Int64(found.count))
    }
  }
}
