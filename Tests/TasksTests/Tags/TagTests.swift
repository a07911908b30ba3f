import Testing

@testable import Tasks

struct TagTests {
  @Test(arguments: [
    ("kitchen", "kitchen"), ("#kitchen", "kitchen"), (" kitchen ", "kitchen"), ("Küche", "Küche"), ("مطبخ", "مطبخ"),
    ("買い物", "買い物"), ("home/kitchen", "home/kitchen"), ("@phone", "@phone"), ("2026", "2026"), ("🛒", "🛒"),
    ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("C++", "C++"), ("e\u{301}", "é"),
    ("\u{5A2}ברית", "ברית"), ("#\u{301}a", "a"), ("\u{200D}\u{1F3FD}a", "a"),
    (String(repeating: "a", count: 50), String(repeating: "a", count: 50)),
  ])
  func `a tag is one word in any script`(typed: String, name: String) {
    #expect(Tag(typed)?.name == name)
  }

  @Test(arguments: [
    "", "#", " ", "two words", "a,b", "a#b", "##a", "a\"b", "a\\b", "a\u{7}b", "a\u{a0}b", "…", "--", "a;b", "“a”",
    "\u{202e}a", "\u{200b}", String(repeating: "a", count: 51), "a" + String(repeating: "\u{301}", count: 60), "a\nb",
  ])
  func `other text is no tag`(typed: String) {
    #expect(Tag(typed) == nil)
  }

  @Test func `tags are divided by spaces, whatever marks are around them`() throws {
    let typed = try TagSet(typed: "due \u{5A2}ברית,\u{301}a മ\u{D4E} x")
    #expect(typed.tags.map(\.name) == ["due", "ברית", "a", "മ\u{D4E}", "x"])
    #expect(TagSet(stored: typed.text) == typed)
  }

  @Test(arguments: [
    ("Kitchen", "kitchen"), ("KÜCHE", "küche"), ("é", "e\u{301}"), ("Ｔａｇ", "tag"), ("ÉCOLE", "école"), ("Ёлка", "ёлка"),
    ("ﾃﾚﾋﾞ", "テレビ"), ("ΟΔΌΣ", "οδός"), ("ЙОГА", "йога"), ("STRASSE", "straße"),
  ])
  func `case and width make no other tag`(one: String, other: String) throws {
    #expect(try #require(Tag(one)).key == #require(Tag(other)).key)
  }

  @Test(arguments: [
    ("kitchen", "kitchens"), ("書", "畫"), ("ب", "ت"), ("a/b", "a-b"), ("йога", "иога"), ("año", "ano"),
    ("Küche", "kuche"),
    ("елка", "ёлка"), ("カ", "ガ"), ("कि", "क"),
  ])
  func `other letters make another tag`(one: String, other: String) throws {
    #expect(try #require(Tag(one)).key != #require(Tag(other)).key)
  }

  @Test func `typed tags are divided by spaces, commas and line breaks, each once`() throws {
    let tags = try TagSet(typed: "  #kitchen garden,Kitchen,\n phone")
    #expect(tags.text == "kitchen garden phone")
    #expect(TagSet(stored: tags.text) == tags)
    #expect(try TagSet(typed: " ").isEmpty)
  }

  @Test func `an invalid or an eleventh tag is a problem of its field`() throws {
    func problems(_ tags: String) -> [FieldProblem] {
      do {
        _ = try TaskDraft(validating: TaskInput(title: "a", tags: tags))
        return []
      } catch {
        return error.problems
      }
    }
    #expect(problems("kitchen ???") == [FieldProblem(.tags, .notATag("???"))])
    let ten = (1...10).map { "t\($0)" }.joined(separator: " ")
    #expect(problems(ten).isEmpty)
    #expect(problems(ten + " T1").isEmpty)
    #expect(problems(ten + " more") == [FieldProblem(.tags, .tooManyTags(limit: 10))])
  }

  @Test func `tags are replaced in their place, and joined with one that is there`() {
    var tags = TagSet(stored: "a b c")
    tags.replace(Tag(stored: "B"), by: Tag(stored: "x"))
    #expect(tags.text == "a x c")
    tags.replace(Tag(stored: "c"), by: Tag(stored: "a"))
    #expect(tags.text == "a x")
    tags.remove(Tag(stored: "A"))
    #expect(tags.text == "x")
  }
}
