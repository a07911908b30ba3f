import Testing

@testable import StatePages

struct TemplateLinksTests {
  private static let links = ["overview": "/lists", "search": "/search?q=a&b"]

  @Test func `a link is printed by its name, escaped as everything else`() {
    let filled = TemplateLinks(
      Self.links,
      in: ["a": #"<a href="{{links.overview}}">All</a> <a href="{{ links.search }}#x">Search</a>"#, "b": "{{name}}"])
    #expect(filled.problems.isEmpty)
    #expect(
      filled.texts == [
        "a": ##"<a href="/lists">All</a> <a href="/search?q=a&amp;b#x">Search</a>"##, "b": "{{name}}",
      ])
  }

  @Test func `an address that could become a script leads nowhere`() {
    #expect(TemplateLinks(["odd": "javascript:alert(1)"], in: ["a": "{{links.odd}}"]).texts["a"] == "about:invalid")
  }

  @Test func `a name that there is not is told with its line, and with the one that may be meant`() {
    let problems = TemplateLinks(Self.links, in: ["a": "one\n<a href=\"{{links.overveiw}}\">two</a>"]).problems
    #expect(problems.map(\.description) == ["a:2: there is no link overveiw: is overview meant?"])
  }

  @Test func `a catalogue refuses templates that name such a link`() {
    #expect(
      TestTemplates.problems(["notes/content": "<a href=\"{{links.nowhere}}\">Out</a>"]).contains(
        "notes/content:1: there is no link nowhere"))
  }
}
