import Tasks
import Testing

struct UsernameTests {
  @Test(arguments: [
    ("Ana", "ana"), ("ＡＮＡ", "ana"), ("Ｚoe\u{308}", "zoë"), ("Zoë", "zoë"), ("İpek", "i\u{307}pek"), ("ﬁona", "fiona"),
    ("Ⅷ", "viii"), ("❤️", "❤"), ("李雷", "李雷"), ("a b", "a b"), ("O'Hara <3", "o'hara <3"), ("Å", "å"),
    ("\u{212B}", "å"),
  ])
  func `a name is stored as typed, and its key is the same in every spelling`(typed: String, key: String) throws {
    let name = try Username(validating: typed)
    #expect(Array(name.text.utf8) == Array(typed.utf8))
    #expect(Array(name.key.utf8) == Array(key.utf8))
    #expect(try Username(validating: name.key).key.utf8.elementsEqual(name.key.utf8), "a key is its own key")
  }

  @Test func `names are equal if their keys are`() throws {
    #expect(try Username(validating: "Ana") == Username(validating: " ANA\n"))
    #expect(try Set(["Ana", "aNa", "Anna"].map { try Username(validating: $0) }).count == 2)
  }

  @Test(arguments: ["", " \t", "\u{3164}", "\u{FE0F}"])
  func `a name without visible characters is blank`(typed: String) {
    #expect(problem(typed) == .blank)
  }

  @Test(arguments: [
    ("a\u{200B}na", "U+200B"), ("ana\u{202E}", "U+202E"), ("an\u{AD}a", "U+00AD"), ("a\nb", "U+000A"),
    ("a\0", "U+0000"), ("a\u{2028}b", "U+2028"), ("a\u{2029}b", "U+2029"), ("\u{1F468}\u{200D}\u{1F469}", "U+200D"),
  ])
  func `an invisible character is refused by name`(typed: String, name: String) {
    #expect(problem(typed) == .controlCharacter(name))
  }

  @Test func `a name has at most 64 characters and 1 KiB`() throws {
    #expect(try Username(validating: String(repeating: "é", count: 64)).text.count == 64)
    #expect(problem(String(repeating: "x", count: 65)) == .tooLong(limit: 64))
    #expect(problem("e" + String(repeating: "\u{301}", count: 600)) == .tooLarge(bytes: 1024))
  }

  private func problem(_ typed: String) -> Problem? {
    do throws(InvalidInput) {
      let name = try Username(validating: typed)
      Issue.record("\(name.text) was taken")
      return nil
    } catch {
      return error[.username]
    }
  }
}
