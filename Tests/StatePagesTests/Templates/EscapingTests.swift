import StateViews
import Testing

@testable import StatePages

struct EscapingTests {
  /// Texts whose special bytes are part of larger grapheme clusters. A browser sees bytes only.
  static let hostile = [
    "<script>", "\"\u{301} onclick=", "\u{600}<b", "<\u{338}b>", "'\u{20DD}", "&\u{301}amp;", "</li>", "\r<\r\n>",
  ]

  /// Prints a value in text and attributes: directly, in a section, in a partial and in a dynamic partial.
  static let templates: [String: String?] = [
    "notes/content": """
    {{list}}<i title="{{list}}">{{#rows}}{{title}}<i title="{{title}}">{{#due}}{{due}}{{/due}}{{> notes/row}}{{/rows}}
    """,
    "notes/row": "{{title}}<b title=\"{{title}}\">{{> notes/cell}}",
    "notes/cell": "{{title}}{{^due}}{{title}}{{/due}}",
  ]

  @Test(arguments: hostile) func `characters that are special in HTML are escaped byte by byte`(text: String) {
    let escaped = HTMLEscaping().escapeText(text)
    for special in "<>\"'".utf8 { #expect(!escaped.utf8.contains(special)) }
    #expect(unescaped(Array(escaped.utf8)) == Array(text.utf8))
  }

  @Test func `all other text is unchanged`() {
    for text in ["", "Milk", "שלום", "👩‍👩‍👧‍👦", "e\u{301}", "{{title}}", "a\nb\tc\r\n", "m² « »", "\u{A0}\u{BF}\u{20}\u{7E}"]
    { #expect(Array(HTMLEscaping().escapeText(text).utf8) == Array(text.utf8)) }
  }

  @Test func `control characters that HTML forbids are replaced by a visible character`() {
    for scalar in (0...0xFF).map({ UnicodeScalar(UInt8($0)) }) where scalar.properties.generalCategory == .control {
      let isKept = ["\t", "\n", "\r"].contains(scalar)
      for around in ["", "é", "\u{A0}", "\u{301}"] {
        let escaped = HTMLEscaping().escapeText("\(around)\(scalar)\(around)")
        let shown = isKept ? scalar : "\u{FFFD}"
        #expect(Array(escaped.utf8) == Array("\(around)\(shown)\(around)".utf8), "U+\(String(scalar.value, radix: 16))")
      }
    }
    #expect(HTMLEscaping().escapeText("a\u{7}<\u{85}>\u{0}") == "a\u{FFFD}&lt;\u{FFFD}&gt;\u{FFFD}")
  }

  @Test(arguments: hostile) func `no text is printed as markup, wherever a template prints it`(text: String) throws {
    let catalogue = try TestTemplates.catalogue(Self.templates)
    let caption = Notes.Caption(list: text)
    let html = catalogue.render(
      Notes.View(rows: [Note(text, due: text), Note(text)]), by: "notes/content", around: caption
    ).html
    let placeholder = catalogue.render(
      Notes.View(rows: [Note("X", due: "X"), Note("X")]), by: "notes/content", around: Notes.Caption(list: "X")
    ).html
    #expect(Array(html.utf8) == Array(placeholder.replacing("X", with: HTMLEscaping().escapeText(text)).utf8))
  }

  @Test(arguments: hostile) func `no text is printed as markup in a dynamic partial`(text: String) throws {
    let catalogue = try TestTemplates.catalogue(
      ["choices/a": "<p>{{name}}</p>", "choices/b": "{{name}}", Choosing.template: "{{> *.template}}"],
      pieces: TestTemplates.pieces + [Choosing.self])
    #expect(
      catalogue.render(Choosing(template: "choices/a", name: text)).html == "<p>\(HTMLEscaping().escapeText(text))</p>")
  }

  @Test(arguments: hostile) func `no fact is printed as markup`(text: String) throws {
    let catalogue = try TestTemplates.catalogue()
    let reason = Reason("all-done", ["completed": .number(2), "last": .moment(0), "by": .text(text)])
    let html = catalogue.render(EmptyView(reason: reason, look: .test), by: "notes/empty/all-done").html
    #expect(html == "All 2 done by \(HTMLEscaping().escapeText(text)), 1 Jan 1970.")
  }

  private func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(bytes) { bytes, pair in
      bytes.replacing(Array(pair.0.utf8), with: Array(pair.1.utf8))
    }
  }
}

/// A piece that chooses a template for a part of itself.
struct Choosing: Piece {
  static let template = "choosing"
  static let fields: [String: Field<Choosing>] = [
    "template": .template(among: ["choices/a", "choices/b"], \.template), "name": .optional(\.name),
  ]
  let template: String
  let name: String?
}
