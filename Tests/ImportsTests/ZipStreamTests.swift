// Reads zip archives as streams: every form of member, and archives inside archives.

import Model
import Support
import Testing

@testable import Imports

@Suite struct ZipStreamTests {
  private static let content = noise(3000)

  /// A member with this content.
  private func file(
    _ name: String, _ content: [UInt8] = content, _ change: (inout ZipFile) -> Void = { _ in }
  ) -> ZipFile {
    var file = ZipFile(name, content)
    file.hasDescriptor = false
    change(&file)
    return file
  }

  /// All combinations of sizes in the header and after the data.
  @Test(arguments: 0..<64)
  func `reads every form of member`(_ form: Int) throws {
    let file = file("a.fit") { file in
      file.method = form & 1 == 0 ? .deflated : .stored
      file.hasDescriptor = form & 2 != 0
      file.isDescriptorSigned = form & 4 != 0
      file.isLarge = form & 8 != 0
      file.hasLargeHeader = form & 16 != 0
      // Stored data has no end mark.
      file.headerHasSizes = form & 32 != 0 || file.method == .stored
    }
    let bytes = try ZipMaker.archive([file, self.file("b", [1])])
    for piece in [1, 100, 4096] {
      let archive = UnpackedArchive(bytes, piece: piece)
      expectEqual(archive.names, ["a.fit", "b"])
      expectEqual(
        archive.members.map(\.content), [Unpacked(bytes: Self.content), Unpacked(bytes: [1])])
      expectEqual(archive.fault, nil)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `folders are members without data`(_ isSigned: Bool, _ isLarge: Bool) throws {
    let folders: [ZipFile] = [(false, false), (true, false), (true, true)].map { form in
      file("folder/", []) { folder in
        folder.method = form.1 ? .deflated : .stored
        folder.hasDescriptor = form.0
        (folder.isDescriptorSigned, folder.isLarge) = (isSigned, isLarge)
      }
    }
    let archive = UnpackedArchive(try ZipMaker.archive(folders + [file("folder/a")] + folders))
    let expected = [[], [], [], Self.content, [], [], []].map { Unpacked(bytes: $0) }
    expectEqual(archive.members.map(\.content), expected)
    expectEqual(archive.fault, nil)
  }

  @Test(arguments: ["../../etc/passwd", "", "a\u{0}b", String(repeating: "x", count: 65_535)])
  func `names are only data`(_ name: String) throws {
    let archive = UnpackedArchive(try ZipMaker.archive([file(name)]))
    expectEqual(archive.names, [name])
    expectEqual(archive.members.first?.content, Unpacked(bytes: Self.content))
  }

  @Test func `what is not read is skipped`() throws {
    let files = [
      file("a"), file("b") { $0.hasDescriptor = true }, file("c") { $0.method = .stored },
      file("d"),
    ]
    let stream = ZipStream(
      MemoryInput(try ZipMaker.archive(files), piece: 50), budget: UnpackBudget())
    var names: [String] = []
    var start = [UInt8](repeating: 0, count: 10)
    var last: ZipStream.Member?
    while let member = try stream.next() {
      // A member ends when the next one begins.
      if let last { expectEqual(Unpacked(last), Unpacked(bytes: [])) }
      names.append(member.name)
      if names.count % 2 == 0 {
        let count = try start.withUnsafeMutableBytes { try member.read(into: $0) }
        expectEqual(start.prefix(count), Self.content.prefix(count))
      }
      last = member
    }
    expectEqual(names, ["a", "b", "c", "d"])
    #expect(try stream.next() == nil)
  }

  @Test func `consumed bytes are those of the outermost file`() throws {
    let inner = try ZipMaker.archive([file("a", Deflate.gzip(Self.content))])
    let outer = try ZipMaker.archive([file("inner.zip", inner)])
    let input = MemoryInput(outer)
    let budget = UnpackBudget()
    let archive = try #require(try ZipStream(input, budget: budget).next())
    let stream = ZipStream(InputBuffer(archive), budget: budget)
    let gzip = try GzipInput(try #require(try stream.next()), budget: budget)
    expectEqual(Unpacked(gzip), Unpacked(bytes: Self.content))
    expectEqual(gzip.consumed, input.consumed)
    #expect(try stream.next() == nil)
    #expect(input.consumed > 0)
  }

  /// An archive may end with any of these records, and with a comment.
  @Test func `archives end at their directory`() throws {
    for (isLarge, comment) in [(false, "empty"), (true, "")] {
      var maker = ZipMaker()
      maker.finish(isLarge: isLarge, comment: comment)
      expectEqual(UnpackedArchive(maker.bytes).fault, nil)
    }
    var maker = ZipMaker()
    try maker.add(file("a"))
    for ending: [UInt8] in [[0x50, 0x4B, 6, 8], [0x50, 0x4B, 1, 2], [0x50, 0x4B, 5, 6]] {
      let archive = UnpackedArchive(maker.bytes + ending + noise(70_000))
      expectEqual(archive.members.map(\.content), [Unpacked(bytes: Self.content)])
      expectEqual(archive.fault, nil)
    }
  }

  /// Zip in zip in zip with gzip inside, next to files of every level.
  @Test(arguments: [ZipFile.Method.stored, .deflated], [true, false])
  func `archives within archives are read`(_ method: ZipFile.Method, _ hasDescriptor: Bool) throws {
    let rides = (0..<4).map { noise(2000, seed: UInt64($0)) }
    func form(_ file: inout ZipFile) {
      file.method = method
      (file.hasDescriptor, file.headerHasSizes) = (hasDescriptor, method == .stored)
    }
    var bytes = try ZipMaker.archive([
      file("3.fit.gz", Deflate.gzip(rides[3]), form), file("empty/", []),
    ])
    for level in [2, 1, 0] {
      bytes = try ZipMaker.archive([
        file("inner.zip", bytes, form), file("\(level).fit", rides[level], form),
      ])
    }
    for piece in [10, 4096] {
      let tree = UnpackedTree(MemoryInput(bytes, piece: piece))
      let expected = [3, -1, 2, 1, 0].map { Unpacked(bytes: $0 < 0 ? [] : rides[$0]) }
      expectEqual(tree.leaves, expected)
      expectEqual(tree.faults, [])
    }
  }

  /// The checksum of an outer level covers the directory of an inner archive.
  @Test func `damage of an outer level is found`() throws {
    let inner = try ZipMaker.archive([file("a")], comment: "inner")
    let outer = try ZipMaker.archive([file("inner.zip", inner) { $0.toldChecksum = 1 }, file("b")])
    let tree = UnpackedTree(MemoryInput(outer))
    expectEqual(tree.leaves, [Unpacked(bytes: Self.content), Unpacked(bytes: Self.content)])
    expectEqual(tree.faults, [.damaged(line: nil)])
  }
}
