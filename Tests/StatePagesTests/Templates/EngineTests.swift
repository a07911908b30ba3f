import Hummingbird
import Mustache
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// The behaviour of the template engine that this library depends on or guards against. These tests report changes in an upgrade.
struct EngineTests {
  @Test func `a partial falls back to the engine's escaping, so every template names the library's`() throws {
    HTMLEscaping.register()
    var library = MustacheLibrary()
    try library.register(HTMLEscaping.pragma + "{{> part}}", named: "page")
    try library.register("{{x}}", named: "part")
    #expect(library.render(["x": "\u{3}"], withTemplate: "page") == "\u{3}")
    try library.register(HTMLEscaping.pragma + "{{x}}", named: "part")
    #expect(library.render(["x": "\u{3}"], withTemplate: "page") == "\u{FFFD}")
  }

  @Test func `a section keeps the escaping of its template`() throws {
    HTMLEscaping.register()
    let template = try MustacheTemplate(string: HTMLEscaping.pragma + "{{#rows}}{{x}}{{/rows}}{{^no}}{{y}}{{/no}}")
    #expect(template.render(["rows": [["x": "\u{3}"]], "y": "\u{3}"] as [String: Any]) == "\u{FFFD}\u{FFFD}")
  }

  @Test func `a value that is a template is printed unescaped, so it can be a placeholder`() throws {
    let placeholder = try MustacheTemplate(string: "\u{1}0\u{2}<")
    #expect(try MustacheTemplate(string: "{{x}}").render(["x": placeholder]) == "\u{1}0\u{2}<")
  }

  @Test func `an unknown variable, partial or section prints nothing, so templates are verified`() throws {
    let template = try MustacheTemplate(string: "[{{x}}{{> y}}{{#z}}z{{/z}}{{> *.w}}]")
    #expect(template.render(["a": "b"]) == "[]")
  }

  @Test func `a name that a view lacks is looked up in the views around it, so absent fields are values`() throws {
    let template = try MustacheTemplate(string: "{{#row}}{{due}}{{/row}}")
    #expect(template.render(["row": [:], "due": "outer"] as [String: Any]) == "outer")
    #expect(template.render(["row": ["due": Absent()], "due": "outer"] as [String: Any]) == "")
  }

  @Test func `a name with a leading dot is looked up in the innermost value only`() throws {
    let template = try MustacheTemplate(string: "{{#row}}{{.due}}{{/row}}{{#text}}{{.due}}{{/text}}")
    #expect(template.render(["row": ["a": "b"], "text": "t", "due": "outer"] as [String: Any]) == "")
  }

  @Test func `empty text counts as true, so absent text has a value of its own`() throws {
    let template = try MustacheTemplate(string: "{{#x}}there{{/x}}{{^x}}absent{{/x}}")
    #expect(template.render(["x": ""]) == "there")
    #expect(template.render(["x": Absent()]) == "absent")
    #expect(template.render(["x": false]) == "absent")
    #expect(template.render(["x": [String]()]) == "absent")
  }

  @Test func `a partial on a line of its own indents its lines, so indentation is removed`() throws {
    var library = MustacheLibrary()
    try library.register("<textarea>\n  {{> part}}\n</textarea>", named: "page")
    try library.register("{{x}}\n{{x}}", named: "part")
    #expect(library.render(["x": "a"], withTemplate: "page") == "<textarea>\n  a\n  a</textarea>")
  }
}

struct MarkupPlaceholdersTests {
  @Test func `markup is inserted where a markup field is printed, and nowhere else`() throws {
    let catalogue = try TestTemplates.catalogue()
    let inside = catalogue.render(Head(name: "<b>"))
    #expect(inside.html == "<h1>&lt;b&gt;</h1>")
    let html = catalogue.render(FixedPiece(name: "head", slot: "head", inside: inside)).html
    #expect(html == "<div class=\"piece head\" slot=\"head\"><h1>&lt;b&gt;</h1></div>\n")
  }

  @Test(arguments: ["\u{1}0\u{2}", "\u{1}", "\u{2}", "\u{3}", "\u{1}0\u{2}\u{301}", "\u{1}\u{301}0\u{2}"])
  func `no text is taken for a placeholder or a cut`(text: String) throws {
    let catalogue = try TestTemplates.catalogue()
    let html = catalogue.render(FixedPiece(name: text, slot: text, inside: Markup(rendered: "<secret>"))).html
    #expect(html.ranges(of: "<secret>").count == 1)
    for byte in [MarkupPlaceholders.opening, MarkupPlaceholders.closing, MarkupPlaceholders.cut] {
      #expect(!html.utf8.contains(byte))
    }
    #expect(html.contains("\u{FFFD}") as Bool)
  }

  @Test func `a note that contains the mark of a cut does not cut its page`() async throws {
    let asking = try OnePageApp()
    let html = try await asking.whole(.notes { Region.notes("notes", there("\u{3}first\u{3}")) }).html()
    #expect(html.hasSuffix("</main>\n</html>\n"))
    #expect(html.contains("\u{FFFD}first\u{FFFD}") as Bool)
  }

  @Test func `many pieces of markup are inserted in their order`() throws {
    let placeholders = MarkupPlaceholders(try TestTemplates.catalogue())
    let pieces = (0..<200).map { Markup(rendered: "<\($0)>") }
    let rendered = pieces.map { "[" + placeholders.placeholder(for: $0).render([:] as [String: String]) + "]" }.joined()
    #expect(placeholders.join(rendered).html == pieces.map { "[\($0.html)]" }.joined())
  }

  @Test func `markup is cut once, at the stage`() {
    let (before, behind) = Markup.joined([Markup(rendered: "é<main>"), .cut, Markup(rendered: "</main>")]).halves()
    #expect(before.html == "é<main>")
    #expect(behind.html == "</main>")
    #expect(Markup(rendered: "whole").halves().before.html == "whole")
    #expect(Markup(rendered: "whole").halves().behind == .none)
  }
}
