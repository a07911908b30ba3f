import StateViews
import TestSupport
import Testing

@testable import StatePages

/// Rows that are named by their own values.
struct PiecesTests {
  private static let card = Card(
    title: ExactText("Caf\u{e9}"), note: "by noon", isDone: false, moment: Moment(1_763_000_000, for: .test), due: .soon
  )

  /// The card with one value changed, for each of its values.
  private static let others: [Card] = [
    changed { $0.title = ExactText("Milk") },
    // The same to Swift and to readers, in other bytes.
    changed { $0.title = ExactText("Cafe\u{301}") },
    changed { $0.note = "by one" }, changed { $0.note = nil }, changed { $0.isDone = true },
    changed { $0.moment = Moment(1_763_000_060, for: .test) },
    changed { $0.moment = Moment(1_763_000_000, for: Look(timeZone: "Pacific/Auckland", now: Look.test.now)) },
    changed { $0.due = nil }, changed { $0.due = Due(text: "soon", isLate: true) },
    changed { $0.due = Due(text: "later", isLate: false) },
  ]

  @Test func `a piece is rendered once`() throws {
    let catalogue = try Self.catalogue()
    let first = catalogue.render(Deck(cards: [Self.card, Self.card]))
    #expect(catalogue.editions.count.misses == 1 && catalogue.editions.count.hits == 1)
    #expect(catalogue.render(Deck(cards: [Self.card, Self.card])) == first)
    #expect(catalogue.editions.count.misses == 1 && catalogue.editions.count.hits == 3)
  }

  @Test(arguments: others.indices)
  func `a piece of which any single value is another is rendered again, as if it were the first`(index: Int) throws {
    let other = Self.others[index]
    let (catalogue, bare) = (try Self.catalogue(), try Self.catalogue(editions: Editions(budget: 0)))
    let first = catalogue.render(Deck(cards: [Self.card]))
    let second = catalogue.render(Deck(cards: [other]))
    #expect(catalogue.editions.count.misses == 2 && catalogue.editions.count.hits == 0)
    #expect(Array(second.html.utf8) == Array(bare.render(Deck(cards: [other])).html.utf8))
    #expect(Array(second.html.utf8) != Array(first.html.utf8))
    // The first is still what it was.
    #expect(Array(catalogue.render(Deck(cards: [Self.card])).html.utf8) == Array(first.html.utf8))
    #expect(catalogue.editions.count.misses == 2)
  }

  @Test func `a piece of another type, or of other templates, is another`() throws {
    let editions = Editions()
    let one = try Self.catalogue(editions: editions)
    let other = try Self.catalogue(["card": "<b>{{title}}</b>"], editions: editions)
    #expect(one.render([Self.card]) != other.render([Self.card]))
    #expect(one.render([Twin(title: "a")]) != one.render([Sibling(title: "a")]))
    #expect(editions.count.hits == 0 && editions.count.misses == 4)
  }

  private static func changed(_ change: (inout Card) -> Void) -> Card {
    var card = card
    change(&card)
    return card
  }

  private static func catalogue(
    _ changes: [String: String] = [:], editions: Editions = Editions()
  ) throws -> Catalogue {
    let texts = [
      "card": """
      <li>{{title}} {{#note}}{{note}}{{/note}} {{#done}}done{{/done}} {{#moment}}{{iso}} {{time}}{{/moment}} \
      {{#due}}{{text}}{{#late}}!{{/late}}{{/due}}</li>
      """,
      "deck": "<ul>{{cards}}</ul>", "twin": "<i>{{title}}</i>", "sibling": "<b>{{title}}</b>",
    ].merging(changes) { $1 }
    var catalogue = try TestTemplates.catalogue(
      texts, pieces: TestTemplates.pieces + [Card.self, Deck.self, Twin.self, Sibling.self])
    catalogue.editions = editions
    return catalogue
  }
}

private struct Card: Piece, Hashable {
  static let template = "card"
  static let fields: [String: Field<Card>] = [
    "title": .text(\.title.text), "note": .optional(\.note), "done": .flag(\.isDone), "moment": .view(\.moment),
    "due": .view(\.due),
  ]
  var title: ExactText
  var note: String?
  var isDone: Bool
  var moment: Moment?
  var due: Due?
}

private struct Due: TemplateView, Hashable {
  static let fields: [String: Field<Due>] = ["text": .text(\.text), "late": .flag(\.isLate)]
  static let soon = Due(text: "soon", isLate: false)
  let text: String
  let isLate: Bool
}

private struct Deck: Piece {
  static let template = "deck"
  static let fields: [String: Field<Deck>] = ["cards": .pieces(\.cards)]
  let cards: [Card]
}

private struct Twin: Piece, Hashable {
  static let template = "twin"
  static let fields: [String: Field<Twin>] = ["title": .text(\.title)]
  let title: String
}

private struct Sibling: Piece, Hashable {
  static let template = "sibling"
  static let fields: [String: Field<Sibling>] = ["title": .text(\.title)]
  let title: String
}
