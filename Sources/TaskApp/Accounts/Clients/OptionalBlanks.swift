extension Substring {
  /// A header value without optional whitespace around it (RFC 9110, section 5.6.3).
  var withoutBlanks: Substring {
    let start = drop(while: Self.isBlank)
    guard let last = start.lastIndex(where: { !Self.isBlank($0) }) else { return "" }
    return start[...last]
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
