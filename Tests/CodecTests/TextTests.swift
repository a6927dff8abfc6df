// Hexadecimal, Base64, percent-encoding, forms, and grouped numbers.

import Codec
import Support
import Testing

@Suite(.blocking) struct TextTests {
  @Test func `hex is lowercase`() {
    expectEqual(Hex.encode([0x00, 0x0F, 0xA5, 0xFF]), "000fa5ff")
    expectEqual(Hex.encode([UInt8]()), "")
  }

  /// The test vectors of RFC 4648 §10, and the name and password of RFC 7617 §2.
  @Test(
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"), ("Aladdin:open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
      ("~~~???", "fn5+Pz8/"),
    ])
  func `base64 round trips`(_ text: String, _ encoded: String) {
    expectEqual(Base64.encode(text.utf8), encoded)
    expectEqual(Base64.decode(encoded), Array(text.utf8))
  }

  @Test func `base64 of random bytes round trips`() {
    var random = SeededRandom(seed: 5)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      expectEqual(Base64.decode(Base64.encode(bytes)), bytes)
    }
  }

  @Test(
    arguments: [
      ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a b+c", "a%20b%2Bc"),
      ("read,activity:read_all", "read%2Cactivity%3Aread_all"),
      ("é😀", "%C3%A9%F0%9F%98%80"), ("100%", "100%25"), ("a/b?c#d&e=f", "a%2Fb%3Fc%23d%26e%3Df"),
      ("\n", "%0A"),
    ])
  func `percent encoding round trips`(_ text: String, _ encoded: String) {
    expectEqual((["": text] as FormPairs).encoded, "=" + encoded.replacing("%20", with: "+"))
    expectEqual(PercentEncoding.decode(encoded), text)
  }

  @Test(arguments: ["%", "%4", "%4g", "a%", "%%41", "%C3", "%FF", "%ED%A0%80"])
  func `broken percent encoding is refused`(_ text: String) {
    expectEqual(PercentEncoding.decode(text), nil)
    expectEqual(FormPairs(parsing: "a=\(text)"), nil)
    // Either case is taken, and a plus is left.
    expectEqual(PercentEncoding.decode("%c3%A9+"), "é+")
  }

  @Test func `forms are built in order`() {
    var form: FormPairs = ["grant_type": "refresh_token", "scope": "a b", "empty": ""]
    form.append("näme", "1+1=2&3")
    expectEqual(form.encoded, "grant_type=refresh_token&scope=a+b&empty=&n%C3%A4me=1%2B1%3D2%263")
    expectEqual(FormPairs(parsing: form.encoded), form)
  }

  @Test func `queries are parsed`() throws {
    let query = try #require(
      FormPairs(parsing: "state=x%3Dy&code=a=b&&scope=read,all&flag&code=second&q=a+b%2B"))
    // The first code counts, and only the first = divides.
    expectEqual(
      ["state", "code", "scope", "flag", "q", "missing"].map { query[$0] },
      ["x=y", "a=b", "read,all", "", "a b+", nil])
    expectEqual(query.pairs.map(\.name), ["state", "code", "scope", "flag", "code", "q"])
    expectEqual(FormPairs(parsing: "")?.pairs.isEmpty, true)
  }

  @Test(
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (3212, "3,212"), (-3212, "-3,212"),
      (-999, "-999"),
      (1_234_567, "1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ] as [(Int, String)])
  func `numbers carry commas`(_ number: Int, _ text: String) {
    expectEqual(number.grouped, text)
  }
}

extension Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The decoded bytes; nil for invalid text.
  fileprivate static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, held) = (0, 0)
    for character in text.utf8 where character != UInt8(ascii: "=") {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      (bits, held) = (bits << 6 & 0xFFFF | value, held + 6)
      if held < 8 { continue }
      held -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> held))
    }
    return bytes
  }
}
