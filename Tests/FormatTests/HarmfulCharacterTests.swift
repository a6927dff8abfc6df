// The characters that JSON escapes are those that texts are cleaned of: their modules share no
// table.

import Codec
import Model
import Support
import Testing

@Test func `json escapes what texts leave out`() {
  let different = (UInt32(0x20)...0x30FF).filter { value in
    let bytes = Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
    return (JSONEscape.escaping(bytes) != bytes) != DisplayText.isHarmful(value)
  }
  expectEqual(different, [])
}
