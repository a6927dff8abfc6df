// Many lines of a wrapped command as one value.

import Model
import Support
import Testing

@Suite struct PlainLinesTests {
  @Test func `one line in many is not blank`() {
    var blank = -1
    let blanks = [UInt8](repeating: 0x0A, count: 150)
    func lines(in bytes: [UInt8]) -> PlainLines? {
      PlainLines(in: bytes, of: .standardOutput, from: 0, to: &blank)
    }
    let many = lines(in: blanks + Array("one\n".utf8) + blanks)
    expectEqual(many?.lastWritten, "one")
    let none = lines(in: blanks)
    #expect(none?.count == 100 && none?.lastWritten == nil)
  }
}
