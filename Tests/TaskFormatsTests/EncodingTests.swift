import Foundation
import TaskFormats
import Tasks
import Testing

struct EncodingTests {
  private func titles(_ bytes: [UInt8], charset: String? = nil) throws -> [String] {
    try ReadList(reading: bytes, hint: ListHint(name: "todo.txt", charset: charset)).titles
  }

  @Test func `text that is not in the declared encoding is read as if none were declared`() throws {
    // Long enough not to count as a few invalid bytes.
    let bytes = Array(String(repeating: "(A) Größe über Maß\n", count: 9).utf8)
    #expect(try titles(bytes, charset: "iso-2022-jp").first == "Größe über Maß")
  }

  @Test func `a few invalid bytes in UTF-8 leave the rest unchanged`() throws {
    let bytes =
      Array("(A) Straße, Größe, caf".utf8) + [0xE9] + Array(" und Käse\n(B) \u{0}Feed\u{7}\u{85} the cat".utf8)
    #expect(try titles(bytes) == ["Straße, Größe, café und Käse", "Feed  the cat"])
  }

  @Test func `a calendar may be folded within a character of any encoding`() throws {
    for (charset, bytes) in [(nil, [0xC3, 0xA4]), ("shift_jis", [0x93, 0xFA])] as [(String?, [UInt8])] {
      let head = Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:K".utf8) + [bytes[0]] + Array("\r\n ".utf8)
      let file = head + [bytes[1]] + Array("se\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
      let list = try ReadList(reading: file, hint: ListHint(charset: charset))
      #expect(list.titles == [charset == nil ? "Käse" : "K日se"])
    }
  }

  @Test func `only invalid bytes become replacement characters`() throws {
    // Each byte alone, in pairs with some others, and halves of characters in UTF-16.
    for charset in [nil, "utf-8", "shift_jis", "gb18030", "iso-8859-7", "euc-jp", "big5"] {
      for byte in UInt8.min...UInt8.max where byte != 0x0A && byte != 0x0D {
        for other in [0x20, 0x41, 0x81, 0xC3, 0xE4, 0xFF] as [UInt8] {
          let bytes = Array("(A) some text of several words, so that two controls pass ".utf8) + [byte, other]
          for title in try titles(bytes, charset: charset) { #expect(!title.contains("\u{FFFD}")) }
        }
      }
    }
    #expect(try titles([0xFF, 0xFE, 0x41, 0, 0x00, 0xD8, 0x42, 0, 0x00, 0xDC, 0x43]) == ["AB"])
    #expect(try titles(Array("a\u{FFFD}b".utf8)) == ["a\u{FFFD}b"])
  }
}

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
