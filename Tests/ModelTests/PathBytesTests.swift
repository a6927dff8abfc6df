// Paths lead back to the bytes of their names.

import Model
import Support
import Testing

@Suite struct PathBytesTests {
  @Test(arguments: [
    [], Array("rides/übung 🚴.fit".utf8), [0x63, 0xE9, 0x2E], [0xFF, 0xFE, 0x80],
    [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0x80],
    // Scalars that stand for bytes themselves.
    [0xF4, 0x8F, 0xBF, 0xA9], [0xF4, 0x8F, 0xBC, 0x80, 0xE9],
  ])
  func `every byte is kept`(_ bytes: [UInt8]) {
    expectEqual(String(pathBytes: bytes).pathBytes, bytes)
  }

  @Test func `a name in UTF-8 is that text`() {
    expectEqual(String(pathBytes: Array("/r/é.fit".utf8)), "/r/é.fit")
  }
}
