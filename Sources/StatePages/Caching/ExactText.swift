/// Text that is the same only if its bytes are.
///
/// Strings are equal where they mean the same: "é" may be one scalar or two, and marks on one letter may come in either order.
/// What is found by a text and was printed from it needs the very same one.
struct ExactText: Hashable, Sendable {
  /// The text.
  let text: String

  /// A text as it is.
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
    // No text's bytes are the beginning of another's with this behind them.
    hasher.combine(UInt8.max)
  }
}
