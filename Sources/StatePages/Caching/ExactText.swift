/// Text that is compared by its bytes.
///
/// Strings are equal if they are canonically equivalent: "é" may be one scalar or two, and combining marks may come in
/// either order. A cached rendering needs exactly the text that it was rendered from.
struct ExactText: Hashable, Sendable {
  /// The text.
  let text: String

  /// Wraps a text.
  init(_ text: String) {
    self.text = text
  }

  /// Whether both have the same bytes.
  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes.
  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // A terminator that never occurs in UTF-8, so no text's bytes are a prefix of another's.
    hasher.combine(UInt8.max)
  }
}
