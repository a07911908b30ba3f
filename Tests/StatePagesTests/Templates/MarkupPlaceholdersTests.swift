import Hummingbird
import Mustache
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

struct MarkupPlaceholdersTests {
  @Test func `markup is inserted where a markup field is printed, and nowhere else`() throws {
    let catalogue = try TestTemplates.catalogue()
    let inside = catalogue.render(Head(name: "<b>"))
    #expect(inside.html == "<h1>&lt;b&gt;</h1>")
    let html = catalogue.render(FixedPiece(name: "head", inside: inside)).html
    #expect(html == "<div class=\"piece head\" slot=\"head\"><h1>&lt;b&gt;</h1></div>\n")
  }

  @Test(arguments: ["\u{1}0\u{2}", "\u{1}", "\u{2}", "\u{3}", "\u{1}0\u{2}\u{301}", "\u{1}\u{301}0\u{2}"])
  func `no text is taken for a placeholder or a cut`(text: String) throws {
    let catalogue = try TestTemplates.catalogue()
    let html = catalogue.render(FixedPiece(name: text, inside: Markup(rendered: "<secret>"))).html
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
    let joints = MarkupPlaceholders(try TestTemplates.catalogue())
    let pieces = (0..<200).map { Markup(rendered: "<\($0)>") }
    let rendered = pieces.map { "[" + joints.joint(for: $0).render([:] as [String: String]) + "]" }.joined()
    #expect(joints.join(rendered).html == pieces.map { "[\($0.html)]" }.joined())
  }

  @Test func `markup is cut once, at the stage`() {
    let (before, behind) = Markup.joined([Markup(rendered: "é<main>"), .cut, Markup(rendered: "</main>")]).halves()
    #expect(before.html == "é<main>")
    #expect(behind.html == "</main>")
    #expect(Markup(rendered: "whole").halves().before.html == "whole")
    #expect(Markup(rendered: "whole").halves().behind == .none)
  }
}
