// Texts as the C library takes them: paths, arguments and variables need not be UTF-8.

import CLibrary
import Model

extension String {
  /// The bytes of a path, with a NUL at the end.
  var cPath: [CChar] { pathBytes.map { CChar(bitPattern: $0) } + [0] }

  /// The text of a path that the C library returned.
  init(cPath: UnsafePointer<CChar>) {
    self.init(pathBytes: UnsafeRawBufferPointer(start: cPath, count: strlen(cPath)))
  }
}
