import Testing

@testable import Tasks

struct TagTests {
  @Test func `tags are divided by spaces, whatever marks are around them`() throws {
    let typed = try TagSet(typed: "due \u{5A2}ברית,\u{301}a മ\u{D4E} x")
    #expect(typed.tags.map(\.name) == ["due", "ברית", "a", "മ\u{D4E}", "x"])
    #expect(TagSet(stored: typed.text) == typed)
  }

  @Test func `typed tags are divided by spaces, commas and line breaks, each once`() throws {
    let tags = try TagSet(typed: "  #kitchen garden,Kitchen,\n phone")
    #expect(tags.text == "kitchen garden phone")
    #expect(TagSet(stored: tags.text) == tags)
    #expect(try TagSet(typed: " ").isEmpty)
  }

  @Test func `tags are replaced in their place, and joined with one that is there`() {
    var tags = TagSet(stored: "a b c")
    tags = tags.replacing(Tag(stored: "B"), by: Tag(stored: "x"))
    #expect(tags.text == "a x c")
    tags = tags.replacing(Tag(stored: "c"), by: Tag(stored: "a"))
    #expect(tags.text == "a x")
    tags.remove(Tag(stored: "A"))
    #expect(tags.text == "x")
  }
}
