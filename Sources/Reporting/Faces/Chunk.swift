// What a face answers with.

package import Model

/// Bytes for one of the outputs.
package struct Chunk: Hashable, Sendable {
  package let stream: OutputStream
  package let bytes: [UInt8]

  package init(_ stream: OutputStream, _ bytes: [UInt8]) {
    self.stream = stream
    self.bytes = bytes
  }

  /// A line of text, its end included.
  package init(_ stream: OutputStream, line: DisplayText) {
    self.init(stream, Array(line.description.utf8) + [0x0A])
  }
}
