import Testing

@testable import TaskStore

/// What the index takes for the same word, and for a word.
struct FoldingTests {
  @Test func `any bytes are divided in linear time, into words that fold to themselves`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      bytes.withUnsafeBytes { buffer in
        TextTokens.each(in: buffer) { token in
          #expect(
            !token.word.isEmpty && bytes.indices.contains(token.place.lowerBound)
              && token.place.upperBound <= bytes.count)
          return true
        }
      }
    }
    let marks = "a" + String(repeating: "\u{323}\u{301}\u{5B0}", count: 30_000)
    TextTokens.each(in: marks + " b") { token in
      #expect(token.word.count < 50, "many marks are not sorted")
      return true
    }
    for value in UInt32(0)...0x2_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = FoldedWord.of(String(scalar))
      if FoldedWord.of(folded) != folded { Issue.record("U+\(String(value, radix: 16)): \(folded)") }
    }
  }
}
