import Foundation
import Tasks
import Testing

/// Text that declares no encoding and is not UTF-8 is read as the reader chooses, with a sample.
struct UnknownEncodingTests {
  @Test(
    arguments: [
      (.western, [0x43, 0x61, 0x66, 0xE9], "Café"), (.cyrillic, [0xCC, 0xEE, 0xEB, 0xEE, 0xEA, 0xEE], "Молоко"),
      (.japanese, [0x8B, 0x8D, 0x93, 0xFB], "牛乳"), (.simplifiedChinese, [0xC5, 0xA3, 0xC4, 0xCC], "牛奶"),
      (.greek, [0xC3, 0xDC, 0xEB, 0xE1], "Γάλα"), (.korean, [0xBF, 0xEC, 0xC0, 0xAF], "우유"),
    ] as [(TextEncoding, [UInt8], String)])
  func `a chosen encoding is used, and its sample shown`(encoding: TextEncoding, word: [UInt8], text: String) throws {
    let bytes = Array("- [ ] Plain\n- [ ] ".utf8) + word
    func read(_ choices: ImportChoices) throws -> PortableFile {
      try PortableFile(reading: bytes, in: .berlin, now: importDate, choices: choices, inflate: { _, _ in nil })
    }
    let chosen = try read(ImportChoices(encoding: encoding))
    #expect(chosen.tasks.map(\.draft.title) == ["Plain", text])
    #expect(chosen.questions.sample == ["- [ ] \(text)"])
    #expect(try read(ImportChoices()).questions.sample.count == 1, "never guessed in silence")
  }

  @Test func `UTF-8 and declared encodings are no question`() throws {
    for bytes in [Array("- [ ] Café".utf8), [0xEF, 0xBB, 0xBF] + Array("- [ ] Café".utf8)] {
      let file = try PortableFile(
        reading: bytes, in: .berlin, now: importDate, choices: ImportChoices(encoding: .greek), inflate: { _, _ in nil }
      )
      #expect(file.tasks.map(\.draft.title) == ["Café"])
      #expect(file.questions.isEmpty)
    }
  }

  @Test(arguments: TextEncoding.allCases)
  func `each encoding is one that the system converts`(encoding: TextEncoding) throws {
    // Encodings of Latin letters differ in few of them.
    let samples: [[UInt8]] = [[0xC1, 0xE4], [0xB1, 0xB2], [0xD0, 0xFE]]
    func titles(_ encoding: TextEncoding) throws -> [[String]] {
      try samples.map { bytes in
        try PortableFile(
          reading: Array("- [ ] a".utf8) + bytes, in: .berlin, choices: ImportChoices(encoding: encoding),
          inflate: { _, _ in nil }
        ).tasks.map(\.draft.title)
      }
    }
    let found = try titles(encoding)
    #expect(found.allSatisfy { $0.count == 1 })
    #expect(try (found == titles(.western)) == (encoding == .western))
  }
}
