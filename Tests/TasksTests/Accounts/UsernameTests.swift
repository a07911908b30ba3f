import Testing

@testable import Tasks

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

struct NameSkeletonTests {
  private func skeleton(_ name: String) -> String { NameSkeleton.skeleton(of: name) }

  @Test(arguments: [
    ("Vera", "V\u{435}ra"), ("Vera", "\u{FF36}\u{FF25}\u{FF32}\u{FF21}"), ("Vera", "v\u{E9}r\u{E0}"),
    ("Vera", "Ve\u{301}\u{302}ra"),
    ("Vera", "V\u{3B5}ra"), ("Bepa", "\u{412}\u{435}\u{440}\u{430}"),
    ("paul", "\u{440}\u{430}\u{443}l".replacing("\u{443}", with: "u")),
    ("Ian", "lan"), ("anna1", "annal"), ("Bob", "B0b"), ("modern", "modem"), ("Nikos", "\u{39D}ikos"),
    ("Helen", "\u{397}elen"),
    ("TOM", "\u{422}\u{41E}\u{41C}"), ("\u{130}da", "Ida"), ("Ann  Lee", "Ann Lee"), ("Ann\u{200B}", "Ann"),
    ("Bj\u{F8}rn", "Bjorn"),
    ("scope", "\u{455}\u{441}\u{43E}\u{440}\u{435}"), ("\u{1D400}nn", "Ann"), ("x", "\u{2CAD}"), ("waw", "vvavv"),
  ])
  func `names that look alike have one skeleton`(left: String, right: String) {
    #expect(skeleton(left) == skeleton(right), "\(skeleton(left)) \(skeleton(right))")
  }

  @Test(arguments: [
    ("Vera", "Verena"), ("Anna", "Anne"), ("Ann Lee", "AnnLee"), ("Bob", "Rob"),
    ("\u{905}\u{915}\u{93E}", "\u{905}\u{915}\u{93F}"),
    ("\u{645}\u{631}\u{64A}\u{645}", "\u{633}\u{639}\u{64A}\u{62F}"), ("\u{674E}\u{660E}", "\u{674E}\u{9633}"),
    ("Vera", "Cera"),
    ("1", "2"), ("a", "b"),
  ])
  func `names that look different have different skeletons`(left: String, right: String) {
    #expect(skeleton(left) != skeleton(right))
  }

  @Test func `a name has one skeleton in any case, except for capitals that look like other letters`() {
    for name in ["vera", "sven", "šárka", "тарас", "αββας"] {
      #expect(skeleton(name) == skeleton(name.uppercased()), "\(name)")
    }
    #expect(skeleton("ian") != skeleton("IAN"))
  }

  @Test func `every name has a skeleton, and the longest is fast`() {
    for name in ["李明", "مريم", "🦊", "1", "|", "ªº", String(repeating: "ш\u{301}", count: 300)] {
      #expect(!skeleton(name).isEmpty, "\(name)")
    }
  }
}
