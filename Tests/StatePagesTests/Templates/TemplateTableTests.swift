import StateViews
import TestSupport
import Testing

@testable import StatePages

/// The mistakes that templates and words must not contain, found by a tokenizer in every state that the template can be in.
struct TemplateTableTests {
  @Test func `each template, catalogue and address has the problems that are recorded`() async throws {
    let differences = try await TestRow.differences(in: "templates") { row in
      switch row[0] {
      case "markup":
        TestTemplates.problems([
          "notes/content": "<p>\n\(row[1])\n", "notes/head": "{{name}}{{> quoted}}{{> part}}", "part": "/part",
          "quoted": "“\"”",
        ])
      case "words", "german": MessageCatalogueTests().problems(row[1], isTranslation: row[0] == "german")
      case "address": try printed(row[1])
      case let name: TestTemplates.problems([name: row[1]])
      }
    }
    #expect(differences == [])
  }

  /// An address as it is checked, which every link with it has.
  private func printed(_ address: String) throws -> [String] {
    let pieces: [any Piece.Type] = TestTemplates.pieces + [Linked.self]
    let catalogue = try TestTemplates.catalogue(
      ["linked": "<a href=\"{{address}}\"{{#other}} data-other=\"{{other}}\"{{/other}}>"], pieces: pieces)
    let printed = Address.checked(address)
    let escaped = HTMLEscaping.escaped(printed)
    #expect(
      catalogue.render(Linked(address: address, other: address)).html
        == "<a href=\"\(escaped)\" data-other=\"\(escaped)\">")
    return [printed]
  }

  @Test func `an address in the facts of a reason is checked`() {
    #expect(TestTemplates.problems(["notes/empty/all-done": "<a href=\"{{facts.by}}\">"]).count == 1)
    let screens: [any Screen.Type] = TestTemplates.screens + [Leading.self]
    #expect(
      TestTemplates.problems(
        ["leading/content": "Here.", "leading/empty/moved": "<a href=\"{{facts.to}}\">{{facts.to}}</a>"],
        screens: screens) == [])
  }

  @Test func `markup is not allowed in an attribute`() {
    let problems = TestTemplates.problems(["layouts/page": "<main title=\"{{stage}}\"></main>"])
    #expect(problems == ["layouts/page:1: {{stage}} is markup, which cannot stand in an attribute"])
  }
}

/// A piece with a link.
private struct Linked: Piece {
  static let template = "linked"
  static let fields: [String: Field<Linked>] = ["address": .address(\.address), "other": .optionalAddress(\.other)]
  let address: String
  let other: String?
}

/// A screen whose empty state has an address.
private enum Leading: Screen {
  static let name: ViewName = "leading"
  static let emptyReasons = [Reason("moved", ["to": .address("/lists")])]
  static let samples = [Sample<Leading>("one", content: "")]

  static func view(of content: String, for look: DisplaySettings) -> NoCaption { NoCaption() }
}
