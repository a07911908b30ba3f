import StateViews
import TestSupport
import Testing

@testable import StatePages

struct EscapingTests {
  static let hostile = ["<script>", "\" onclick=", "' onclick=", "&amp;", "</li>"]

  /// Random text of any characters, among those that are special in HTML. A browser sees bytes, whatever is a character to Swift.
  private static func randomText(_ chance: inout Seeded) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...20, using: &chance) {
      let special = "&<>\"'".unicodeScalars.randomElement(using: &chance)
      let other = UnicodeScalar(UInt32.random(in: 0xA0...0x2_FFFF, using: &chance))
      text.append((Bool.random(using: &chance) ? special : other) ?? "x")
    }
    return String(text)
  }

  @Test func `no special byte of any text leaves a template unescaped`() throws {
    let catalogue = try TestTemplates.catalogue(Self.templates)
    func printed(_ text: String) -> [UInt8] {
      let view = Notes.View(rows: [Note(text, due: text), Note(text)])
      return Array(catalogue.render(view, by: "notes/content", around: Notes.Caption(list: text)).html.utf8)
    }
    func count(_ html: [UInt8]) -> [Int] { "<>\"'".utf8.map { special in html.count { $0 == special } } }
    let frame = count(printed("x"))
    var chance = Seeded(52)
    for _ in 0..<2_000 {
      let text = Self.randomText(&chance)
      #expect(count(printed(text)) == frame, "\(text)")
      #expect(unescaped(Array(HTMLEscaping().escapeText(text).utf8)) == Array(text.utf8), "\(text)")
    }
  }

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
