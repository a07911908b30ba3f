import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

struct RedactionTests {
  private func skeleton(_ html: String) -> String { Redaction.skeleton(of: Markup(rendered: html)).html }
  private func bar(_ count: Int) -> String { "<i>\(String(repeating: "\u{2002}", count: count))</i>" }

  @Test func `each text is a bar of its length, in the boxes of its elements`() {
    #expect(
      skeleton("<ul class=\"rows\"><li id=\"a\"><a href=\"/1\">Milk &amp; tea</a></li></ul>")
        == "<ul class=\"rows skeleton\" aria-hidden=\"true\" inert><li><a>\(bar(10))</a></li></ul>")
  }

  @Test func `what is known keeps its words and its addresses`() {
    let head = "<header data-known><h2 id=\"k\"><a href=\"/lists/1\">Kitchen</a></h2></header>"
    #expect(skeleton(head + "<p>Milk</p>") == head + "<p class=\"skeleton\" aria-hidden=\"true\" inert>\(bar(4))</p>")
    #expect(skeleton("<div id=\"d\">\(head)<p>Milk</p></div>").hasPrefix("<div>\(head)<p class=\"skeleton\""))
  }

  @Test(arguments: [
    "<form method=\"post\" action=\"/1\"><input type=\"hidden\" name=\"v\" value=\"7\"><button name=\"ok\">Go</button></form>",
    "<div><button popovertarget=\"m\">Menu</button><div id=\"m\" popover><a href=\"/2\">Delete</a></div></div>",
    "<label for=\"t\">Title</label><textarea id=\"t\" name=\"title\">Milk > tea</textarea>",
    "<p><span class=\"visually-hidden\">Late</span><svg class=\"icon\"><title>Late</title><path d=\"M0\"/></svg></p>",
    "<select name=\"list\"><option value=\"1\" selected>Kitchen</option></select>",
    "<p><meter id=\"m\" min=\"0\" max=\"9\" value=\"3\">3 MB</meter><time datetime=\"2026-01-01\">Today</time></p>",
    "<p data-state=\"x\" title=\"Milk > 1\" aria-label=\"Milk\">a</p>",
  ])
  func `nothing in it can be read, found, pressed or sent`(html: String) throws {
    let page = try HTMLReader.fragment(skeleton(html))
    let words = page.text.filter { !$0.isWhitespace }
    #expect(words.isEmpty)
    let told: Set<String> = ["class", "type", "rows", "width", "height", "datetime", "value", "aria-hidden", "inert"]
    for element in page.everything {
      #expect(told.isSuperset(of: element.attributes.keys), "\(element.attributes)")
      #expect(element["value"] == nil || element.name == "meter" && element["value"] == "0")
      #expect(element.name != "form" && element.name != "option" && element["type"] != "hidden")
    }
    for case .element(let element) in page.children { #expect(element["inert"] != nil) }
  }

  enum Shelf: ListScreen {
    struct Caption: TemplateView {
      static let fields: [String: Field<Caption>] = ["count": .number(\.count)]
      let count: Int?
    }
    struct Row: TemplateView {
      static let fields: [String: Field<Row>] = ["title": .text(\.title)]
      let title: String
    }
    typealias Content = [String]
    static let name: ViewName = "shelf"
    static let samples = [Sample<Shelf>("two", caption: Caption(count: nil), content: ["Ulysses", "Emma"])]
    static let fields: [String: Field<ListView<Shelf>>] = ["rows": .rows(\.rows)]
    static func rows(of content: [String], for look: DisplaySettings) -> [Row] { content.map(Row.init) }
    static func placeholderRows(for caption: Caption) -> Int? { caption.count }
  }

  @Test(arguments: [(nil, 2), (5, 5), (0, 0), (1_000, 50)])
  func `a placeholder is the content's template with the rows that are known`(count: Int?, rows: Int) throws {
    let text = "<h2 data-known>{{#count}}{{count}} books{{/count}}</h2><ul>{{#rows}}<li>{{title}}</li>{{/rows}}</ul>"
    let catalogue = try Catalogue(texts: ["shelf/content": text], screens: [Shelf.self], pieces: [])
    let region = Region<Shelf>("shelf", Loader(.content([])), caption: Shelf.Caption(count: count))
    let printer = RegionRenderer(catalogue: catalogue, look: .test, request: nil, address: "/")
    let page = try HTMLReader.fragment(printer.placeholder(of: region, in: .loading(nil)).html)
    #expect(page.all("li").count == rows)
    #expect(!page.text.contains("Emma") && !page.text.contains("Ulysses"))
    if let count { #expect(page.first("h2")?.text.contains("\(count)".prefix(1)) == true) }
  }
}
