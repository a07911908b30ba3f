import StateViews
import Testing

@testable import StatePages

struct RenderingTests {
  @Test func `an absent field does not print the field of another view`() throws {
    let catalogue = try TestTemplates.catalogue([
      "notes/content":
        "{{#due}}({{due}}){{/due}}{{#rows}}[{{title}}{{#due}} {{due}}{{/due}}{{^due}} never{{/due}}]{{/rows}}"
    ])
    let html = catalogue.render(
      Notes.View(rows: [Note("Milk", due: "today"), Note("Bread")]), by: "notes/content",
      around: Notes.Caption(list: "Groceries", due: "this week")
    ).html
    #expect(html == "(this week)[Milk today][Bread never]")
  }

  @Test func `an absent view prints no section, and its fields print nothing`() throws {
    let pieces = TestTemplates.pieces + [Outer.self]
    let catalogue = try TestTemplates.catalogue(
      [Outer.template: "{{#inner}}in {{name}}{{/inner}}{{^inner}}none of {{name}}{{/inner}} {{inner.name}}"],
      pieces: pieces)
    #expect(catalogue.render(Outer(name: "Ann", inner: nil)).html == "none of Ann ")
    #expect(catalogue.render(Outer(name: "Ann", inner: Head(name: "Bob"))).html == "in Bob Bob")
  }

  @Test func `pieces are printed in order, each as it is alone, compiled or not`() throws {
    let catalogue = try TestTemplates.catalogue(
      ["rack": "<p>{{heads}} | {{walls}}</p>", "wall": "{{#hooks}}-{{name}}{{/hooks}}"],
      pieces: TestTemplates.pieces + [Rack.self, Wall.self])
    let heads = ["Ann", "<Bob>", "Ann"].map(Head.init)
    let walls = [Wall(hooks: heads), Wall(hooks: [])]
    let alone = [heads.map { catalogue.render($0).html }.joined(), walls.map { catalogue.render($0).html }.joined()]
    #expect(catalogue.render(Rack(heads: heads, walls: walls)).html == "<p>\(alone.joined(separator: " | "))</p>")
    #expect(alone == ["<h1>Ann</h1><h1>&lt;Bob&gt;</h1><h1>Ann</h1>", "-Ann-&lt;Bob&gt;-Ann"])
  }

  @Test func `text in a text area is printed unchanged`() throws {
    let text = "\n  two spaces\n\n\ttab\n    end  "
    for newline in ["\n", "\r\n"] {
      let lines = ["<div>", "  {{#rows}}", "    {{> notes/row}}", "  {{/rows}}", "</div>"]
      let catalogue = try TestTemplates.catalogue([
        "notes/content": lines.joined(separator: newline),
        "notes/row": ["<form>", "    {{> notes/field}}", "</form>"].joined(separator: newline),
        "notes/field": ["  <textarea>", "{{title}}</textarea>"].joined(separator: newline),
      ])
      let html = catalogue.render(Notes.View(rows: [Note(text)]), by: "notes/content").html
      let area = try #require(html.firstRange(of: "<textarea>" + newline))
      let end = try #require(html.firstRange(of: "</textarea>"))
      #expect(html[area.upperBound..<end.lowerBound] == text)
    }
  }

  @Test func `the facts of a reason are formatted: numbers, their singular, moments and text`() throws {
    let catalogue = try TestTemplates.catalogue([
      "notes/empty/all-done": """
      {{facts.completed}}{{#facts.completedIsOne}} note{{/facts.completedIsOne}}{{^facts.completedIsOne}} notes\
      {{/facts.completedIsOne}} by {{facts.by}} at {{facts.last.time}}
      """
    ])
    func html(_ completed: Int) -> String {
      let facts: [String: Fact] = ["completed": .number(completed), "by": .text("Ann"), "last": .moment(1_763_000_000)]
      return catalogue.render(EmptyView(reason: Reason("all-done", facts), look: .test), by: "notes/empty/all-done")
        .html
    }
    #expect(html(1) == "1 note by Ann at 02:13")
    #expect(html(23) == "23 notes by Ann at 02:13")
  }

  @Test func `a fact that a reason lacks is not looked up in other views`() throws {
    let catalogue = try TestTemplates.catalogue([
      "notes/empty/all-done": "[{{facts.by}}{{#facts.last}}{{date}}{{/facts.last}}]"
    ])
    let html = catalogue.render(
      EmptyView(reason: "all-done", look: .test), by: "notes/empty/all-done", around: Notes.Caption(list: "by")
    ).html
    #expect(html == "[]")
  }
}

/// A view within a view, which may be absent.
struct Outer: Piece {
  static let template = "outer"
  static let fields: [String: Field<Outer>] = ["name": .text(\.name), "inner": .view(\.inner)]
  let name: String
  let inner: Head?
}

/// A piece with pieces of two kinds.
struct Rack: Piece {
  static let template = "rack"
  static let fields: [String: Field<Rack>] = ["heads": .pieces(\.heads), "walls": .pieces(\.walls)]
  let heads: [Head]
  let walls: [Wall]
}

/// A piece with rows.
struct Wall: Piece {
  static let template = "wall"
  static let fields: [String: Field<Wall>] = ["hooks": .rows(\.hooks)]
  let hooks: [Head]
}
